# t/ops/collabctl/deliveries-cost.t: the cost of listing failures does not depend on the length of the log of attempts
# A search for successes stops at a limit, and says so. The cost is counted in buffers, which are the same on every machine.
use lib qw(t/lib lab/lib);
use Collab::Test;
use Collab::Stack;
use JSON::XS ();

my $stack = stack(extra => "CollabDispatcher Off\n");
my ($refusing, @others) = map { exchange()->submitter->post('/v2/webhooks', { callbackUrl => "https://h$_.example/" })->ok->{id} } 1 .. 5;
my $json = JSON::XS->new->utf8;
sub json { return $json->decode(collabctl(@_, '--json')) }

# Runs collabctl; returns its output, and the JSON rows in it.
sub said {
  local $ENV{COLLAB_DSN} = $ENV{COLLAB_TEST_DSN};
  my ($status, $said) = output('./collabctl', @_);
  is $status, 0, "@_";
  my ($rows) = $said =~ /^(\[.*\])$/ms;
  return ($said, $json->decode($rows));
}

# Returns the number of buffers that a statement of collabctl reads.
sub cost {
  my ($name, %value) = @_;
  my $buffers = 0;
  for my $part (@{ $json->decode(scalar `bench/statement $name json`)->{parts} }) {
    my $plan = owner()->selectrow_array("explain (analyze, buffers, format json) " .
      $part->{text} =~ s/\$(\d+)/my $value = $value{ $part->{binds}[$1 - 1] =~ s{^arg\.}{}r }; '(' . (defined $value ? owner()->quote($value) : 'null') . ')'/ger);
    my $top = JSON::XS->new->decode($plan)->[0]{Plan};
    $buffers += $top->{'Shared Hit Blocks'} + $top->{'Shared Read Blocks'};
  }
  return $buffers;
}

# Adds this number of successful attempts to each subscription.
sub taken {
  my ($count) = @_;
  owner()->do(q(insert into attempt (subscription, event, number, http_status, success, duration_ms, created_at)
    select s, n, 1, 200, true, 5, clock_timestamp() - interval '1 hour' + n * interval '1 millisecond' from generate_series(1, ?::int) n, unnest(?::bigint[]) s), undef,
    $count, [$refusing, @others]);
  owner()->do("vacuum analyze $_") for qw(attempt dead_letter);
}

# There are few failures: 40 attempts that were refused after the rotation. They are older than all other attempts.
owner()->do(q(update subscription set rotated_at = clock_timestamp() - interval '3 hours' where id = ?), undef, $refusing);
owner()->do(q(with e as (insert into event (type, subscription, submit_company, receive_company) select 'webhook.test', ?, 1, 1 from generate_series(1, 40) returning id),
  d as (insert into dead_letter (event, subscription, reason) select id, ?, 'HTTP 401' from e)
  insert into attempt (subscription, event, number, http_status, success, dead_letter, error, duration_ms, created_at)
  select ?, id, 1, 401, false, true, 'HTTP 401', 5, clock_timestamp() - interval '2 hours' from e), undef, ($refusing) x 3);

my %question = (
  'deliveries --status 202'         => sub { cost('ctl_delivery_delivered', status => 202, success => 'true', limit => 50, look => 5000) },
  'deliveries --status 401'         => sub { cost('ctl_delivery_attempts', status => 401, success => 'false', limit => 50) },
  'deliveries --state failed'       => sub { cost('ctl_delivery_attempts', success => 'false', limit => 50) },
  'replay --refused-since-rotation' => sub { cost('ctl_replay_plan', refused_since_rotation => 'true', rate => 10) },
);
taken(2000);
my %short = map { $_ => $question{$_}->() } keys %question;
taken(10_000);
my %long = map { $_ => $question{$_}->() } keys %question;
cmp_ok $long{$_}, '<=', 1.2 * $short{$_} + 20, "$_: $long{$_} buffers for 60,000 attempts, $short{$_} for 10,000" for sort keys %question;

is scalar(@{ json(qw(deliveries --status 401)) }), 40, 'all failures are found';
is scalar(@{ json(qw(deliveries --state failed --limit 30)) }), 30;
is $json->decode(collabctl_plan(qw(replay --refused-since-rotation --json)))->{deliveries}, 40;
is scalar(@{ json(qw(deliveries --status 200 --limit 7)) }), 7, 'successes are found by status too';

subtest 'a rare status among the successes is found by following the printed --before' => sub {
  my @rare = @{ owner()->selectcol_arrayref(q(with rare as (
    select id, row_number() over (partition by subscription order by created_at, id) as n from attempt where success)
    update attempt set http_status = 202 where id in (select id from rare where n in (10, 11990)) returning id)) };
  is @rare, 10;
  my (@pages, @found, @before);
  do {
    my $said;
    ($said, my $rows) = said(qw(deliveries --status 202 --json), @before);
    push @pages, [map { $_->{attempt} } @$rows];
    @before = $said =~ /searched 10000 attempts of each endpoint, back to \S+; to go on: (--before) (\S+);/;
  } while @before && @pages < 5;
  is_deeply [map { scalar @$_ } @pages], [5, 5], 'the newest first, then those beyond the limit';
  is_deeply [sort { $a <=> $b } map { @$_ } @pages], [sort { $a <=> $b } @rare], 'each once';
  is scalar(@{ json(qw(deliveries --status 202 --since -2h)) }), 10, 'with --since, all at once';
  is scalar(@{ json(qw(deliveries --status 202 --subscription), $refusing) }), 2, 'for one endpoint alone, the search goes further back';
};

done_testing;
