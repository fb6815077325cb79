# t/long/promtool.t: promtool accepts the metrics, and the rules of docs/alerts.rules.yml fire when they should
use lib qw(t/lib lab/lib);
use Collab::Judgement;
use Collab::Receiver;
use Collab::Test;
use Cwd qw(getcwd);
use File::Temp qw(tempdir);

my $promtool = getcwd() . '/build/obj/promtool/usr/bin/promtool';
-x $promtool or die "promtool is missing: `make promtool` fetches it\n";
my $rules = getcwd() . '/docs/alerts.rules.yml';
my $dir = tempdir('clXXXXXX', DIR => '/tmp', CLEANUP => 1);

sub slurp { open my $in, '<', $_[0] or die "$_[0]: $!\n"; local $/; return scalar <$in> }

subtest 'promtool accepts the metrics' => sub {
  my $stack = judged();
  my $x = exchange(request => 0);
  my $receiver = receiver();
  $x->submitter->post('/v2/webhooks', { callbackUrl => $receiver->url($_) })->ok for 200, 404;
  $x->open_request;
  nobody->get('/v1/me');
  my $metrics;
  wait_for { $metrics = nobody->get('/the-metrics', headers => { accept => 'text/plain' })->text; $metrics =~ /outcome="dead"\} [1-9]/ } 20, 'deliveries';
  like $metrics, qr/^collab_endpoint_failures\{/m, 'the metrics include those of endpoints';
  Collab::Stack::write_file("$dir/metrics", $metrics);
  my ($status, $said) = output('sh', '-c', '"$0" check metrics < "$1"', $promtool, "$dir/metrics");
  is $status, 0, 'promtool check metrics succeeds';
  is $said, '', '… and reports nothing';
};

subtest 'promtool accepts the rules' => sub {     # t/ops/docs/alerts-rules.t compares them with the alarms
  my ($status, $said) = output($promtool, 'check', 'rules', $rules);
  is $status, 0, 'promtool check rules succeeds' or diag $said;
  unlike $said, qr/duplicate/, 'no two rules are alike';
};

# %case has for each rule: series that make the rule fire, a time when it is still quiet, a time when it fires, and labels of the alert.
sub buckets {
  my ($metric, $labels, %count) = @_;
  return map { "      - series: '${metric}_bucket{instance=\"a\",$labels,le=\"$_\"}'\n        values: '0+$count{$_}x60'\n" } sort keys %count;
}
sub series { my ($series, $values) = @_; return "      - series: '$series'\n        values: '$values'\n" }

my %case = (
  CollabFailing => [[series('collab_health{instance="a",reason="keys"}', '0 0 1x60')], '2m', '4m', { severity => 'page', reason => 'keys' }],
  'CollabFailing (an expired certificate)' => [[series('collab_health{instance="a",reason="certificate"}', '1x60'), series('collab_health_failing{instance="a",reason="certificate"}', '0 0 1x60')],
    '2m', '4m', { severity => 'page', reason => 'certificate' }],
  CollabAttention => [[series('collab_health{instance="a",reason="lag"}', '1x60')], '5m', '11m', { severity => 'ticket', reason => 'lag' }],
  'CollabAttention (a certificate that expires soon)' => [[series('collab_health{instance="a",reason="certificate"}', '1x60'), series('collab_health_failing{instance="a",reason="certificate"}', '0x60')],
    '5m', '11m', { severity => 'ticket', reason => 'certificate' }],
  CollabNotScraped => [[series('up{instance="a",job="mod_collab"}', '1 0x60')], '2m', '4m', { severity => 'page', job => 'mod_collab' }],
  CollabWatcherStuck => [[series('collab_watch_timestamp_seconds{instance="a"}', '0 60 60x60')], '1m', '5m', { severity => 'page' }],
  CollabSlowRequests => [[buckets('collab_request_duration_seconds', 'operation="note_create"', '0.5' => 10, '5.0' => 60, '+Inf' => 60),
    series('collab_request_duration_seconds_count{instance="a",operation="note_create"}', '0+60x60')], '5m', '30m', { severity => 'ticket', operation => 'note_create' }],
  CollabSlowDeliveries => [[buckets('collab_delivery_phase_seconds', 'phase="total"', '60.0' => 10, '300.0' => 60, '+Inf' => 60)], '5m', '30m', { severity => 'ticket' }],
);

for my $case (sort keys %case) {
  subtest "$case fires when it should" => sub {
    my ($series, $quiet, $fires, $labels) = @{ $case{$case} };
    my ($alert) = $case =~ /^(\w+)/;
    my $silent_at = sub {
      Collab::Stack::write_file("$dir/test.yml", "rule_files:\n  - $rules\nevaluation_interval: 1m\ntests:\n  - interval: 1m\n    input_series:\n@$series"
        =~ s/^ (?=      - series)//mgr . "    alert_rule_test:\n      - eval_time: $_[0]\n        alertname: $alert\n        exp_alerts: []\n");
      return output($promtool, 'test', 'rules', "$dir/test.yml");
    };
    my ($status, $said) = $silent_at->($quiet);
    is $status, 0, "it is quiet at $quiet" or diag $said;
    ($status, $said) = $silent_at->($fires);
    isnt $status, 0, "it fires at $fires";
    like $said, qr/got:.*alertname="$alert"/s or diag $said;
    like $said, qr/\b$_="$labels->{$_}"/, $_ for sort keys %$labels;
  };
}

my %alerts = map { $_ => 1 } slurp($rules) =~ /- alert: (\w+)/g;
my %tried = map { s/ .*//r => 1 } keys %case;
is_deeply \%tried, \%alerts, 'each alert has a case';

done_testing;
