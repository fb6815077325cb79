# t/api/requests/read-plans.t: frequent reads use keys and read each table once, and lists build only the records that they show
# Checks generic plans, which the server's connections use, with 5,000 requests; 1,000,000 in the long form.
use lib qw(t/lib lab/lib);
use Collab::Test;
use Collab::Stack;
use JSON::XS ();

my $count = long(1_000_000, 5_000);
my $stack = stack(extra => "CollabDispatcher Off\n", pg => { conf => "shared_buffers = 256MB\nmax_wal_size = 4GB\n" });
my $bin = $ENV{COLLAB_PG_BINDIR} || '/usr/lib/postgresql/15/bin';
run("$bin/psql", '-X', '-q', '-h', $stack->pg->{socket}, '-U', 'postgres', '-d', 'collab', '-v', "n=$count", '-v', 'hash=none', '-f', 'bench/seed.sql');
owner()->do(q(insert into attachment_storage (uid, company, request, domain, password, path, port)
              select gen_random_uuid(), submit_company, id, 'files.example', 'x', '/', 443 from request where id % 2 = 0));
owner()->do('analyze attachment_storage');

my $json = JSON::XS->new->canonical;
my $api = DBI->connect($stack->pg->dbi =~ s/user=\w+/user=collab_api/r, '', '', { RaiseError => 1, PrintError => 0 });
$api->do('set plan_cache_mode = force_generic_plan');
my $middle = int $count / 2;
my %value = ('caller.user' => 1 + $middle % 200, 'caller.epoch' => 1, 'path.token' => 1_000_000_000_000_000 + $middle, 'query.includeRemovedNotes' => 'false',
  'query.includeRemoved' => 'false', 'query.type' => 'ALL', 'query.status' => 'ALL', 'query.cursor' => '', 'query.size' => 20, 'query.page' => 3, 'value.count' => 20);

# The first row that a statement returns; with a prefix $before, such as EXPLAIN, the first row that the prefixed command returns.
sub row {
  my ($before, $name, %with) = @_;
  my ($part) = @{ $json->decode(scalar `bench/statement $name json`)->{parts} };
  $api->do('prepare planned (' . join(', ', map { 'text' } @{ $part->{binds} }) . ") as $part->{text}");
  my @row = $api->selectrow_array("$before execute planned (" . join(', ', map { $api->quote({ %value, %with }->{$_}) } @{ $part->{binds} }) . ')');
  $api->do('deallocate planned');
  return @row;
}
# The nodes of an executed plan, parents before children, without those that read the table `node`: it has a row for each node of the
# exchange, so reading it whole costs nothing.
sub nodes { my ($node) = @_; return ((grep { ($_->{'Relation Name'} // '') ne 'node' } $node), map { nodes($_) } @{ $node->{Plans} || [] }) }
sub carried_out { my ($plan) = row('explain (analyze, timing off, format json)', @_); return nodes($json->decode($plan)->[0]{Plan}) }
sub named { my ($node) = @_; return join ' ', grep { defined } @{$node}{'Node Type', 'Relation Name', 'Index Name'} }

for my $name (qw(request_get note_list me attachment_config_get)) {
  my @nodes = carried_out($name);
  my %looks;
  $looks{ $_->{'Relation Name'} } += $_->{'Actual Loops'} for grep { $_->{'Relation Name'} } @nodes;
  delete @looks{qw(attachment_storage company)} if $name eq 'attachment_config_get';      # read once for each party
  ok %looks, "$name reads " . join ', ', sort keys %looks;
  is_deeply [grep { $looks{$_} != 1 } sort keys %looks], [], "$name reads each table once";
  is_deeply [map { named($_) } grep { $_->{'Node Type'} =~ /^(?:Seq Scan|CTE Scan|Materialize|Hash.*)$/ } @nodes], [], "$name uses keys alone";
}

my @last = owner()->selectrow_array(q(select (extract(epoch from created_at) * 1000000)::bigint || '-' || id from request where submit_company = ?
                                       order by created_at, id offset 5 limit 1), undef, 1 + $middle % 200);
for my $with (['request_list'], ['request_list', 'query.cursor' => $last[0]], ['request_list', 'query.type' => 'OUTBOUND'], ['request_batch'],
  ['request_batch', 'value.after' => $last[0]]) {
  my ($name, %with) = @$with;
  my $what = join ' ', @$with;
  my @nodes = carried_out($name, %with);
  my @walks = grep { ($_->{'Index Name'} // '') =~ /^request_(?:submitter|receiver)$/ } @nodes;
  is scalar(@walks), 2, "$what uses two indexes";
  is_deeply [map { named($_) } grep { $_->{'Node Type'} ne 'Index Scan' || $_->{'Actual Rows'} > 21 || $_->{'Rows Removed by Filter'} } @walks], [], "$what reads one page from each";
  is_deeply [map { named($_) } grep { $_->{'Node Type'} =~ /^(?:Seq Scan|Bitmap.*|Hash.*)$/ } @nodes], [], "$what uses keys alone";
}
my $ids = owner()->selectcol_arrayref('select id from request where submit_company = ? order by created_at desc, id desc limit 20', undef, 1 + $middle % 200);
for my $with (['request_page'], ['request_rest', 'value.after' => '{' . join(',', @$ids) . '}']) {
  my ($name, %with) = @$with;
  is_deeply [map { named($_) } grep { $_->{'Node Type'} eq 'Seq Scan' } carried_out($name, %with)], [], "$name makes no sequential scan";
}

# Record 3 of 20 brings the page to 1 MiB. So only three records are built, and only keys are sorted, no text.
$ids = owner()->selectcol_arrayref('select id from request where ? in (submit_company, receive_company) order by created_at desc, id desc limit 20', undef, 1 + $middle % 200);
owner()->do('update request set submitter_size = 1 << 20 where id = ?', undef, $ids->[2]);
my ($outcome, $version) = row('', 'request_list');
for my $with (['request_list', 3], ['request_list', 0, 'request.if_none_match' => $version], ['request_batch', 3], ['request_page', 3, 'query.page' => 0],
  ['request_rest', 3, 'value.after' => '{' . join(',', @$ids) . '}']) {
  my ($name, $built, %with) = @$with;
  my @nodes = carried_out($name, %with);
  my $what = $with{'request.if_none_match'} ? "$name of a page that the client has" : $name;
  is_deeply [map { $_->{'Actual Loops'} } grep { ($_->{'Index Name'} // '') =~ /^(?:note|response)_request$/ } @nodes], [$built, $built], "$what builds $built records";
  is scalar(grep { $_->{'Node Type'} =~ /Sort/ && $_->{'Actual Rows'} } @nodes), $name eq 'request_rest' ? 0 : 1, "$what sorts only the keys of the page";
}

done_testing;
