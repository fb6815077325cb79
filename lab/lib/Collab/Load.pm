# Callers that run while a test does something to the server. Each is a process that takes turn after turn, and writes results to a ledger.
#
#   my $load = load(6, sub { my ($say, $caller, $turn) = @_; $say->($x->submitter->get($x->path)->status) });    caller from 1, turn from 0;
#                               options: ledger (a file that stays)
#   $load->lines                all lines of the ledger so far, as lists of words
#   $load->more                 the lines since the last call of `more`
#   $load->end                  lets each caller finish its turn, ends them, and returns all lines
#   $load->died                 after the end: the number of callers that died in a turn
#   pace($rate)                 in a turn: waits, so that the caller takes $rate turns a second
# A caller also ends when the process that started it ends or dies. Otherwise the caller would hold open an output that another process reads.
package Collab::Load;
use strict;
use warnings;
use File::Temp ();
use Time::HiRes qw(time sleep);
use Collab::File qw(lines_from);
use Collab::Process;
use Exporter 'import';
our @EXPORT = qw(load WIDE);
our @EXPORT_OK = qw(pace);
my $next;      # time of the next turn

# Directives for servers on which callers add notes to one request throughout a test.
use constant WIDE => "CollabRequestLimit notes=100000 size=67108864\n";

sub load {
  my ($callers, $turn, %option) = @_;
  my $ledger = $option{ledger} // File::Temp->new(TEMPLATE => 'cl-loadXXXXXX', DIR => '/tmp', UNLINK => 1);
  open my $out, '>>', "$ledger" or die "$ledger: $!\n";
  my $say = sub { syswrite $out, "@_\n" };        # one write for each line
  my $owner = $$;
  my $calls = sub {
    my ($caller) = @_;
    my $on = 1;
    local $SIG{TERM} = sub { $on = 0 };
    srand;        # random numbers other than the parent's
    for (my $n = 0; $on && getppid == $owner; $n++) { $turn->($say, $caller, $n) }
  };
  my @callers = map { my $caller = $_; (bless {}, 'Collab::Process')->begin(sub { $calls->($caller) }) } 1 .. $callers;
  return bless { ledger => $ledger, callers => \@callers }, __PACKAGE__;
}

# After a delay of more than a second, missed turns are not made up for.
sub pace {
  my ($rate) = @_;
  $next //= time + rand 1 / $rate;
  while ((my $early = $next - time) > 0) { sleep $early }
  $next = time if $next < time - 1;
  $next += 1 / $rate;
}

sub lines { my ($self) = @_; return map { [split] } lines_from("$self->{ledger}", \my $start) }
sub more  { my ($self) = @_; return map { [split] } lines_from("$self->{ledger}", \$self->{read}) }

sub died { return $_[0]{died} // 0 }

sub end {
  my ($self) = @_;
  my @pids = map { delete $_->{pid} } splice @{ $self->{callers} };
  kill 'TERM', @pids;
  for (@pids) { waitpid $_, 0; $self->{died}++ if $? }
  return defined wantarray ? $self->lines : ();
}

1;
