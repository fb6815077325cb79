# t/dispatch/events/request-deletion.t: requests closed long ago are deleted with their dependent rows, unless an event needs them
use lib qw(t/lib lab/lib);
use Collab::Stack;
use Collab::Test;
use JSON::XS ();

my $often = "CollabDutyInterval 50ms\n";
my $stack = stack(extra => "${often}CollabDispatcher Off\n");
my $pages = "<Location \"/collab-metrics\">\n  SetHandler collab-metrics\n  Require all granted\n</Location>\n";

sub one    { return scalar owner()->selectrow_array(shift, undef, @_) }
sub refused { return eval { collabctl(@_); 1 } ? "done" : $@ }
sub there  { my ($x) = @_; return one('select count(*) from request where token = ?', $x->token) }
sub closed { my ($days) = @_; my $x = exchange()->in('CLOSED'); age($x, $days); return $x }
sub age    { my ($x, $days) = @_; owner()->do(q(update request set closed_at = clock_timestamp() - ? * interval '1 day' where token = ?), undef, $days, $x->token) }
sub events { my ($x) = @_; return @{ owner()->selectcol_arrayref('select id from event where request_token = ? order by id', undef, $x->token) } }
sub dispatcher { return DBI->connect($stack->pg->dbi =~ s/user=\w+/user=collab_dispatch/r, '', '', { RaiseError => 1, PrintError => 0 }) }
sub deletes { my ($dbh, $days, $most) = @_; return $dbh->selectrow_hashref('select * from delete_closed_requests(?, ?, ?)', undef, $days // 40, '-infinity', $most // 200) }

my $part = JSON::XS->new->decode(scalar qx(bench/statement request_retire json))->{parts}[0];
my $retires = sub {
  my ($dbh) = @_;
  my %value = (days => 40, after => 0);
  return $dbh->selectrow_hashref($part->{text}, undef, map { $value{s/^arg\.//r} } @{ $part->{binds} })->{done};
};

subtest 'a request with an event of this day is not old, whatever its times say' => sub {
  my ($x, $idle) = (closed(50), exchange());
  owner()->do(q(update request set updated_at = clock_timestamp() - interval '50 days' where token = ?), undef, $idle->token);
  is_deeply [$retires->(dispatcher()), deletes(dispatcher())->{done}], [0, 0], 'it is neither closed nor deleted';
  aged();
  is_deeply [$retires->(dispatcher()), deletes(dispatcher())->{done}], [1, 0], 'it is closed when its events have old ids';
  collabctl('retention', 'set', '--requests', 40);
  is deletes(dispatcher())->{done}, 1, '… and deleted when the owner has stated the retention';
};

subtest 'a request is closed and deleted without reading all events' => sub {
  my ($old, $idle) = (closed(50), exchange());
  owner()->do(q(update request set updated_at = clock_timestamp() - interval '50 days' where token = ?), undef, $idle->token);
  aged();
  for my $does ([closed => $retires], [deleted => sub { deletes(shift)->{done} }]) {
    my $dbh = dispatcher();
    $dbh->begin_work;
    is $does->[1]->($dbh), 1, "one is $does->[0]";
    is $dbh->selectrow_array(q(select seq_scan from pg_stat_xact_user_tables where relname = 'event')), 0, 'its events are looked up';
    $dbh->commit;
  }
};

subtest 'a dispatcher deletes nothing earlier than the owner allows' => sub {
  my $x = closed(39);
  is deletes(dispatcher(), 1)->{done}, 0, 'not by asking for a day';
  for my $deed ('update retention set requests = 1', 'insert into retention default values', 'delete from retention') {
    ok !eval { dispatcher()->do($deed); 1 }, $deed;
    like $@, qr/permission denied/;
  }
  like collabctl('retention'), qr/^requests: 40 days$/m;
  collabctl('retention', 'set', '--requests', '');
  like collabctl('retention'), qr/^requests: for ever$/m;
  age($x, 5000);
  is deletes(dispatcher())->{done}, 0, 'and nothing if that is never';
  like refused('retention', 'set', '--audit', 29), qr/audit: must be a number from 30 to 36500/;
  like refused('retention', 'set'), qr/give --attempts, --audit or --requests/;
  collabctl('retention', 'set', '--requests', 40);
  is deletes(dispatcher())->{done}, 1;
};

subtest 'closed_at is the time of the closure' => sub {
  my $x = exchange()->in('ACCEPTED');
  is one('select closed_at from request where token = ?', $x->token), undef;
  $x->submitter->post($x->closure)->ok;
  is one(q(select closed_at between updated_at - interval '1 second' and clock_timestamp() from request where token = ?), $x->token), 1;
  my $at = one('select closed_at from request where token = ?', $x->token);
  owner()->do(q(update request set status = 'CLOSED', summary = 'again' where token = ?), undef, $x->token);
  is one('select closed_at from request where token = ?', $x->token), $at, 'closed_at does not change later';
};

subtest 'a request is deleted with its own rows and no others' => sub {
  my $x = exchange();
  $x->submitter->post($x->notes, a_note())->ok;
  $x->receiver->post($x->approval, an_approval())->ok;
  my $id = one('select id from request where token = ?', $x->token);
  owner()->do(q(insert into attachment (request, company, name, submitter_status, receiver_status) values (?, ?, 'a.txt', 'SUCCESS', 'SUCCESS')), undef, $id, $x->submitter->company->{id});
  owner()->do(q(insert into attachment_name (request, name) values (?, 'a.txt')), undef, $id);
  owner()->do(q(insert into attachment_storage (uid, company, request, domain, password, path, port)
    values (gen_random_uuid(), ?, ?, 'files.example', '', '/', 443)), undef, $x->submitter->company->{id}, $id);
  $x->submitter->post($x->closure)->ok;
  my $other = $x->another;
  my ($young, $open) = (closed(39), exchange());
  age($x, 41);
  my @events = events($x);
  cmp_ok scalar @events, '>', 2;

  is deletes(dispatcher())->{done}, 1;
  is one("select count(*) from $_ where request = ?", $id), 0, "$_: its rows are deleted" for qw(note response attachment attachment_name attachment_storage);
  for my $who ($x->parties) {
    $who->get($x->path)->fails(404);
    $who->get($x->notes)->fails(404);
  }
  is_deeply [events($x)], \@events, 'its events stay, and no event reports the deletion';
  is there($_), 1 for $other, $young, $open;
};

subtest 'a row that still needs one of its events keeps the request' => sub {
  my %x = map { $_ => closed(50) } qw(outbox delivery dead_letter replay_item);
  my %event = map { $_ => (events($x{$_}))[0] } keys %x;
  owner()->do('delete from outbox where event = any (?)', undef, [map { events($_) } values %x]);
  owner()->do(q(update event set created_at = created_at - interval '50 days' where id = any (?)), undef, [map { events($_) } values %x]);
  owner()->do('insert into outbox (event, channel) values (?, 1)', undef, $event{outbox});
  owner()->do('insert into delivery (event, queue) values (?, 0)', undef, $event{delivery});
  owner()->do(q(insert into dead_letter (event, subscription, reason) values (?, 0, 'HTTP 400')), undef, $event{dead_letter});
  owner()->do('insert into replay_item (replay, subscription, event) values (0, 0, ?)', undef, $event{replay_item});
  is deletes(dispatcher())->{done}, 0;
  for my $table (sort keys %x) {
    owner()->do("delete from $table where event = ?", undef, $event{$table});
    is deletes(dispatcher())->{done}, 1, "$table: the request is deleted once no row needs its events";
    is there($x{$table}), 0;
  }
};

subtest 'a clock that was set back hides no event' => sub {
  my $x = closed(50);
  my $event = (events($x))[-1];
  owner()->do('delete from outbox where event = any (?)', undef, [events($x)]);
  owner()->do(q(update event set created_at = created_at - interval '50 days' where id = any (?)), undef, [events($x)]);
  owner()->do(q(update event set created_at = clock_timestamp() - interval '49 days 12 hours' where id = (select min(id) from event)));
  owner()->do(q(insert into dead_letter (event, subscription, reason) values (?, 0, 'HTTP 400')), undef, $event);
  is deletes(dispatcher())->{done}, 0, 'an event with a lower id has a later time';
  owner()->do('delete from dead_letter where event = ?', undef, $event);
  is deletes(dispatcher())->{done}, 1;
};

subtest 'a locked request is deleted later, and the beginning of a replay goes first' => sub {
  my $x = closed(50);
  my $other = another_connection();
  $other->begin_work;
  $other->selectrow_array('select id from request where token = ? for no key update', undef, $x->token);
  is deletes(dispatcher())->{done}, 0, 'a locked request stays';
  $other->rollback;
  $other->begin_work;
  $other->do(JSON::XS->new->decode(scalar `bench/statement ctl_replay_start json`)->{parts}[0]{text});
  is_deeply deletes(dispatcher()), { done => 0, last => undef }, 'nothing is deleted while a replay lists its events';
  $other->rollback;
  is deletes(dispatcher())->{done}, 1;
};

subtest 'a batch is small, and the next continues after it' => sub {
  my @x = map { closed(60 - $_) } 1 .. 3;
  my $dbh = dispatcher();
  my $first = deletes($dbh, 40, 2);
  is $first->{done}, 2;
  is_deeply [map { there($_) } @x], [0, 0, 1], 'the oldest requests are deleted first';
  is_deeply $dbh->selectrow_hashref('select * from delete_closed_requests(40, ?, 2)', undef, $first->{last}), { done => 1, last => undef };
  my ($large, $next) = (closed(60), closed(59));
  owner()->do('update request set submitter_notes = 10000 where token = ?', undef, $large->token);
  is deletes($dbh)->{done}, 1, 'notes count towards the batch';
  is there($next), 1;
  is deletes($dbh)->{done}, 1;
};

subtest 'the dispatcher can delete nothing else' => sub {
  my $x = closed(50);
  my $dbh = dispatcher();
  for my $days (0, -1) {
    eval { deletes($dbh, $days) };
    like $@, qr/at least a day/;
  }
  for my $deed ('delete from request', 'delete from note', 'update request set closed_at = now()', 'select closed_at from request') {
    eval { $dbh->do($deed) };
    like $@, qr/permission denied/, $deed;
  }
  eval { DBI->connect($stack->pg->dbi =~ s/user=\w+/user=collab_api/r, '', '', { RaiseError => 1, PrintError => 0 })->do(q(select delete_closed_requests(40, '-infinity', 1))) };
  like $@, qr/permission denied/, 'a worker may not delete closed requests';
  is there($x), 1;
  is deletes($dbh)->{done}, 1;
};

subtest 'requests are kept unless CollabRetention requests= is set' => sub {
  my @old = map { closed(41) } 1 .. 3;
  my $unneeded = one(q(insert into event (type, subscription, submit_company, receive_company, created_at)
    values ('webhook.test', 1, 1, 1, clock_timestamp() - interval '91 days') returning id));
  my $off = $stack->another_server('off', extra => $often);
  ok +(wait_for { !one('select count(*) from event where id = ?', $unneeded) } 30, 'the duty that comes after'), 'an old event is deleted';
  is there($_), 1 for @old;
  $off->stop;
  my $on = $stack->another_server('on', extra => "$pages${often}CollabRetention requests=30\n");
  ok +(wait_for { !grep { there($_) } @old } 30, 'the old ones to go'), 'old requests are deleted with it';
  ok +(wait_for { $on->log =~ /CB0663: \d+ requests deleted: closed for more than 30 days/ } 10, 'the line'), 'the error log says so';
  ok +(wait_for { nobody->at($on)->get('/collab-metrics')->text =~ /^collab_requests_deleted_total 3$/m } 10, 'the counter'), 'the metric counts them';
  my $younger = closed(35);
  ok +(wait_for { $on->log =~ /alarm: CollabRetention says requests=30, but the database keeps requests for 40 days: collabctl retention set --requests 30$/m } 20, 'the alarm'),
    'an alarm says that the owner has stated a longer time';
  is there($younger), 1, '… which counts';
  collabctl('retention', 'set', '--requests', 30);
  ok +(wait_for { !there($younger) && $on->log =~ /alarm is over: rows are kept no longer/ } 30, 'its end'), 'the alarm ends when both agree';
  $on->stop;
};

done_testing;
