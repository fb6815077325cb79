# t/long/beside/foreign-sql.t: another application's SQL in the workers' pool: configtest or the alarm says what it is
# The watcher's own connection works all the while. Readiness and health follow the workers' pool, also without a request.
use lib qw(t/lib lab/lib);
use Collab::Doctor;
use Collab::Judgement;
use Collab::Stack;
use Collab::Test;

my $stack = judged();
my ($server, $dir, $admin) = ($stack->server, $ENV{COLLAB_TEST_DIR}, $stack->pg->admin);
my $reached = 'the workers cannot reach the database: ';

sub logs_in { my ($at) = @_; return nobody()->at($at || $server)->post('/v1/login', { username => 'nobody', password => 'wrong' })->status }

# Ends the workers' sessions, but not the watcher's.
sub end_sessions { $admin->do(q(select pg_terminate_backend(pid) from pg_stat_activity where usename = 'collab_api' and application_name <> 'collab-watch')) }

# Tests that log, pages and doctor say why requests get 503.
sub says {
  my ($reason, %option) = @_;
  my $at = $option{at} || $server;
  told('database', qr/$reached$reason/, ready => 503, at => $at);
  like nobody()->at($at)->get('/health/ready')->text, qr/: the database cannot be reached from this node\."/, 'the public answer keeps its sentence';
  is logs_in($at), 503, 'a login gets 503';
  ok +(wait_for { $at->log =~ /CB0102: the database cannot be reached: $reason/ } 10), 'the error log has the reason';
  my $report;
  ok +(wait_for { $report = doctor($at); names($report, $option{doctor} || qr/alarms: \S+: database: $reached$reason/) } 10), 'doctor has the reason' or diag explain $report;
}

# A module that prepares a statement without a directive of mod_dbd.
Collab::Stack::write_file("$dir/other.c", <<'C');
#include <httpd.h>
#include <http_config.h>
#include <apr_dbd.h>
#include <apr_optional.h>
#include <mod_dbd.h>

static int prepare(apr_pool_t *pconf, apr_pool_t *plog, apr_pool_t *ptemp, server_rec *s) {
  APR_OPTIONAL_FN_TYPE(ap_dbd_prepare) *function = APR_RETRIEVE_OPTIONAL_FN(ap_dbd_prepare);
  function(s, "SELECT NULL::public.wanted", "other");
  return OK;
}

static void hooks(apr_pool_t *pool) {
  static const char *const next[] = {"mod_dbd.c", NULL};
  ap_hook_post_config(prepare, NULL, next, APR_HOOK_FIRST);
}

AP_DECLARE_MODULE(other) = {STANDARD20_MODULE_STUFF, NULL, NULL, NULL, NULL, NULL, hooks, 0};
C
my ($apxs) = grep { -x } qw(/usr/bin/apxs2 /usr/bin/apxs);
chomp(my $include = `$apxs -q INCLUDEDIR`);
chomp(my $apr = `apr-1-config --cppflags --includes`);
system("@{[ $ENV{CC} || 'cc' ]} -shared -fPIC -I$include $apr -o $dir/other.so $dir/other.c") == 0 or die "cc failed\n";

subtest "a variable of httpd's environment that stands in mod_dbd's way" => sub {
  my $other = do { local $ENV{PGOPTIONS} = '-c nonsense=1'; $stack->another_server('optioned', judging()) };
  says(qr/.*nonsense.*\(SQLSTATE 42704\): PGPASSWORD or PGOPTIONS in httpd's environment/, at => $other);
  $other->stop;
};

subtest 'a statement of another module that PostgreSQL refuses' => sub {
  my $wants = qr/DBDParams lead to it, but mod_dbd opens no connection: PostgreSQL refuses a statement that another module has prepared/;
  my $other = $stack->another_server('other', judging(extra => "LoadModule other_module $dir/other.so\n"));
  says($wants, at => $other);
  is logs_in(), 401, 'another node is not concerned';
  $admin->do(q(create type public.wanted as enum ('x')));
  over($other);
  is logs_in($other), 401, 'with what the statement wants, logins work';
  $other->stop;
};

subtest 'a role whose connections are used up' => sub {
  over();
  $admin->do('alter role collab_api connection limit 0');
  end_sessions();
  is logs_in(), 503, 'the first request finds it out';
  my $words = 'FATAL:  too many connections for role \S+';
  says(qr/.*$words \(SQLSTATE 53300\)/, doctor => qr/database: DBDParams: cannot log in: .*$words/);
  $admin->do('alter role collab_api connection limit -1');
  over();
  is logs_in(), 401, 'logins work again';
};

my %init = (
  'a wrong statement'          => 'SELECT nonsense',
  'a transaction'              => 'BEGIN',
  'a search_path'              => 'SET search_path TO nothing',
  'read-only transactions'     => 'SET default_transaction_read_only = on',
);
for my $what (sort keys %init) {
  subtest "$what in DBDInitSQL disturbs nothing" => sub {
    my $other = $stack->another_server('init' . $what =~ s/\W//gr, judging(extra => qq(DBDInitSQL "$init{$what}"\n)));
    is logs_in($other), 401, 'logins work';
    over($other);
    $other->stop;
  };
}

done_testing;
