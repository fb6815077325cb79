# Callers that go on while something is done to the server: each a process of its own, one turn after the other, with a ledger of what came of them.
#
#   my $load = load(6, sub { my ($say, $caller, $turn) = @_; $say->($x->submitter->get($x->path)->status) });    caller from 1, turn from 0;
#                               options: ledger (a file that stays)
#   $load->lines                what was said up to now: the words of each line
#   $load->more                 what was said since the last call of it
#   $load->end                  lets each finish its turn; the lines, all of them
#   $load->died                 after the end: how many callers died in a turn, and so called no more
#   pace($rate)                 for a turn: waits for its moment, so that the caller makes so many turns a second
# A caller also ends with the process that started it, however that ends: it would keep the output open that others read to its end.
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
my $next;      # turn's moment

# For servers on which callers add notes to one request for as long as a test takes.
use constant WIDE => "CollabRequestLimit notes=100000 size=67108864\n";

sub load {
  my ($callers, $turn, %option) = @_;
  my $ledger = $option{ledger} // File::Temp->new(TEMPLATE => 'cl-loadXXXXXX', DIR => '/tmp', UNLINK => 1);
  open my $out, '>>', "$ledger" or die "$ledger: $!\n";
  my $say = sub { syswrite $out, "@_\n" };        # a line is one write
  my $owner = $$;
  my $calls = sub {
    my ($caller) = @_;
    my $on = 1;
    local $SIG{TERM} = sub { $on = 0 };
    srand;        # its own numbers, not its parent's
    for (my $n = 0; $on && getppid == $owner; $n++) { $turn->($say, $caller, $n) }
  };
  my @callers = map { my $caller = $_; (bless {}, 'Collab::Process')->begin(sub { $calls->($caller) }) } 1 .. $callers;
  return bless { ledger => $ledger, callers => \@callers }, __PACKAGE__;
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

sub died { return $_[0]{died} // 0 }

sub end {
  my ($self) = @_;
  my @pids = map { delete $_->{pid} } splice @{ $self->{callers} };
  kill 'TERM', @pids;
  for (@pids) { waitpid $_, 0; $self->{died}++ if $? }
  return defined wantarray ? $self->lines : ();
}

1;
