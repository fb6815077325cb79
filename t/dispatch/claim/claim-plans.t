# t/dispatch/claim/claim-plans.t: the plans of the dispatcher's statements suit any size of the tables
# The dispatcher plans its statements when the live tables are empty, and runs them when a million rows wait. So a plan must find each row by its ctid,
# its key, or its endpoint and time, whatever the table was like at planning.
use lib qw(t/lib lab/lib);
use Collab::Test;
use Collab::Stack;
use JSON::XS ();

my $stack = stack(extra => "CollabDispatcher Off\n");
my $json = JSON::XS->new->canonical;
sub dispatcher {
  my $dbh = DBI->connect($stack->pg->dbi =~ s/user=\w+/user=collab_dispatch/r, '', '', { RaiseError => 1, PrintError => 0 });
  $dbh->do('set plan_cache_mode = force_generic_plan');
  return $dbh;
}

# For each index, the column that the condition of an index scan must name. Then the scan reads only the rows that it looks for.
my %leads = (delivery_pkey => 'id', delivery_due => 'queue', delivery_once => 'event', outbox_pkey => 'channel = \S+ AND \(event >=', lease_pkey => 'claim',
  lease_until => 'until', event_pkey => 'id', event_created => 'created_at', event_request => 'request', event_uid_key => 'uid',
  dead_letter_pkey => 'id', dead_letter_event_subscription_key => 'event', dead_letter_subscription => 'subscription', dead_letter_event => 'subscription',
  dead_letter_age => 'created_at <');
my %large = map { $_ => 1 } qw(delivery outbox event lease dead_letter);

# The scans of a plan that read too much: a large table as a whole, an index from end to end, or all of an endpoint's deliveries to sort them.
sub wanderers {
  my ($node) = @_;
  my @found = map { wanderers($_) } @{ $node->{Plans} || [] };
  my $index = $node->{'Index Name'};
  push @found, $node->{'Node Type'} . ' ' . ($index || $node->{'Relation Name'})
    if $index ? $leads{$index} && ($node->{'Index Cond'} // '') !~ /\b$leads{$index}/ : $large{ $node->{'Relation Name'} // '' } && $node->{'Node Type'} !~ /^(?:Tid Scan|ModifyTable)$/;
  return @found;
}

sub is_direct {
  my ($state) = @_;
  my $dbh = dispatcher();
  for my $name (qw(delivery_fan_out delivery_claim delivery_look delivery_settle subscription_retire callback_changed replay_feed delivery_recover delivery_release dispatcher_release lease_renew queue_drop event_retire dead_letter_retire pending_limit legacy_end due_sweep)) {
    my @parts = @{ $json->decode(scalar `bench/statement $name json`)->{parts} };
    for my $part (@parts) {
      my $list = sub { my ($word) = @_; return @{ $part->{binds} } ? '(' . join(', ', ($word) x @{ $part->{binds} }) . ')' : '' };
      $dbh->do("prepare planned @{[ $list->('text') ]} as $part->{text}");
      my ($plan) = $dbh->selectrow_array("explain (format json) execute planned @{[ $list->('null') ]}");
      my @found = wanderers($json->decode($plan)->[0]{Plan});
      @found = grep { !/outbox/ } @found if $name eq 'event_retire';     # reads the outbox once, for a thousand events
      is_deeply \@found, [], "$name, $state";
      $dbh->do('deallocate planned');
    }
  }
}

my @ids = map { exchange()->submitter->post('/v2/webhooks', { callbackUrl => "https://h$_.example/" })->ok->{id} } 1 .. 3;
sub fill {
  owner()->do("insert into event (type, request, request_token, submit_company, receive_company) select 'note.created', 1, 'x', 1, 2 from generate_series(1, 5000)");
  owner()->do('insert into delivery (event, queue) select id, unnest(?::bigint[]) from event', undef, \@ids);
}

# An index that is not listed above would go unchecked.
is_deeply owner()->selectcol_arrayref(q(select i.indexrelid::regclass::text as name from pg_index i where i.indrelid = any (?::regclass[]) order by 1), undef, [sort keys %large]),
  [sort keys %leads], '%leads lists each index of the large tables';
is_direct('planned before the tables were ever filled');
fill();
is_direct('planned after the first filling');
owner()->do('vacuum delivery, outbox, lease');
is_direct('planned after a vacuum');
owner()->do('truncate attempt, dead_letter, delivery, outbox, lease');
owner()->do('vacuum analyze delivery, outbox, lease');
owner()->do('analyze event');
is_direct('planned when the tables are empty');

fill();
owner()->do('vacuum analyze delivery, outbox, lease');
owner()->do('analyze event');
is_direct('planned when the tables are filled again');

done_testing;
