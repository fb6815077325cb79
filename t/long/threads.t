# t/long/threads.t: a worker process serves a mixed load for a minute, for the thread sanitizer (make check-threads)
use strict;
use warnings;
use lib qw(t/lib lab/lib);
use Test::More;
BEGIN { plan skip_all => 'make check-threads builds what this is for' if ($ENV{COLLAB_SANITIZERS} // '') !~ /tsan/ }
use Collab::Issuers;
use Collab::Load;
use Collab::Receiver;
use Collab::Test;

my $receiver = receiver();
$x->receiver->post('/v2/webhooks', { callbackUrl => $receiver->url(200) })->ok;
my @members = ($x->submitter, $x->receiver, with($id->token('u1', sub => 'ada|7')), with($login->token('s1', oid => 'o-1')));
my $path = $x->path;
my %do = (
  login   => sub { $_[0]->post('/v1/login', { username => $ada->username, password => rand() < 0.5 ? PASSWORD : 'wrong' }) },
  me      => sub { $_[0]->get('/v1/me') },
  record  => sub { $_[0]->get($path) },
  list    => sub { $_[0]->get('/v2/collaboration-requests?size=50') },
  search  => sub { $_[0]->get('/v2/collaboration-requests?query=link') },
  note    => sub { $_[0]->post($x->notes, a_note()) },
  request => sub { $ada->post('/v1/collaboration-requests', $x->a_request) },
  hooks   => sub { $_[0]->get('/v2/webhooks') },
  wrong   => sub { $_[0]->post($x->notes, { summary => 1 }) },
  unknown => sub { with($id->token('u1', sub => 'nobody|' . int rand 100))->get('/v1/me') },
  late    => sub { with($late->token('l1', sub => 'ada|7'))->get('/v1/me') },
  status  => sub { nobody->get('/collab-status') },
);
my @names = sort keys %do;
my $load = load(16, sub {
  my ($say, $caller, $turn) = @_;
  my $name = $names[rand @names];
  $say->($name, $do{$name}->($members[($caller + $turn) % @members])->status);
});
# The keys of an issuer change meanwhile, in the file and at the URL.
my $end = time + 60;
while (time < $end) {
  $id->publish(time % 2 ? qw(u1 u2) : 'u1');
  $login->publish('s1');
  select undef, undef, undef, 1;
}
my %seen;
$seen{$_->[0]}{$_->[1]}++ for $load->end;
is_deeply [grep { !$seen{$_} } @names], [], 'all of it was asked for';
is_deeply [map { my $name = $_; map { "$name $_" } grep { $_ >= 500 && $_ != 503 } sort keys %{ $seen{$name} } } sort keys %seen], [], 'no operation failed';
ok $stack->server->children == 1, 'by one worker process';
diag join ', ', map { my $name = $_; "$name " . join ' ', map { "$_:$seen{$name}{$_}" } sort keys %{ $seen{$name} } } sort keys %seen;

done_testing;
