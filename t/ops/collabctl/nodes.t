# t/ops/collabctl/nodes.t: collabctl nodes prints a line for each node, with its state and findings
use lib qw(t/lib lab/lib);
use Collab::Stack;
use Collab::Test;

my $stack = stack();
my $node = $stack->another_server('node', extra => "CollabDispatcher Off\n");
my ($first, $second) = ($stack->server->pid, $node->pid);
wait_for { 2 == owner()->selectrow_array('select count(*) from node') } 20, 'both nodes';
owner()->do(q(insert into node (name, process, version, seen_at, problems, started_at) values
  ('elsewhere', 1, '0.0.9', clock_timestamp() - interval '40 seconds', '[{"reason": "disk", "status": "failing"}, {"reason": "clock", "status": "attention"}]', clock_timestamp())));

my @lines = split /\n/, collabctl('nodes');
like shift @lines, qr/^NODE +PROCESS +VERSION +STATE +SEEN +STARTED +UNDER WAY +HEALTH +PROBLEMS$/;
is scalar @lines, 3, 'a heading and a line for each node';
for my $process ($first, $second) {
  ok +(grep { /^\S+ +$process +[\d.]+ +serving +\d+ s ago +\S+Z +0 +\w+ +\S/ } @lines), "process $process serves" or diag join "\n", @lines;
}
ok +(grep { /^elsewhere +1 +0\.0\.9 +silent +4\d s ago +\S+Z +- +failing +clock, disk$/ } @lines), 'a dead node is silent, and has its last findings';

collabctl('drain', '--process', $second, '--keep-running');
my %state = map { $_->{process} => $_->{state} } @{ JSON::XS->new->utf8->decode(collabctl('nodes', '--json')) };
is_deeply \%state, { $first => 'serving', $second => 'draining', 1 => 'silent' };

owner()->do('delete from node');
wait_for { 2 == owner()->selectrow_array('select count(*) from node') } 20, 'their watchers report again';
done_testing;
