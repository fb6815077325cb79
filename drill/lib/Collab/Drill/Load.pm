# The members' side: writers and readers, each a process, at a steady pace through the load balancer; and the ledger of their attempts.
#
#   my $load = Collab::Drill::Load->start($dir, $url, \@exchanges);      eight writers and four readers, the exchanges are one for each writer
#   $load->attempts                                                      what was tried since the last call: {at, until, caller, kind, key, status, …}
#   $load->end
# A writer writes under a key: the word of the summary, the case number or the next steps, and the Idempotency-Key. After anything but
# an answer that is final it repeats the same key, until it gets one: what is acknowledged must stand in the table, once.
package Collab::Drill::Load;
use strict;
use warnings;
use Time::HiRes qw(time sleep);
use Collab::Exchange;
use Collab::Load ();

use constant { WRITERS => 8, READERS => 4, WRITES => 20, READS => 60 };        # the last two: of each, a second
use constant GIVES_UP => 60;        # seconds; later than every outage

# What becomes of a request, over and over.
my @life = qw(create note note note question note note answer note note approval note note closure);
my ($loads) = (0);

sub start {
  my ($class, $dir, $url, $exchanges) = @_;
  my $number = ++$loads;
  my @from = map { $exchanges->[$_ % @$exchanges] } 0 .. WRITERS + READERS - 1;
  my @x = map { my $x = bless {%$_}, ref $_; $x->{$_} = $x->{$_}->at($url) for qw(submitter receiver); $x } @from;
  my $next;
  my $load = Collab::Load::load(WRITERS + READERS, sub {
    my ($say, $caller, $turn) = @_;
    my $writes = $caller <= WRITERS;
    my $pace = 1 / ($writes ? WRITES : READS);
    $next //= time + rand $pace;
    while ((my $early = $next - time) > 0) { sleep $early }
    $next = time if $next < time - 1;           # what could not be done in an outage is not made up for
    $next += $pace;
    my $tell = sub { $say->(sprintf('%.4f %.4f', @_[0, 1]), $caller, @_[2 .. $#_]) };
    $writes ? write_one($x[$caller - 1], $tell, "drill-$number-$caller", $turn) : read_one($x[$caller - 1], $tell, $turn);
  }, ledger => "$dir/load$number");
  return bless { load => $load }, $class;
}

sub end { $_[0]{load}->end }

sub attempts {
  my ($self) = @_;
  return map { my %attempt; @attempt{qw(at until caller kind key status retry token)} = @$_; \%attempt } $self->{load}->more;
}

# One write, repeated until it is answered for good.
sub write_one {
  my ($x, $tell, $writer, $turn) = @_;
  my $step = $x->{step} //= 0;
  my $kind = $life[$step];
  my $key = "$writer-$turn";
  my $began = time;
  my ($answer, $status);
  while (1) {
    my $at = time;
    $answer = attempt($x, $kind, $key);
    $status = $answer->status;
    my $token = $status == 200 && ($kind eq 'closure' ? $x->token : $answer->json->{token});
    $tell->($at, time, $kind, $key, $status, $answer->header('retry-after') // '-', $token || '-');
    last if $status == 200 || $status !~ /^(?:409|429|5\d\d)$/ || $status == 409 && $answer->text !~ /still being worked on/;
    last if time > $began + GIVES_UP;
    sleep 0.05 + rand 0.15;
  }
  $x->{record} = $answer->json if $kind eq 'create' && $status == 200;
  $x->{step} = $status == 200 ? ($step + 1) % @life : 0;
}

sub attempt {
  my ($x, $kind, $key) = @_;
  my %with = (headers => { 'idempotency-key' => $key });
  return $x->submitter->post('/v1/collaboration-requests', $x->a_request(internalCaseNumber => $key), %with) if $kind eq 'create';
  return $x->submitter->post($x->notes, a_note(summary => $key), %with)                                      if $kind eq 'note';
  return $x->receiver->post($x->information_request, a_question(requestedInformation => $key), %with)        if $kind eq 'question';
  return $x->submitter->post($x->information_response, an_answer(requestedInformation => $key), %with)       if $kind eq 'answer';
  return $x->receiver->post($x->approval, an_approval(nextSteps => $key), %with)                             if $kind eq 'approval';
  return $x->submitter->post($x->closure, undef, %with);
}

# One read: a request, or a page of the list; every other one with the tag of the last.
sub read_one {
  my ($x, $tell, $turn) = @_;
  my $path = $turn % 10 ? "/v1/collaboration-requests/$x->{watched}" : '/v2/collaboration-requests?size=10';
  my $at = time;
  my $answer = $x->submitter->get($path, $turn % 2 && $x->{tag}{$path} ? (headers => { 'if-none-match' => $x->{tag}{$path} }) : ());
  $x->{tag}{$path} = $answer->header('etag') if $answer->status == 200;
  $tell->($at, time, 'read', '-', $answer->status, $answer->header('retry-after') // '-', '-');
}

1;
