# Exports what every test of the interface uses: the words of the domain, Test::More, and functions for simultaneous calls.
#
#   use lib qw(t/lib lab/lib);
#   use Collab::Test;
#   my $x = exchange();
#   $x->receiver->post($x->approval, an_approval())->ok;
package Collab::Test;
use strict;
use warnings;
use utf8;
use feature ();
use Carp qw(croak);
use JSON::XS ();
use POSIX ();
use Test::More;

use Collab::Answer;
use Collab::Coverage;
use Collab::Exchange;
use Collab::Members;
use Collab::Party;
use Collab::Shape;
use Collab::Wait qw(wait_for holds_for halt run output long);
use Exporter ();

our @ISA = 'Exporter';
our @EXPORT = (
  qw(nobody later together waiting_calls blocked seconds in_path text_of null true false collabctl collabctl_plan collabctl_status another_connection routes revalidates aged),
  qw(wait_for holds_for halt run output long),
  @Test::More::EXPORT, @Collab::Exchange::EXPORT, @Collab::Members::EXPORT, @Collab::Shape::EXPORT,
);

binmode $_, ':encoding(UTF-8)' for Test::More->builder->output, Test::More->builder->failure_output, Test::More->builder->todo_output;

# A test that gets a signal exits normally, so that it ends the processes that it started.
$SIG{$_} = sub { exit 130 } for qw(INT TERM HUP);

# Gives the test file strict, warnings and utf8.
sub import {
  $_->import for qw(strict warnings utf8);
  feature->import('say');
  __PACKAGE__->export_to_level(1, @_);
}

sub null  { undef }
sub true  { JSON::XS::true() }
sub false { JSON::XS::false() }

# A caller without a token.
sub nobody { return Collab::Party->new }

# For tests that date rows back: lets the time alone say what is old, not the id (day_mark).
sub aged { owner()->do('update day_mark set event = 1::bigint << 62, dead_letter = 1::bigint << 62, audit = 1::bigint << 62'); return }

# Text of $length code points; without $of, each has three bytes in UTF-8.
sub text_of { my ($length, $of) = @_; my $one = $of // "語"; return $one x $length }

# Escapes a value for one segment of a path.
sub in_path { my ($text) = @_; utf8::encode($text); $text =~ s{([^A-Za-z0-9\-._~])}{sprintf "%%%02X", ord $1}ge; return $text }

# A date-time as seconds since 1970.
sub seconds {
  my ($y, $m, $d, $h, $i, $s) = ($_[0] // '') =~ /^(\d{4})-(\d\d)-(\d\d)T(\d\d):(\d\d):(\d\d)/ or croak "no date-time: " . ($_[0] // 'null');
  require Time::Local;
  return Time::Local::timegm($s, $i, $h, $d, $m - 1, $y);
}

# ---------------------------------------------------------------- at the same time
# Starts a call in a process of its own. ->answer waits for its answer.
sub later (&) {
  my ($call) = @_;
  pipe my $read, my $write or die "pipe: $!\n";
  my $pid = fork // die "fork: $!\n";
  if (!$pid) {
    close $read;
    my $answer = eval { $call->() };
    syswrite $write, JSON::XS->new->utf8->encode(ref $answer ? {%$answer} : { status => 0, content => "$@" });
    POSIX::_exit(0);
  }
  close $write;
  return bless { pid => $pid, read => $read }, 'Collab::Test::Later';
}

sub Collab::Test::Later::answer {
  my ($self) = @_;
  local $/;
  my $read = $self->{read};
  my $got = $self->{got} //= <$read>;
  waitpid $self->{pid}, 0;
  return Collab::Answer->new(%{ JSON::XS->new->utf8->decode($got) });
}

# Makes calls at the same time, and returns their answers.
sub together { my @calls = map { my $call = $_; later { $call->() } } @_; return map { $_->answer } @calls }

# The number of calls to the API that wait for a lock. The watcher, which may wait for the same one, has the same role, but its name.
sub waiting_calls {
  return scalar owner()->selectrow_array(q(
    select count(distinct pid) from pg_locks join pg_stat_activity using (pid)
     where not granted and usename = 'collab_api' and application_name <> 'collab-watch'));
}

# Tests that, within 10 s, $count calls wait for a lock that the connection $holder holds, directly or behind each other.
sub blocked {
  my ($holder, $count) = @_;
  local $Test::Builder::Level = $Test::Builder::Level + 1;
  my $wait = wait_for {
    my ($waiting) = owner()->selectrow_array(q(
      with recursive waiting (pid) as (
        select ?::int
        union
        select a.pid from pg_stat_activity a, waiting w where w.pid = any(pg_blocking_pids(a.pid)) and a.pid <> w.pid)
      select count(*) - 1 from waiting join pg_stat_activity using (pid) where application_name <> 'collab-watch'), undef, $holder->{pg_pid});
    $waiting >= $count;
  } 10, "$count calls that wait for a lock";
  return ok $wait, "$count calls wait for the lock";
}

# Tests that GET gives a strong ETag and that a client with the current ETag gets 304 without a body. Returns the ETag.
sub revalidates {
  my ($party, $path) = @_;
  local $Test::Builder::Level = $Test::Builder::Level + 1;
  my $etag = $party->get($path)->header('etag') // '';
  like $etag, qr/^"[a-z0-9-]+"$/, "$path has a strong ETag";
  my $again = $party->get($path, headers => { 'if-none-match' => qq("other", $etag) });
  is $again->status, 304, "$path answers 304 to a client with the current ETag";
  is $again->text, '', 'the 304 has no body';
  is $again->header('etag'), $etag, 'the 304 has the same ETag';
  return $etag;
}

# A second connection of the owner, to hold locks with.
sub another_connection { return Collab::Postgres->connect($ENV{COLLAB_TEST_DBI}) }

# The server's route table (t/lib/Collab/Coverage.pm).
sub routes { return map { Collab::Coverage::row($_) } split /\n/, $ENV{COLLAB_TEST_ROUTES} }

# Runs collabctl as the operator, on this run's database. Dies if it fails.
sub collabctl {
  local $ENV{COLLAB_DSN} = $ENV{COLLAB_TEST_DSN};
  local $ENV{COLLAB_SECRETS_KEY} = "$ENV{COLLAB_TEST_DIR}/secrets.key";
  return run('./collabctl', @_);
}

# Runs a command of collabctl without --yes, which prints a plan and exits with 1, and returns its output. Dies if it exits otherwise.
sub collabctl_plan {
  local $ENV{COLLAB_DSN} = $ENV{COLLAB_TEST_DSN};
  my ($status, $said) = output('./collabctl', @_);
  $status == 1 or die "collabctl @_: exit $status: $said\n";
  return $said;
}

# Runs `collabctl status`, which exits with 1 when something needs a person, and returns its output.
sub collabctl_status {
  local $ENV{COLLAB_DSN} = $ENV{COLLAB_TEST_DSN};
  local $ENV{COLLAB_SECRETS_KEY} = "$ENV{COLLAB_TEST_DIR}/secrets.key";
  my ($status, $said) = output('./collabctl', 'status', @_);
  $status <= 1 or die "collabctl status: exit $status: $said\n";
  return $said;
}

1;
