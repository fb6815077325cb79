# t/ops/health/status-page.t: the status page describes receivers in words, and its alarms link to runbooks that the node serves
use lib qw(t/lib lab/lib);
use Collab::Receiver;
use Collab::Stack;
use Collab::StatusPage;
use Collab::Test;

my $stack = stack(extra => "CollabDutyInterval 100ms\nCollabWebhookRetry V2 600 600\n" . status_page());
my $receiver = receiver();

subtest 'the page describes the state of each receiver' => sub {
  my $x = exchange(request => 0);
  my %hook = map { $_ => $x->submitter->post('/v2/webhooks', { callbackUrl => $receiver->url($_) })->ok->{id} } '429+300', '404';
  $x->open_request;
  my $of = sub { my ($id) = @_; return nobody->get('/the-status')->text =~ m{<tr><td>([^<]*) <span class="soft">([^<]*), subscription $id</span></td><td class="left (\w*)">([^<]+)<} ? [$1, $2, $3, $4] : [] };
  my @is = ($x->submitter->company->{name}, '127.0.0.1:' . $receiver->port);
  my $got;
  ok +(wait_for { $got = $of->($hook{'429+300'}); @$got && $got->[0] && $got->[3] =~ /until/ } 15), 'a receiver with Retry-After is not called until then';
  is_deeply [@$got[0 .. 2]], [@is, 'failing'];
  like $got->[3], qr/^not called until \d\d:\d\d: 1 failure$/;
  like +(grep { $_->{subscription} == $hook{'429+300'} } @{ status()->{endpoints} })[0]{notCalledUntil}, qr{T\d\d:\d\d:}, '?json has the date, too';
  wait_for { ($of->($hook{404})->[3] // '') =~ /1 failure/ } 15, '404';
  is_deeply $of->($hook{404}), [@is, '', 'still called: 1 failure'];
};

subtest 'the page names the company and the host with the most slots' => sub {
  my ($x, $url) = (exchange(request => 0), $receiver->url('hang'));
  $x->submitter->post('/v2/webhooks', { callbackUrl => $url })->ok for 1 .. 2;
  $x->open_request;
  my $page;
  my ($company, $at) = ($x->submitter->company->{name}, '127.0.0.1:' . $receiver->port);
  wait_for { ($page = nobody->get('/the-status')->text) =~ /Most slots: \Q$company\E 2/ } 10, 'the company on the page';
  like $page, qr/Most slots: [^;]*; at \Q$at\E 2\. While less than a quarter of the slots is free, a company may hold 64, a host 64</;
};

subtest 'the node serves the runbooks that alarms link to' => sub {
  my $page = fetched('/the-status?runbook', 'text/html; charset=utf-8');
  my %id = map { $_ => 1 } $page =~ /<h\d id="([\w-]+)">/g;
  ok $id{$_}, $_ for qw(cannot-log-in database-unreachable disk-full lag-grows one-member-complains a-secret-leaked a-clock-is-wrong the-secrets-key-is-lost
    backup-and-restore upgrade-and-rollback);
  ok $id{$_}, "#$_ leads somewhere" for $page =~ /href="#([\w-]+)"/g;
  like $page, qr/<pre>collabctl doctor\n<\/pre>/;
  my @open;
  for ($page =~ m{<(/?\w+)[^>]*?>}g) {
    next if /^meta$/;
    if (s{^/}{}) { is pop @open, $_, "</$_>" or last }
    else { push @open, $_ }
  }
  is_deeply \@open, [], 'every element that is opened is closed';
  nobody->get('/the-status?runbook')->is_safe_in_a_browser('the runbooks');
};

done_testing;
