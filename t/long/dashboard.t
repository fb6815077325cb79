# t/long/dashboard.t: each expression of the Grafana dashboard finds the metrics of a node, and the objectives are computed right
use lib qw(t/lib lab/lib);
use Collab::File qw(slurp write_file);
use Collab::Judgement;
use Collab::Receiver;
use Collab::Test;
use Cwd qw(getcwd);
use File::Temp qw(tempdir);

my $promtool = getcwd() . '/build/obj/promtool/usr/bin/promtool';
-x $promtool or die "promtool is missing: `make promtool` fetches it\n";
my $rules = getcwd() . '/conf/prometheus/slo.rules.yml';
my $dir = tempdir('clXXXXXX', DIR => '/tmp', CLEANUP => 1);

# Lets promtool evaluate cases on these series (series => values); returns its exit status and what it said.
sub evaluated {
  my ($cases, %series) = @_;
  write_file("$dir/test.yml", join '', "rule_files:\n  - $rules\nevaluation_interval: 1m\ntests:\n  - interval: 1m\n    input_series:\n",
    map({ "      - series: '$_'\n        values: '$series{$_}'\n" } sort keys %series), "    promql_expr_test:\n", $cases);
  return output($promtool, 'test', 'rules', "$dir/test.yml");
}
sub expects { my ($expression, $samples) = @_; return "      - expr: '$expression'\n        eval_time: 20m\n        exp_samples: $samples\n" }

my %series;
{
  my $stack = judged();
  my $x = exchange(request => 0);
  my $receiver = receiver();
  $x->submitter->post('/v2/webhooks', { callbackUrl => $receiver->url($_) })->ok for 200, 404;
  $x->open_request;
  my $metrics;
  wait_for { $metrics = nobody->get('/the-metrics')->text; $metrics =~ /outcome="dead"\} [1-9]/ && $metrics =~ /outcome="delivered"\} [1-9]/ } 20, 'deliveries';
  for my $series ($metrics =~ /^([a-z_]+(?:\{.*\})?) \S+$/mg) {
    my ($name, $labels) = $series =~ /^(\w+)(?:\{(.*)\})?$/;
    $series{ "$name\{" . join(',', grep { defined } $labels, 'instance="a"', 'job="mod_collab"') . '}' } = '0+1x60';
  }
}

subtest 'each expression of the dashboard has a result on the metrics of a node' => sub {
  my $dashboard = JSON::XS->new->utf8->decode(slurp('conf/grafana/mod_collab.json'));
  my @expressions = map { $_->{expr} } map { @{ $_->{targets} || [] } } @{ $dashboard->{panels} };
  cmp_ok scalar @expressions, '>', 30, 'it has expressions';
  for my $expression (@expressions, 'rate(collab_requests_total{operation="no_such"}[5m])') {
    my $plain = $expression =~ s/\$instance/.*/gr =~ s/\$__rate_interval/5m/gr;
    my ($status, $said) = evaluated(expects("absent($plain)", '[]'), %series);
    next if $expression =~ /no_such/ && isnt $status, 0, 'an expression without a result fails';
    is $status, 0, $expression or diag $said;
  }
  is_deeply [sort map { $_->{id} } @{ $dashboard->{panels} }], [sort 1 .. @{ $dashboard->{panels} }], 'the ids of the panels are unique';
};

subtest 'the objectives' => sub {
  my ($status, $said) = output($promtool, 'check', 'rules', $rules);
  is $status, 0, 'promtool accepts the rules' or diag $said;
  # $good of ten in each minute are fast. The operations that do not count are all slow.
  my $buckets = sub {
    my ($metric, $labels, $limit, $good) = @_;
    return map { my ($le, $count) = @$_; ("${metric}_bucket{job=\"j\",$labels,le=\"$le\"}" => "0+${count}x60") } [$limit, $good], ['20.0', 10], ['+Inf', 10];
  };
  my %of = (
    $buckets->('collab_request_duration_seconds', 'operation="note_create"', '0.25', 9),
    $buckets->('collab_request_duration_seconds', 'operation="me"', '0.25', 10),
    map({ $buckets->('collab_request_duration_seconds', "operation=\"$_\"", '0.25', 0) } qw(attachment_create login token password_change)),
    $buckets->('collab_delivery_phase_seconds', 'phase="total"', '10.0', 8),
    $buckets->('collab_delivery_phase_seconds', 'phase="queue"', '10.0', 0),
  );
  my %share = (collab_requests_fast => 0.95, collab_deliveries_fast => 0.8);
  my @recorded = slurp($rules) =~ /- record: (\S+)/g;
  is_deeply [sort @recorded], [sort map { my $name = $_; map { "job:$name:ratio_rate$_" } qw(5m 1h 30d) } keys %share], 'each objective has three rules';
  for my $recorded (@recorded) {
    my ($name) = $recorded =~ /:(\w+):/;
    ($status, $said) = evaluated(expects("round($recorded, 0.001)", qq([{labels: '{job="j"}', value: $share{$name}}])), %of);
    is $status, 0, "$recorded is $share{$name}" or diag $said;
    ($status, $said) = evaluated(expects($recorded, '[]'), map { $_ => '5x60' } keys %of);
    is $status, 0, '… and absent while nothing happens' or diag $said;
  }
};

done_testing;
