# t/dispatch/database/dead-letter-retention.t: old dead letters are deleted, except those that a replay will send
use lib qw(t/lib lab/lib);
use Collab::Stack;
use Collab::Test;
use JSON::XS ();
use POSIX ();

my $pages = "<Location \"/collab-metrics\">\n  SetHandler collab-metrics\n  Require all granted\n</Location>\n";
my $duties = "${pages}CollabDutyInterval 50ms\n";
my $stack = stack(extra => "${duties}CollabRetention attempts=30 dead-letters=Off events=40\n");
aged();
my $json = JSON::XS->new;
my $x = exchange();
my $subscription = $x->submitter->post('/v2/webhooks', { callbackUrl => 'http://127.0.0.1:9/' })->ok->{id};

sub one { return scalar owner()->selectrow_array(shift, undef, @_) }

# Makes $count dead letters that are $age days old. Each has an event of its own, which is as old. Returns the dead letters' ids.
sub dead_letters {
  my ($count, $age) = @_;
  return @{ owner()->selectcol_arrayref(q(
    with made as (insert into event (type, subscription, submit_company, receive_company, created_at)
                  select 'webhook.test', 1, 1, 1, clock_timestamp() - ? * interval '1 day' from generate_series(1, ?) returning id, created_at)
    insert into dead_letter (event, subscription, reason, created_at) select id, ?, 'HTTP 400', created_at from made returning id), undef, $age, $count, $subscription) };
}
sub left { return one('select count(*) from dead_letter where id = any (?)', [@_]) }
sub events { return one('select count(*) from event where id = any (?)', [@_]) }
sub events_of { return @{ owner()->selectcol_arrayref('select event from dead_letter where id = any (?)', undef, [@_]) } }

# Runs the duty's statement in a transaction that the caller ends. Returns the connection and the number of deleted rows.
sub retire {
  my $dispatcher = DBI->connect($stack->pg->dbi =~ s/user=\w+/user=collab_dispatch/r, '', '', { RaiseError => 1, PrintError => 0 });
  my %value = (days => 40, after => '-infinity', rows => 1000);
  $dispatcher->begin_work;
  my $row;
  for my $part (@{ $json->decode(scalar `bench/statement dead_letter_retire json`)->{parts} }) {
    my $text = $part->{text} =~ s/\$(\d)/$dispatcher->quote($value{ $part->{binds}[$1 - 1] =~ s{^arg\.}{}r })/ger;
    $row = $dispatcher->selectrow_hashref($text);
  }
  return ($dispatcher, $row->{done});
}

subtest 'without retention, dead letters and their events stay' => sub {
  my @old = dead_letters(3, 400);
  my $unneeded = one(q(insert into event (type, subscription, submit_company, receive_company, created_at)
    values ('webhook.test', 1, 1, 1, clock_timestamp() - interval '41 days') returning id));
  ok +(wait_for { !events($unneeded) } 20, 'the duty that comes after'), 'an event that nothing needs is deleted';
  is left(@old), 3;
  owner()->do('delete from dead_letter');
};

subtest 'a replay that begins at the same time goes before retention, or after it' => sub {
  my ($listed) = dead_letters(1, 50);
  my $replay = another_connection();
  $replay->begin_work;
  $replay->do($json->decode(scalar `bench/statement ctl_replay_start json`)->{parts}[0]{text});
  $replay->do('insert into replay_item (replay, subscription, event, dead_letter) select 0, subscription, event, id from dead_letter where id = ?', undef, $listed);
  my ($dispatcher, $done) = retire();
  is $done, 0, 'during an uncommitted replay, nothing is deleted';
  $dispatcher->rollback;
  $replay->commit;
  ($dispatcher, $done) = retire();
  is $done, 0, 'after a replay has begun, its dead letters stay';
  $dispatcher->rollback;
  owner()->do('delete from replay_item');

  ($dispatcher, $done) = retire();
  is $done, 1, 'before a replay begins, the dead letter is deleted';
  my $pid = fork // die "fork: $!\n";
  if (!$pid) {
    eval { collabctl('replay', '--dead-letter', $listed, '--yes') };
    POSIX::_exit($@ =~ /there is nothing to make again/ ? 0 : 1);
  }
  ok +(wait_for { $stack->pg->admin->selectrow_array('select count(*) from pg_stat_activity where ? = any (pg_blocking_pids(pid))', undef, $dispatcher->{pg_pid}) } 20, 'collabctl'),
    'the replay waits';
  $dispatcher->commit;
  waitpid $pid, 0;
  is $?, 0, 'the replay then finds nothing';
  is one('select count(*) from replay_item'), 0;
};

subtest 'old dead letters are deleted, except those that a replay still has to send; then their events' => sub {
  my @old = dead_letters(2500, 41);
  my ($young) = dead_letters(1, 39);
  my ($paused) = dead_letters(1, 45);
  owner()->do('insert into replay_item (replay, subscription, event, dead_letter) select 0, subscription, event, id from dead_letter where id = ?', undef, $paused);
  my @events = events_of(@old);
  my ($needed) = events_of($paused);
  my $on = $stack->another_server('on', extra => "${duties}CollabRetention attempts=30 dead-letters=40 events=40\n");
  ok +(wait_for { !left(@old) } 30, 'the old ones to go'), 'more than one batch of old dead letters is deleted';
  is left($young, $paused), 2, 'no other dead letter is deleted';
  ok +(wait_for { !events(@events) } 30, 'their events to go'), 'then their events are deleted, by events=';
  is events($needed), 1;
  ok +(wait_for { $on->log =~ /CB0659: \d+ dead letters deleted: older than 40 days; they can no longer be replayed/ } 10, 'the line'), 'the error log says so';
  ok +(wait_for { nobody->at($on)->get('/collab-metrics')->text =~ /^collab_dead_letters_retired_total 2500$/m } 10, 'the counter'), 'the metric counts them';
  owner()->do('delete from replay_item');
  ok +(wait_for { !left($paused) } 20, 'the last'), 'the dead letter of the replay is deleted after it';
  is left($young), 1;
  $on->stop;
};

done_testing;
