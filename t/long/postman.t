# t/long/postman.t: newman runs the Postman collection of /docs on the demo's data; the cursor's loop ends, and tokens are renewed
use lib qw(t/lib lab/lib);
use Collab::File qw(slurp write_file);
use Collab::Stack;
use Collab::Test;
use Cwd qw(getcwd);
use File::Temp qw(tempdir);

my $newman = getcwd() . '/t/clients/node_modules/.bin/newman';
-x $newman or die "newman is missing: `make clients` fetches it\n";
my $dir = tempdir('clXXXXXX', DIR => '/tmp', CLEANUP => 1);
$ENV{HOME} = $dir;      # newman must not read the user's configuration
my $stack = stack(extra => "CollabTokenLifetime 60\n");
collabctl('demo');

# One request a page, so that the cursor's loop has something to do.
my $collection = JSON::XS->new->decode(nobody->get('/docs/postman.json')->text);
my ($list) = grep { $_->{request}{url}{raw} =~ /cursor=/ && $_->{request}{url}{raw} =~ /requests/ } map { @{ $_->{item} } } @{ $collection->{item} };
$_->{key} eq 'size' and ($_->{value}, $_->{disabled}) = ('1', JSON::XS::false) for @{ $list->{request}{url}{query} };
write_file("$dir/collection.json", JSON::XS->new->encode($collection));

sub run_collection {
  my ($about, @options) = @_;
  my ($status, $said) = output($newman, 'run', "$dir/collection.json", '--reporters', 'json', '--reporter-json-export', "$dir/report.json", @options);
  is $status, 0, "$about: no request fails" or diag $said;
  my $run = JSON::XS->new->decode(slurp("$dir/report.json"))->{run};
  diag map { "$_->{source}{name}: $_->{error}{message}\n" } @{ $run->{failures} } if @{ $run->{failures} };
  return @{ $run->{executions} };
}

my (%times, %expected);
$times{ $_->{item}{name} }++ for run_collection('the first run');
$expected{ $_->{name} } = 1 for map { @{ $_->{item} } } @{ $collection->{item} };
is delete $times{ $list->{name} }, 1, 'one page for one request';
delete $expected{ $list->{name} };
is_deeply [sort keys %times], [sort keys %expected], 'every operation of the collection is called';
is scalar(grep { $_->{item}{name} eq $list->{name} } run_collection('the second run')), 3, 'the loop reads three pages for three requests';

# The deadline of the tokens has passed before each request.
my $renewing = slurp("$dir/collection.json") =~ s/expiresIn \* 900/expiresIn * 0/r;
write_file("$dir/collection.json", $renewing);
run_collection('with tokens that end at once');
my $logins = grep { m{ POST /v1/login } } split /\n/, slurp($stack->server->dir . '/trace_log');
cmp_ok $logins, '>=', 2 * keys %expected, 'both parties log in again for each request';

done_testing;
