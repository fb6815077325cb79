# Tests what a node reports about its own health (node/health.h).
#
#   my $server = judged(extra => "CollabWebhookRetry V2 1\n");     a stack with status and metrics pages and short timers; options of stack()
#   $stack->another_server('name', judging(extra => ...))           another such node
#   told('privilege', qr/lacks SELECT/);                            tests that pages, metrics and log report the alarm. Options:
#                                                                   ready => 503, health (expected), at (the server)
#   over();                                                         tests that no alarm is left
package Collab::Judgement;
use strict;
use warnings;
use Collab::Stack;
use Collab::Test ();
use Collab::Wait qw(wait_for);
use Exporter 'import';
use JSON::XS ();
use Test::More;
our @EXPORT = qw(judging judged status problem reasons ready told over);
my $main;

sub judging {
  my (%option) = @_;
  my $pages = join '', map { "<Location \"/the-$_\">\n  SetHandler collab-$_\n  Require all granted\n</Location>\n" } qw(status metrics);
  return (orderly => 1, %option, extra => $pages . ($option{extra} || ''), timers => { watch => 200, keep => 400, waiting => 1000, stalled => 2000, grace => 1000, settle => 500, %{ $option{timers} || {} } });
}

sub judged { my $stack = stack(judging(@_)); $main = $stack->server; return $stack }

sub status { return JSON::XS->new->utf8->decode(Collab::Test::nobody()->at($_[0] || $main)->get('/the-status?json')->text) }
sub reasons { return join ' ', sort map { $_->{reason} } @{ status(@_)->{health}{problems} } }
sub problem { my ($reason, $at) = @_; return (grep { $_->{reason} eq $reason } @{ status($at)->{health}{problems} })[0] }
sub ready { return Collab::Test::nobody()->at($_[0] || $main)->get('/health/ready')->status }

# Tests that the alarm is the same on every page, in the metrics and in the log, and that the node's readiness follows.
sub told {
  my ($reason, $text, %option) = @_;
  my $at = $option{at} || $main;
  ok +(wait_for { problem($reason, $at) } 20, $reason), "the alarm $reason is raised" or return diag explain status($at)->{health};
  my $problem;         # a number in its text may still grow
  wait_for { $problem = problem($reason, $at); $problem && $problem->{text} =~ $text } 10;
  like $problem->{text}, $text, 'the alarm says what it found';
  like $problem->{remedy}, qr/\.$/, 'the alarm has a remedy';
  like $problem->{runbook}, qr/^docs\/operations\.md#[a-z-]+$/, 'the alarm names its runbook';
  is status($at)->{health}{status}, $option{health} || 'failing', 'the status page gives the health';
  like Collab::Test::nobody()->at($at)->get('/the-metrics')->text, qr/^collab_health\{reason="$reason"\} 1$/m, 'the metrics have the alarm';
  like Collab::Test::nobody()->at($at)->get('/the-status')->text, qr/$text/, 'the status page has the alarm';
  ok +(wait_for { $at->log =~ /CB0701: alarm $reason: $text/ } 10), 'the error log has the alarm' unless $option{unlogged};
  my $ready = $option{ready} || 200;
  ok +(wait_for { ready($at) == $ready } 10, $ready), "/health/ready answers $ready";
}

sub over {
  my ($at) = @_;
  ok +(wait_for { reasons($at) eq '' && ready($at) == 200 } 20, 'its end'), 'no alarm is left, and the node is ready' or diag explain status($at)->{health};
}

1;
