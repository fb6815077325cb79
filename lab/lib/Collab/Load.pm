# Callers that go on while something is done to the server: each a process of its own, one turn after the other, with a ledger of what came of them.
#
#   my $load = load(6, sub { my ($say, $caller, $turn) = @_; $say->($x->submitter->get($x->path)->status) });    caller from 1, turn from 0;
#                               options: ledger (a file that stays)
#   $load->lines                what was said up to now: the words of each line
#   $load->more                 what was said since the last call of it
#   $load->end                  lets each finish its turn; the lines, all of them
#   pace($rate)                 for a turn: waits for its moment, so that the caller makes so many turns a second
# A caller also ends with the process that started it, however that ends: it would keep the output open that others read to its end.
package Collab::Load;
use strict;
use warnings;
use File::Temp ();
use POSIX ();
use Time::HiRes qw(time sleep);
use Collab::File qw(lines_from);
use Exporter 'import';
our @EXPORT = qw(load WIDE);
our @EXPORT_OK = qw(pace);
my $next;      # turn's moment

# For servers on which callers add notes to one request for as long as a test takes.
use constant WIDE => "CollabRequestLimit notes=100000 size=67108864\n";

sub load {
  my ($callers, $turn, %option) = @_;
  my $ledger = $option{ledger} // File::Temp->new(TEMPLATE => 'cl-loadXXXXXX', DIR => '/tmp', UNLINK => 1);
  my $self = bless { ledger => $ledger, owner => $$, pids => [] }, __PACKAGE__;
  open my $make, '>>', "$ledger" or die "$ledger: $!\n";
  push @{ $self->{pids} }, $self->caller_of($turn, $_) for 1 .. $callers;
  return $self;
}

sub caller_of {
  my ($self, $turn, $caller) = @_;
  my $pid = fork // die "fork: $!\n";
  return $pid if $pid;
  my $on = 1;
  local $SIG{TERM} = sub { $on = 0 };
  srand;        # its own numbers, not its parent's
  open my $out, '>>', "$self->{ledger}" or die "ledger: $!\n";
  my $say = sub { syswrite $out, "@_\n" };        # a line is one write
  eval { for (my $n = 0; $on && getppid == $self->{owner}; $n++) { $turn->($say, $caller, $n) } 1 } or print STDERR "load: $@";
  POSIX::_exit(0);
}

# What could not be done in an outage is not made up for.
sub pace {
  my ($rate) = @_;
  $next //= time + rand 1 / $rate;
  while ((my $early = $next - time) > 0) { sleep $early }
  $next = time if $next < time - 1;
  $next += 1 / $rate;
}

sub lines { my ($self) = @_; return map { [split] } lines_from("$self->{ledger}", \my $start) }
sub more  { my ($self) = @_; return map { [split] } lines_from("$self->{ledger}", \$self->{read}) }

sub end {
  my ($self) = @_;
  my @pids = splice @{ $self->{pids} };
  kill 'TERM', @pids;
  waitpid $_, 0 for @pids;
  return defined wantarray ? $self->lines : ();
}

sub DESTROY {
  my ($self) = @_;
  return if $self->{owner} != $$;
  local ($?, $!);
  kill 'KILL', @{ $self->{pids} };
  waitpid $_, 0 for splice @{ $self->{pids} };
}

1;
