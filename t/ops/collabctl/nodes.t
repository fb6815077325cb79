# t/ops/collabctl/nodes.t: collabctl nodes prints a line for each node, with its state, findings and id, and forgets dead ones
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
like shift @lines, qr/^NODE +PROCESS +VERSION +STATE +SEEN +STARTED +UNDER WAY +HEALTH +PROBLEMS +ID$/;
is scalar @lines, 3, 'a heading and a line for each node';
for my $process ($first, $second) {
  ok +(grep { /^\S+ +$process +[\d.]+ +serving +\d+ s ago +\S+Z +0 +\w+ +\S.* [0-9a-f]{12}$/ } @lines), "process $process serves" or diag join "\n", @lines;
}
ok +(grep { /^elsewhere +1 +0\.0\.9 +silent +4\d s ago +\S+Z +- +failing +clock, disk +elsewhere\/1$/ } @lines), 'a dead node of 0.1.0 is silent, and has its last findings';

collabctl('drain', '--process', $second, '--keep-running');
my %state = map { $_->{process} => $_->{state} } @{ JSON::XS->new->utf8->decode(collabctl('nodes', '--json')) };
is_deeply \%state, { $first => 'serving', $second => 'draining', 1 => 'silent' };

subtest 'a node that will not return is forgotten' => sub {
  my $forget = sub { local $ENV{COLLAB_DSN} = $ENV{COLLAB_TEST_DSN}; return output('./collabctl', 'nodes', 'forget', @_) };
  my ($id) = map { $_->{id} } grep { $_->{process} == $second } @{ JSON::XS->new->utf8->decode(collabctl('nodes', '--json')) };
  my ($status, $said) = $forget->($id);
  is $status, 1, 'one that reports is not';
  like $said, qr/^collabctl: nodes forget: node: $id reported \d+ s ago; stop it first$/;
  ($status, $said) = $forget->('nobody');
  like $said, qr/^collabctl: nodes forget: node: there is no node nobody; collabctl nodes lists them$/;
  is collabctl('nodes', 'forget', 'elsewhere/1'), "the node elsewhere/1 (elsewhere, process 1) is forgotten\n";
  is scalar @{ JSON::XS->new->utf8->decode(collabctl('nodes', '--json')) }, 2, 'it is gone';
};

subtest 'a node has one row under whatever host name, and rows from a dump are none' => sub {
  owner()->do(q(update node set name = 'earlier-name', process = 1 where process = ?), undef, $second);
  owner()->do(q(insert into node (name, process, version, problems, id, start, of_table) values ('lost', 1, 'x', '[]', 'abcdefabcdef', 1, 1)));
  unlike collabctl('nodes'), qr/lost/, 'a row from a dump is not listed';
  ok +(wait_for { 2 == owner()->selectrow_array('select count(*) from node') } 20), 'it is deleted';
  ok +(wait_for { 1 == owner()->selectrow_array('select count(*) from node where process = ?', undef, $second) } 20), 'the node has its name again';
  is owner()->selectrow_array('select count(*) from node'), 2, '… in its row';
};

subtest 'after a reload into this version, the row of 0.1.0 is replaced' => sub {
  owner()->do('update node set id = null, start = null, place = null, of_table = null where process = ?', undef, $second);
  ok +(wait_for { owner()->selectrow_array('select id from node where process = ?', undef, $second) } 20), 'the node has its row again';
  is owner()->selectrow_array('select count(*) from node'), 2, '… and no other';
};

owner()->do('delete from node');
wait_for { 2 == owner()->selectrow_array('select count(*) from node') } 20, 'their watchers report again';
done_testing;
