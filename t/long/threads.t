# t/long/threads.t: a worker serves a mixed load for a minute, under the thread sanitizer (make check-threads)
use strict;
use warnings;
use lib qw(t/lib lab/lib);
use Test::More;
BEGIN { plan skip_all => 'only for a build by make check-threads' if ($ENV{COLLAB_SANITIZERS} // '') !~ /tsan/ }
use File::Temp ();
use Collab::Form;
use Collab::StatusPage;
use Collab::Storage;
my ($dir, $storage);
BEGIN {
  $dir = File::Temp::tempdir('clXXXXXX', DIR => '/tmp', CLEANUP => 1);
  $storage = Collab::Storage->start("$dir/storage");
  $storage->let('CASE-1');
  # All limiters are on, with limits that refuse nothing.
  $Collab::Issuers::more = join "\n", 'CollabRateLimit 1000000 60', map({ "CollabLogin${_}Limit 100000 900" } '', 'Address', 'Name'),
    'CollabRequestLimit notes=100000 size=67108864', "CollabEventLog $dir/events", "CollabAuditLog $dir/audit", $storage->directives, status_page(), <<'END';
<Location "/the-metrics">
  SetHandler collab-metrics
  Require local
</Location>
END
}
use Collab::Coverage;
use Collab::Issuers;
use Collab::Load;
use Collab::Operations;
use Collab::Receiver;
use Collab::Test;

my ($SECONDS, $LONGEST, $LEAST) = (60, 400, 20);      # the load lasts $SECONDS to $LONGEST s: until each kind of call has had its expected answer $LEAST times
my $receiver = receiver();
my @subscribed = map { $x->receiver->post("/$_/webhooks", { callbackUrl => $receiver->url(200) })->ok } qw(v1 v2);
my %rows = map { $_->{name} => $_ } Collab::Coverage::routes($stack->server);
my $operations = operations(rows => \%rows);
my $an_hour = time + 3600;
my @members = ($x->submitter, $x->receiver, with($id->token('u1', sub => 'ada|7', exp => $an_hour)), with($login->token('s1', oid => 'o-1', exp => $an_hour)));
my @unknown = map { with($id->token('u1', sub => "nobody|$_", exp => $an_hour)) } 1 .. 50;
my $untrusted = with($late->token('l1', sub => 'ada|7', exp => $an_hour));
my $bytes = 'x' x 300_000;

# All callers make these calls at the same time, on one request, as the same four members. A row has the expected status, and the call.
my %do = (
  wrong_login    => [401, sub { $_[0]->post('/v1/login', { username => $ada->username, password => 'wrong' }) }],
  same_login     => [200, sub { $_[0]->post('/v1/login', { username => $ada->username, password => PASSWORD }) }],
  same_me        => [200, sub { $_[0]->get('/v1/me') }],
  same_record    => [200, sub { $_[0]->get($x->path) }],
  same_list      => [200, sub { $_[0]->get('/v2/collaboration-requests?size=50') }],
  found          => [200, sub { $_[0]->get('/v2/collaboration-requests?query=link') }],
  same_note      => [200, sub { $_[0]->post($x->notes, a_note()) }],
  same_company   => [200, sub { $ada->post('/v1/collaboration-requests', $x->a_request) }],
  same_hooks     => [200, sub { $_[0]->get('/v2/webhooks') }],
  wrong_note     => [400, sub { $_[0]->post($x->notes, { summary => 1 }) }],
  unknown_member => [401, sub { $unknown[rand @unknown]->get('/v1/me') }],
  late_issuer    => [503, sub { $untrusted->get('/v1/me') }],
  status_page    => [200, sub { nobody->get('/the-status') }],
  status_json    => [200, sub { nobody->get('/the-status?json') }],
  metrics        => [200, sub { nobody->get('/the-metrics') }],
);
# Uploads to a storage, on a request of the caller's own.
sub upload {
  my ($own) = @_;
  my $party = $own->submitter;
  $party->put($own->path . '/attachments/config/https', $storage->config)->status == 200 or die "no storage\n";
  my ($body, %option) = a_form([files => $own->token . '.bin', $bytes]);
  my $answer = $party->request('POST', $own->path . '/attachments', body => $body, %option);
  return $answer->status == 200 && $answer->json->[0]{submitterStatus} ne 'SUCCESS' ? 500 : $answer->status;
}
# The callers also run every operation's example on companies of their own, after the examples that the operation needs.
my @names = (sort(keys %do), 'uploaded', sort keys %rows);
my ($own, $turns);
my $load = load(16, sub {
  my ($say, $caller, $turn) = @_;
  my $name = $names[rand @names];
  if (my $do = $do{$name}) { $say->($name, $do->[1]->($members[($caller + $turn) % @members])->status); return }
  if (!$turns++) { Test::More->builder->$_('/dev/null') for qw(output failure_output) }      # other tests check the examples
  $own = exchange() if $turns % 20 == 1;
  $say->($name, $name eq 'uploaded' ? upload($own->another) : $operations->example($own->another, $name)->status);
});

# Meanwhile the keys of the issuers change, in the file and at the URL.
my ($begun, %seen) = time;
my $as_wanted = sub { my ($name) = @_; my $of = $seen{$name} || {}; my $sum = 0; $sum += $of->{$_} for grep { $do{$name} ? $_ eq $do{$name}[0] : /^2/ } keys %$of; return $sum };
my $missing = sub { return grep { $as_wanted->($_) < $LEAST } @names };
while (time - $begun < $SECONDS || time - $begun < $LONGEST && $missing->()) {
  $id->publish(time % 2 ? qw(u1 u2) : 'u1');
  $login->publish('s1');
  select undef, undef, undef, 1;
  $seen{$_->[0]}{$_->[1]}++ for $load->more;
}
$load->end;
$seen{$_->[0]}{$_->[1]}++ for $load->more;
diag sprintf '%d s, %d calls', time - $begun, eval { my $sum = 0; $sum += $_ for map { values %$_ } values %seen; $sum };
diag join ', ', map { my $name = $_; "$name " . join ' ', map { "$_:$seen{$name}{$_}" } sort keys %{ $seen{$name} } } sort keys %seen;
is $load->died, 0, 'every caller calls to the end';
is_deeply [map { "$_: " . $as_wanted->($_) } $missing->()], [], 'each of ' . @names . " kinds of calls has its expected answer $LEAST times";
is_deeply [map { my $name = $_; map { "$name $_" } grep { $_ >= 500 && $_ != 503 } sort keys %{ $seen{$name} } } sort keys %seen], [], 'no operation fails';
ok scalar($receiver->wait(undef, $LEAST)), 'webhooks arrive';
ok $stack->server->children == 1, 'there is one worker';

done_testing;
