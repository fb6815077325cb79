# t/long/previous-nodes.t: an exchange of 0.1.0 is upgraded under load, node by node, and rolled back, without a failed request
# build/previous builds 0.1.0 from the history. The members and their account are the drill's.
use lib qw(t/lib lab/lib drill/lib faultlab/lib);
use Collab::Test;
use Collab::Drill::Account;
use Collab::Drill::Load;
use Collab::Drill::Site;
use Collab::Lab::Account;
use Collab::Lab::Load qw(attempts);
use Collab::Postgres;
use Collab::Wait qw(gone);
use Cwd ();
use File::Temp ();
use Time::HiRes qw(time);

my $old = Cwd::cwd() . '/build/obj/previous';
-e "$old/built" or plan skip_all => '0.1.0 is not built: the history lacks it';
my $tools = Cwd::cwd() . '/build/obj/drill';
-e "$tools/fetched" or die "the drill's tools are missing: `make drill-tools` fetches them\n";
my $dir = File::Temp::tempdir('clXXXXXX', DIR => '/tmp', CLEANUP => 1);
my $pg = Collab::Postgres->start($dir, template => undef);
my $site = Collab::Drill::Site->build($dir, $tools, $pg, so => "$old/mod_collab.so", collabctl => "$old/collabctl");
my $new = Cwd::cwd() . '/mod_collab.so';
@ENV{qw(COLLAB_TEST_DSN COLLAB_DSN COLLAB_SECRETS_KEY)} = (($pg->dsn('collab_owner')) x 2, "$dir/secrets.key");
my $x = ($site->exchanges)[0];
is_deeply [versions()], ['0.1.0'], 'the exchange is one of 0.1.0';

my $account = Collab::Drill::Account->new;
my $load = Collab::Drill::Load::start("$dir/load", $site->balancer->url, $site->exchanges);
steady('0.1.0, with its own schema');
ok collabctl('migrate') =~ /^applied /m, 'the schema is migrated under load';
steady('0.1.0, with the new schema');
replace(1, $new);
is_deeply [versions()], ['0.1.0', 'new'], 'then both versions serve';
steady('both versions');
replace(2, $new);
steady('the new version');

# What only the new version has is used before the way back.
my ($hook) = $site->subscriptions('ledger');
my $party = $x->receiver->at(($site->nodes)[0]);
ok +(wait_for { $party->patch("/v2/webhooks/$hook->{id}", { contentType => 'application/json' })->status == 200 } 60), 'a subscription gets application/json';
my $token = $party->request('POST', '/oauth2/token', token => undef, type => 'application/x-www-form-urlencoded',
  body => join '&', 'grant_type=client_credentials', 'client_id=' . in_path($party->username), 'client_secret=' . in_path($party->password));
is $token->status, 200, 'and a client a token of the token endpoint';
steady('the new version, with what only it has');
for my $n (1, 2) { replace($n, "$old/mod_collab.so"); steady("node $n is 0.1.0 again") }
is_deeply [versions()], ['0.1.0'], 'at the end, 0.1.0 alone serves, with the configuration and schema of the new version';
is $party->get('/v1/me', token => $token->json->{access_token})->status, 200, 'it accepts the token endpoint\'s tokens';

$load->end;
look();
my $last = $pg->dbh->selectrow_array('select max(id) from event');
ok +(wait_for { !$pg->dbh->selectrow_array('select (select count(*) from outbox where event <= $1 and channel <> 3) + (select count(*) from delivery where event <= $1)', undef, $last) } 60),
  'every event is delivered';
$account->settle($pg->dbh);
my $deliveries = Collab::Lab::Account->new($site);
$deliveries->read;
my $witness = $deliveries->witness($pg->dbh);
my $all = $account->within(0, 9e9);
diag sprintf '%d requests, %d acknowledged writes, %d events', $all->{requests}, $all->{acknowledged}, $witness->{events};
cmp_ok $all->{acknowledged}, '>', 1000, 'over 1,000 writes were acknowledged';
is_deeply $all->{errors}, {}, 'no request failed';
is_deeply [@{$all}{qw(lost twice)}], [0, 0], 'no write is lost, and none is made twice';
is_deeply $witness->{missing}, [], 'no event is lost';
is $witness->{unknown}, 0, 'and none is invented';
is_deeply $deliveries->{faulty}, {}, 'every delivery is signed and right';
$site->end;
done_testing;

# Lets the load run for two seconds.
sub steady { my ($with) = @_; select undef, undef, undef, 2; my $before = $account->writes; look(); cmp_ok scalar $account->writes, '>', $before, "writes with: $with" }
sub look { $account->add(attempts($load)) }

# Drains a node as an operator does, and starts it with this module.
sub replace {
  my ($n, $so) = @_;
  my $node = ($site->nodes)[$n - 1];
  my $pid = $node->pid;
  my @all = ($pid, $node->processes(undef));
  run('./collabctl', 'drain', '--process', $pid, '--idle', 2);
  wait_for { gone(@all) } 60 or die "the drained node did not end\n";
  $site->use_module($n, $so);
  $node->start;
  ok +(wait_for { nobody->at($node)->get('/health/ready')->status == 200 } 30), "node $n runs $so" =~ s{/\S*/(?=(?:obj/previous/)?mod_collab\.so)}{}r;
}

# The versions of the nodes that serve. 0.1.0 does not write the node's id.
sub versions {
  return @{ $pg->dbh->selectcol_arrayref(q(select distinct case when to_jsonb(n) ->> 'id' is null then '0.1.0' else 'new' end from node n
    where seen_at > clock_timestamp() - interval '20 s' order by 1)) };
}
