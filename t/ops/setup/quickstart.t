# t/ops/setup/quickstart.t: quickstart runs a whole exchange, restarts it within seconds, and stops it on request
# The long form also runs two exchanges side by side.
use strict;
use warnings;
use lib qw(t/lib lab/lib);
use Collab::Postgres;
use Collab::Server;
use Collab::Wait qw(output run long wait_for);
use File::Temp qw(tempdir);
use HTTP::Tiny;
use IO::Socket::IP;
use Test::More;

my $dir = tempdir('quickXXXXXX', TMPDIR => 1, CLEANUP => 1);
my $far = "$dir/" . 'a-folder-with-a-name-that-leaves-no-room-for-the-address-of-a-unix-socket/and-one-more-below-it';
my ($port, $other) = (Collab::Server::free_port(), Collab::Server::free_port());
# The folder has the database of a development version before 0.1.0, which recorded the versions 1 to 67.
mkdir "$dir/one" or die;
{
  my $old = Collab::Postgres->start("$dir/one", data => "$dir/one/pg", template => $ENV{COLLAB_TEST_TEMPLATE} && "$ENV{COLLAB_TEST_TEMPLATE}/empty");
  $old->admin->do('create role "' . getpwuid($<) . '" superuser login');
  my $owner = $old->dbh;
  $owner->do($_) for 'create schema collab', 'create table schema_migration (version int, name text, checksum text)',
    q(insert into schema_migration select n, 'old', 'x' from generate_series(1, 67) n);
  $owner->disconnect;
  $old->shut_down;
}
delete @ENV{grep { /^COLLAB_/ && !/^COLLAB_(SANITIZERS|CHECK_MARK)$/ } keys %ENV};

my $program = './quickstart';
# Returns exit status and output.
sub quickstart {
  my ($env, @words) = @_;
  local %ENV = (%ENV, COLLAB_DIR => "$dir/one", COLLAB_PORT => $port, %$env);
  return output($program, @words, $ENV{COLLAB_SANITIZERS} ? '--sanitizers' : ());
}

sub fine {
  my ($name, $env, @words) = @_;
  my ($status, $said) = quickstart($env, @words);
  is $status, 0, $name or diag $said;
  return $said;
}

subtest 'quickstart makes or reuses its own directory, and follows no link' => sub {
  my ($function) = do { local (@ARGV, $/) = 'quickstart'; <> } =~ /^(own_directory\(\) \{.*?^\})$/ms;
  my $user = getpwuid $<;
  my $own = sub { return output('bash', '-c', "set -eu; die() { echo \"\$*\"; exit 1; }; $function; own_directory \"\$1\" \"\$2\"", '-', "$dir/$_[0]", $_[1] // $user) };
  my $mode = sub { return (lstat "$dir/$_[0]")[2] & 07777 };
  is(($own->('mine'))[0], 0, 'made');
  is $mode->('mine'), 0755;
  is(($own->('mine'))[0], 0, 'found');
  mkdir "$dir/target", 0700 or die;
  symlink "$dir/target", "$dir/link" or die;
  my ($status, $said) = $own->('link');
  is $status, 1, 'a link to a directory is refused';
  like $said, qr/link is a link/;
  is $mode->('target'), 0700, '… whose mode stays';
  symlink "$dir/nowhere", "$dir/dangling" or die;
  is(($own->('dangling'))[0], 1, 'a link to nothing is refused');
  ok !-e "$dir/nowhere", '… and nothing is made';
  open my $file, '>', "$dir/file" or die;
  is(($own->('file'))[0], 1, 'a file is refused');
  like(($own->('mine', 'root'))[1], qr/belongs to $user, not to root/, "somebody else's directory is refused") if $user ne 'root';
  mkdir "$dir/open" or die;
  chmod 0777, "$dir/open";
  like(($own->('open'))[1], qr/everybody can write/, 'so is one that everybody can write to');
};

END { local $?; quickstart({ COLLAB_DIR => $_ }, 'stop') for "$dir/one", $far }

my $works = qr/^(?:Installing|Configuring|Building|Making)/m;      # how quickstart names what it installs, builds and makes
my $said = fine('the first run', {});
like $said, $works, '… says what it makes';
like $said, qr{^The database in \Q$dir/one\E was made by a development version before 0\.1\.0 and cannot be migrated\. It is in \Q$dir/one.before-0.1.0\E now}m,
  '… moves a database of a development version before 0.1.0 aside';
ok -f "$dir/one.before-0.1.0/$_", "… with its $_" for qw(pg/PG_VERSION secrets.key);
ok !-e "$dir/one.before-0.1.0/pg/postmaster.pid", '… and stopped';
like $said, qr/^Finished: one exchange, five kinds of event delivered and verified\.$/m, '… finishes an exchange';
is scalar(() = $said =~ /^  \S+Z verified \S+\.collaboration-request\.\S+ /mg), 5, '… verifies five deliveries';
like $said, qr/^ada\@acme\.example.*exchange-demo|Log in as ada\@acme\.example/m, '… tells how to log in';
{
  my ($operator) = $said =~ /^  (export COLLAB_DSN=.*\n.*collabctl status)$/m;
  my ($status, $answer) = output('sh', '-c', $operator // 'echo nothing said');
  like $answer, qr/^nodes: 1$/m, '… and how to call collabctl';
  ($operator) = $said =~ /^  (\S+apachectl graceful) /m;
  ($status) = output('sh', '-c', $operator // 'echo nothing said; exit 1');
  is $status, 0, '… how to reload httpd';
  ($operator) = $said =~ /^  (\S+collabctl doctor .*)$/m;
  ($status, $answer) = output('sh', '-c', $operator // 'echo nothing said');
  like $answer, qr/^ok +configtest .*^ok +privileges /ms, '… and how to call the doctor';
}

my $second = fine('a second run', { COLLAB_QUIET => 1 });
unlike $second, qr/before 0\.1\.0/, '… moves nothing';
unlike $second, $works, '… installs, builds and makes nothing';
# The database of a later development version has version 100 with another baseline.
{
  my $later = DBI->connect("dbi:Pg:dbname=collab;host=$dir/one/run;user=collab_owner", '', '', { RaiseError => 1, PrintError => 0 });
  $later->do('update collab.schema_migration set checksum = ? where version = 100', undef, 'f' x 64);
}
like fine('a run after a change of the baseline', { COLLAB_QUIET => 1 }), qr{It is in \Q$dir/one.before-0.1.0-2\E now}, '… moves that aside as well';
if (long(1, 0)) { like fine('and one that walks through the demo again', {}), qr/^Finished:/m, '… which finishes as the first did' }

my @second = long([{ COLLAB_DIR => $far, COLLAB_PORT => $other, COLLAB_QUIET => 1 }], [])->@*;
fine('another one beside it, in a folder with a long name', $_) for @second;
for my $one ([{}, $port], map { [$_, $other] } @second) {
  like fine('status', $one->[0], 'status'), qr{^httpd\s+http://127\.0\.0\.1:$one->[1]$}m, '… shows its own server';
}

{
  my $taken = IO::Socket::IP->new(LocalAddr => '127.0.0.1', LocalPort => 0, Listen => 1);
  my ($status, $why) = quickstart({ COLLAB_PORT => $taken->sockport, COLLAB_QUIET => 1 });
  isnt $status, 0, 'a port in use is refused';
  like $why, qr/port \d+ is taken/, '… with that reason';
}

open my $conf, '>', "$dir/extra.conf" or die "$dir/extra.conf: $!\n";
print $conf qq(CollabServiceName "Another Name"\nNoSuchDirective On\n);
close $conf;
{
  my ($status, $why) = quickstart({ COLLAB_EXTRA_CONF => "$dir/extra.conf", COLLAB_QUIET => 1 });
  isnt $status, 0, 'a mistake in COLLAB_EXTRA_CONF is refused';
  like $why, qr/line 2 of .*extra\.conf.*\n.*NoSuchDirective/, '… with file and line';
  fine('… while what ran runs on', {}, 'status');
}

# The receivers of a demo are on this machine. On a fresh Debian, localhost is also ::1.
{
  my ($http, $url) = (HTTP::Tiny->new, "http://127.0.0.1:$port");
  my %json = ('Content-Type' => 'application/json');
  my $login = $http->post("$url/v1/login", { headers => \%json, content => '{"username": "ada@acme.example", "password": "exchange-demo"}' });
  my ($token) = $login->{content} =~ /"accessToken":"([^"]+)"/ or diag $login->{content};
  for my $hook ('http://localhost:9000/hook', 'http://[::1]:9000/hook') {
    my $made = $http->post("$url/v2/webhooks", { headers => { %json, Authorization => "Bearer $token" }, content => qq({"callbackUrl": "$hook", "active": false}) });
    is $made->{status}, 200, "the demo accepts a subscription of $hook" or diag $made->{content};
  }
  my %ada = (%json, Authorization => "Bearer $token");
  my ($document) = $http->get("$url/v1/partners/echo", { headers => \%ada })->{content} =~ /"documentId":(\d+)/;
  my $made = $http->post("$url/v1/collaboration-requests", { headers => \%ada, content => qq({"documentId": $document, "internalCaseNumber": "A-1",
    "problemSummary": "Are you there?", "problemDescription": "A test.", "priority": "LOW", "testSubmission": true}) });
  my ($request) = $made->{content} =~ /"token":"(\w+)"/ or diag $made->{content};
  ok wait_for(sub { $http->get("$url/v1/collaboration-requests/$request", { headers => \%ada })->{content} =~ /"status":"ACCEPTED"/ }, 30), 'the echo partner approves';
}

# The checkout has changed since it was built: Makefile.in and configure are newer than the files made from them.
mkdir "$dir/changed" or die;
run('cp', '-p', qw(quickstart configure Makefile.in config.status Makefile), "$dir/changed");
utime $_->[0], $_->[0], "$dir/changed/$_->[1]" or die for [1, 'Makefile'], [2, 'config.status'], [3, 'Makefile.in'], [3, 'configure'];
for my $env ({}, @second) {
  $program = "$dir/changed/quickstart";
  like fine('status in a changed checkout', $env, 'status'), qr/^httpd\s+http:/m, '… shows what runs';
  fine('stop in a changed checkout', $env, 'stop');
  $program = './quickstart';
  my ($status, $what) = quickstart($env, 'status');
  is $status, 1, '… ends all programs';
  is scalar(() = $what =~ /\bdown$/mg), 4, '… httpd, PostgreSQL, the receiver and the echo partner';
}

done_testing;
