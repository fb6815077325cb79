# t/ops/schema/constraints.t: each constraint refuses the row that breaks it, from every role that may write the column
use strict;
use warnings;
use lib qw(t/lib lab/lib);
use Collab::Postgres;
use Collab::Stack;
use Collab::Wait qw(wait_for);
use File::Temp qw(tempdir);
use List::Util qw(pairs);
use POSIX ();
use Test::More;

# The catalog determines the cases: every domain in every column, every check, foreign key, unique index and not-null column. The test
# fails if this file has no values for a check, or no row for a table.

# The values that break a check: [column => value …].
my %breaks = (
  accepted_time_id_check             => [[id => 2]],
  account_city_check                 => [[city => 'x' x 192]],
  account_email_check                => [[email => 'x' x 192]],
  account_email_check_fail_data_check => [[email_check_fail_data => 'x' x 192]],
  account_first_name_check           => [[first_name => 'x' x 192]],
  account_issuer_check               => [[issuer => 'x' x 2049]],
  account_last_name_check            => [[last_name => 'x' x 192]],
  account_named_by                   => [[issuer => undef, kind => 'user'], [subject => undef]],
  account_phone_check                => [[phone => '1' x 51]],
  account_phone_country_code_check   => [[phone_country_code => '1' x 11]],
  account_principal                  => [[kind => 'principal', issuer => undef, subject => undef], [kind => 'principal', password_hash => 'x']],
  account_subject_check              => [[subject => ''], [subject => 'x' x 256]],
  account_username_check             => [[username => ''], [username => 'x' x 192]],
  attempt_response                   => [[success => 'true', response_body => ''], [success => 'false', response_body => 'x' x 1025]],
  attempt_uncounted                  => [[counted => 'false', success => 'true'], [counted => 'false', success => 'false', http_status => 410], [counted => 'false', success => 'false', dead_letter => 'true']],
  attachment_storage_domain_check    => [[domain => ''], [domain => 'x' x 254]],
  attachment_storage_password        => [[password => undef]],
  attachment_storage_path_check      => [[path => 'here']],
  attachment_storage_port_check      => [[port => 0], [port => 65536]],
  audit_by                           => [[by_account => 1, by_system_user => 'x']],
  audit_what_check                   => [[what => '']],
  canary_id_check                    => [[id => 2]],
  company_daily_bytes_check          => [[daily_bytes => 0], [daily_bytes => (1 << 50) + 1]],
  company_daily_requests_check       => [[daily_requests => 0], [daily_requests => 1_000_000_001]],
  company_day_count_id_check         => [[id => 2]],
  company_hours_high_check           => [[hours_high => 0]],
  company_hours_low_check            => [[hours_low => 0]],
  company_hours_medium_check         => [[hours_medium => 0]],
  company_name_check                 => [[name => ''], [name => 'x' x 192]],
  company_rate_limit_check           => [[rate_limit => 0], [rate_limit => 1_000_001]],
  company_subscription_limit_check   => [[subscription_limit => 0], [subscription_limit => 100_001]],
  department_name_check              => [[name => ''], [name => 'x' x 192]],
  document_escalation_instructions_check => [[escalation_instructions => 'x' x 2001]],
  document_name_check                => [[name => ''], [name => 'x' x 192]],
  exchange_id_check                  => [[id => 2]],
  event_about                        => [[request_token => undef], [request => undef, request_token => undef], [subscription => 1]],
  legacy_use_operation               => [[operation => ''], [operation => 'x' x 48], [operation => 'GET /v1']],
  login_network_size                 => [[network => '192.0.2.0/25'], [network => '2001:db8::/48']],
  maintenance_id_check               => [[id => 2]],
  maintenance_message_check          => [[message => ''], [message => 'x' x 101]],
  node_start_check                   => [[id => undef, start => 1]],
  redelivery_plan_plans_check        => [[plans => -1]],
  replay_rate_check                  => [[rate => 0], [rate => 1001]],
  request_parties                    => [[submit_company => 2, receive_company => 2]],
  retention_attempts_check           => [[attempts => 0], [attempts => 36_501]],
  retention_audit_check              => [[audit => 29], [audit => 36_501]],
  retention_id_check                 => [[id => 2]],
  retention_requests_check           => [[requests => 0], [requests => 36_501]],
  rewrite_id_check                   => [[id => 2]],
  schema_migration_version_check     => [[version => 0], [version => 10000]],
  search_role_word_word_check        => [[word => '']],
  search_state_one_check             => [[one => 'false']],
  search_synonym_meaning_check       => [[meaning => '']],
  search_synonym_phrase_check        => [[phrase => '']],
  search_synonym_weight_check        => [[weight => 0], [weight => 1.1]],
  subscription_content_type_check    => [[content_type => 'text/plain'], [content_type => 'application/json', version => 'V1']],
);
# A trigger sets these columns, so null does not reach the row.
my %filled = map { $_ => 1 } qw(account.rendered account.updated_at company.updated_at document.updated_at document_field.choices note.rendered
  note.updated_at request.rendered request.submitter_size response.rendered subscription.queue subscription.made_from subscription.active_from subscription.filters_from
  subscription.attempts_from earlier_filters.until_event);

my $dir = tempdir('coXXXXXX', DIR => '/tmp', CLEANUP => 1);
my $pg = Collab::Stack::migrated($dir);
END { local $?; $pg->stop if $pg }
my %role = map { $_ => Collab::Postgres->connect($pg->dbi =~ s/collab_owner/$_/r) } qw(collab_owner collab_api collab_dispatch);
my $owner = $role{collab_owner};
sub all { return @{ $owner->selectall_arrayref(shift, { Slice => {} }, @_) } }

# ---------------------------------------------------------------- a row in each table
$owner->do($_) for split /;\n/, <<'END';
insert into company (id, name, domain) values (1, 'One', 'one.example'), (2, 'Two', 'two.example');
insert into company_day values ('2030-01-01', 1, 1, 1, 1, 1);
insert into department (id, company, name) values (1, 2, 'Desk');
insert into community (id, name) values (1, 'All');
insert into community_member (community, company) values (1, 1);
insert into account (id, company, username, email, issuer, subject) values (1, 1, 'one', 'one@one.example', 'https://issuer.example', 's-1');
insert into login_failure values ('account/1', '192.0.2.1', 1, now());
insert into login_address values ('192.0.2.1', 1, now());
insert into login_name values ('account/1', 1, now(), now());
insert into login_network values (1, '192.0.2.0/24', now());
insert into last_login values (1, now());
insert into former_company values (1, 2);
insert into legacy_use values (1, 'request_list_v1', now(), now());
insert into document (id, company, department, name) values (1, 2, 1, 'Form');
insert into document_field (document, section, label, type) values (1, 'PROBLEM_SECTION', 'Site', 'STRING');
insert into request (id, token, submit_company, submit_company_name, submitter, receive_company, receive_company_name, receive_department, summary, description,
  priority, respond_by, document, document_name, submitted_by, submitter_contact, receiver_contact)
  values (1, '1000000000000001', 1, 'One', 1, 2, 'Two', 1, 'x', 'x', 'LOW', now(), 1, 'Form', '{}', '{}', '{}');
insert into note (token, request, company, author, creator_name, summary, description, priority) values ('n-1', 1, 1, 1, 'x', 'x', 'x', 'LOW');
insert into response (request, type, company, author) values (1, 'APPROVAL', 1, 1);
insert into attachment_storage (uid, company, request, domain, password, path, port)
  values (gen_random_uuid(), 1, 1, 'one.example', 'x', '/', 443), (gen_random_uuid(), 2, null, 'two.example', 'x', '/', 443);
insert into attachment (request, company, name, submitter_status, receiver_status) values (1, 1, 'x', 'SUCCESS', 'FAILED');
insert into attachment_name values (1, 'x');
insert into event (id, type, request, request_token, submit_company, receive_company) values (1, 'created', 1, '1000000000000001', 1, 2);
insert into outbox (event, channel) values (1, 1);
insert into subscription (id, uid, company, account, version, callback_url, event_types, case_directions, secret)
  values (1, gen_random_uuid(), 1, 1, 'V2', 'https://one.example/', '{created}', '{INBOUND}', 'x');
insert into member_alert (subscription, told_at) values (1, now());
insert into previous_secret (subscription, secret, until) values (1, 'x', now());
insert into earlier_filters (subscription, until, event_types, case_directions) values (1, now(), '{created}', '{INBOUND}');
insert into dropped_queue (queue) values (1);
insert into ended_queue (queue, subscription) values (1, 1);
insert into delivery (event, queue) values (1, 1);
insert into lease (claim, until, deliveries) values (gen_random_uuid(), now(), '{1}');
insert into dispatcher values (1);
insert into dead_letter (event, subscription, reason) values (1, 1, 'x');
insert into attempt (subscription, event, number, success, duration_ms, created_at) values (1, 1, 1, true, 1, now());
insert into replay (id, wanted, who, rate, total) values (1, '{}', 'x', 1, 1);
insert into replay_item (replay, subscription, event) values (1, 1, 1);
insert into replay_act (replay, act, who) values (1, 'begun', 'x');
insert into redelivery_plan values (1, now(), 1);
insert into redelivery values (1, 1, '{1}', 0);
insert into idempotency (account, scope, key, body_hash) values (1, 'x', 'x', 'x');
insert into idempotency_mac values (1, 'x');
insert into jwks (url, tried_at) values ('https://issuer.example/jwks', now());
insert into maintenance (message, who) values ('Back soon', 'ada');
insert into canary (sealed) values ('x');
delete from exchange;
insert into exchange default values;
insert into rewrite (after) values (0);
insert into node (name, process, version, problems, id, start) values ('one', 1, 'x', '[]', 'abcdefabcdef', 1);
delete from audit;
insert into audit (what, once) values ('user set', 'x');
insert into search_role_word (word) values ('one');
insert into search_synonym (phrase, meaning) values ('one', 'two')
END

# ---------------------------------------------------------------- writing a row as a role
# The columns of each table, with their types, and whether they belong to a foreign key.
my %column;
$column{ $_->{t} }{ $_->{name} } = $_ for all(q(
  select c.relname as t, a.attname as name, a.attnotnull as required, a.attgenerated <> '' or a.attidentity = 'a' as generated,
         format_type(a.atttypid, null) as type, exists (select from pg_constraint f where f.conrelid = c.oid and f.contype = 'f' and a.attnum = any (f.conkey)) as refers,
         coalesce(d.typname, e.typname) as domain, e.typname is not null as many
    from pg_class c join pg_attribute a on a.attrelid = c.oid and a.attnum > 0 and not a.attisdropped
         left join pg_type d on d.oid = a.atttypid and d.typtype = 'd'
         left join pg_type l on l.oid = a.atttypid and l.typcategory = 'A' left join pg_type e on e.oid = l.typelem and e.typtype = 'd'
   where c.relnamespace = 'collab'::regnamespace and c.relkind in ('r', 'p') and not c.relispartition));
my @unique = all(q(
  select t.relname as t, i.indexrelid::regclass::text as name, pg_get_expr(i.indpred, i.indrelid) as condition, t.relkind = 'p' as in_parts,
         (select string_agg(distinct a.attname, ' ') from pg_attribute a where a.attrelid = i.indrelid and a.attnum > 0 and (a.attnum = any (i.indkey)
             or exists (select from pg_depend d where d.classid = 'pg_class'::regclass and d.objid = i.indexrelid and d.refobjid = i.indrelid and d.refobjsubid = a.attnum))) as columns
    from pg_index i join pg_class t on t.oid = i.indrelid
   where i.indisunique and t.relnamespace = 'collab'::regnamespace and not t.relispartition));
# Only the owner writes the search index, from the other tables (search_index). The test covers only the checks of the index's tables.
my $is_index = qr/\Asearch_/;
my $fresh = 5000;

sub may { my ($role, $right, $table, $name) = @_; return ($owner->selectrow_array('select has_column_privilege(?, ?, ?, ?)', undef, $role, $table, $name, $right))[0] }

# A row of the table as texts, by column.
sub row_of {
  my ($table, $condition) = @_;
  my $list = join ', ', map { qq("$_"::text) } sort keys %{ $column{$table} };
  return $owner->selectrow_hashref("select $list from $table where " . ($condition || 'true') . ' limit 1');
}

# A value that is in no row.
sub fresh_value {
  my ($type) = @_;
  my $n = ++$fresh;
  return $type =~ /int/ ? $n : $type eq 'uuid' ? sprintf('00000000-0000-4000-8000-%012d', $n) : $type =~ /^timestamp/ ? sprintf('2030-01-01 00:00:%09.6fZ', $n / 1e3) : "fresh00000000$n";
}

# Copies a row for an insert, with the `changed` columns. Each other unique index gets a new value, never in a column of `kept`.
sub copy_of {
  my ($row, $table, $changed, $kept) = @_;
  my %copy = %$row;
  for my $index (grep { $_->{t} eq $table } @unique) {
    my @in = split / /, $index->{columns};
    next if grep { exists $changed->{$_} } @in;
    my ($free) = grep { !$column{$table}{$_}{refers} && !$kept->{$_} && defined $row->{$_} } @in;
    $copy{$free} = fresh_value($column{$table}{$free}{type}) if $free;
  }
  return { %copy, %$changed };
}

# Runs a statement as a role and rolls it back. Returns PostgreSQL's error, undef if there is none.
sub complaint {
  my ($role, $sql) = @_;
  my $db = $role{$role};
  $db->begin_work;
  my $said = eval { $db->do($sql); 1 } ? undef : { state => $db->state, map { $_ => $db->pg_error_field(uc) // "" } qw(constraint datatype table column primary) };
  $db->rollback;
  return $said;
}

sub quoted { my ($value) = @_; return defined $value ? $owner->quote($value) : 'null' }

sub inserting {
  my ($role, $table, $row) = @_;
  my @names = grep { !$column{$table}{$_}{generated} && may($role, 'insert', $table, $_) } sort keys %$row;
  return sprintf 'insert into %s (%s) values (%s)', $table, join(', ', map { qq("$_") } @names), join ', ', map { quoted($row->{$_}) } @names;
}

sub updating {
  my ($table, $changed, $condition) = @_;
  return "update $table set " . join(', ', map { qq("$_" = ) . quoted($changed->{$_}) } sort keys %$changed) . ($condition ? " where $condition" : '');
}

# Breaks one constraint by the values in `changed`, as each role, with each statement that the role may run. `fits` says whether it is the expected
# error.
sub breaks {
  my ($what, $table, $changed, $fits, %option) = @_;
  my $row = row_of($table, $option{condition}) or return fail "$what: there is a row in $table";
  my $ways = 0;
  for my $role (sort keys %role) {
    my %statement;
    $statement{insert} = inserting($role, $table, $option{as_it_is} ? { %$row, %$changed } : copy_of($row, $table, $changed, {}))
      if !grep { !may($role, 'insert', $table, $_) } keys %$changed;
    $statement{update} = updating($table, $changed) if !grep { !may($role, 'update', $table, $_) } keys %$changed;
    for my $way (sort keys %statement) {
      my $said = complaint($role, $statement{$way});
      ok $said && $fits->($said), "$what: $way as $role" or diag explain $statement{$way}, $said;
      $ways++;
    }
  }
  ok $ways, "$what: some role can write it";
  return;
}

# ---------------------------------------------------------------- the constraints
subtest 'a word outside of its column\'s set is refused' => sub {
  my %used;
  for my $table (sort keys %column) {
    for my $at (grep { $_->{domain} } map { $column{$table}{$_} } sort keys %{ $column{$table} }) {
      my $domain = $at->{domain};
      $used{$domain} = 1;
      breaks("$table.$at->{name}", $table, { $at->{name} => $at->{many} ? '{?}' : '?' },
        sub { $_[0]{state} eq '23514' && $_[0]{datatype} eq $domain && $_[0]{constraint} eq "${domain}_check" });
    }
  }
  is_deeply [sort keys %used], [map { $_->{typname} } all(q(select typname from pg_type where typnamespace = 'collab'::regnamespace and typtype = 'd' order by typname collate "C"))],
    'each domain has a column';
};

subtest 'the sets equal those of the interface' => sub {
  my $header = do { local (@ARGV, $/) = 'mod_collab/domain/domain.h'; <> };
  my %word = $header =~ /^#define (\w+) "([^"]*)"$/mg;
  my %defined = (priority => 'PRIORITIES', direction => 'DIRECTIONS', request_status => 'REQUEST_STATUSES', note_status => 'NOTE_STATUSES', response_type => 'RESPONSE_TYPES',
    form_section => 'FORM_SECTIONS', form_field_type => 'FORM_FIELD_TYPES', auth_type => 'AUTH_TYPES', account_role => 'ROLES');
  for my $domain (sort keys %defined) {
    my ($list) = $header =~ /^#define $defined{$domain} (.*)$/m or die "domain.h has no $defined{$domain}\n";
    my ($check) = $owner->selectrow_array('select pg_get_constraintdef(oid) from pg_constraint where contypid = ?::regtype', undef, $domain);
    is_deeply [sort $check =~ /'([^']*)'::/g], [sort map { /"(.*)"/ ? $1 : $word{$_} } split /, /, $list], $domain;
  }
};

subtest 'the lengths equal those of the interface' => sub {
  my $header = do { local (@ARGV, $/) = 'mod_collab/domain/domain.h'; <> };
  my %length = $header =~ /^#define (\w+)_LENGTH (\d+)/mg;
  # By the column's name; 0: the length of a member of no record.
  my %of = (map({ $_ => 'NAME' } qw(name username first_name last_name city email_check_fail_data)), email => 'EMAIL', phone => 'PHONE', phone_country_code => 'COUNTRY_CODE',
    domain => 'DOMAIN', issuer => 'URI', subject => 'SUBJECT', escalation_instructions => 'SHORT_TEXT', message => 0);
  my @limits = map { my $check = $_; map { { name => $check->{name}, column => $_->[0], most => $_->[1] } } pairs($check->{says} =~ /\blength\((\w+)\) <= (\d+)/g) }
    all(q(select conname as name, pg_get_constraintdef(oid) as says from pg_constraint where contype = 'c' and connamespace = 'collab'::regnamespace order by 1));
  cmp_ok scalar @limits, '>=', 15;
  for my $limit (@limits) {
    my $of = $of{ $limit->{column} };
    is $limit->{most}, $of ? $length{$of} : defined $of ? $limit->{most} : 'a length of domain.h: name it here', $limit->{name};
  }
  my ($email) = $owner->selectrow_array(q(select pg_get_functiondef('collab.is_email'::regproc)));
  is_deeply [$email =~ /length\(value\) <= (\d+)/, $email =~ /position\(.*\) <= (\d+)/i], [$length{EMAIL}, $length{EMAIL_LOCAL} + 1], 'is_email';
};

subtest 'a row that breaks a check is refused' => sub {
  my @checks = all(q(select conrelid::regclass::text as t, conname as name from pg_constraint
                      where connamespace = 'collab'::regnamespace and contype = 'c' and conrelid <> 0 and coninhcount = 0 order by 1, 2));
  is_deeply [map { $_->{name} } sort { $a->{name} cmp $b->{name} } @checks], [sort keys %breaks], 'each check has a case here';
  for my $check (@checks) {
    for my $case (@{ $breaks{ $check->{name} } || [] }) {
      breaks("$check->{name}: $case->[0]", $check->{t}, {@$case}, sub { $_[0]{state} eq '23514' && $_[0]{constraint} eq $check->{name} }, as_it_is => 1);
    }
  }
};

subtest 'a reference to a missing row is refused' => sub {
  for my $key (all(q(select c.conrelid::regclass::text as t, c.conname as name, a.attname as column from pg_constraint c join pg_attribute a on a.attrelid = c.conrelid and a.attnum = any (c.conkey)
                      where c.connamespace = 'collab'::regnamespace and c.contype = 'f' and c.conparentid = 0 order by 1, 2))) {
    breaks($key->{name}, $key->{t}, { $key->{column} => 987654321 }, sub { $_[0]{state} eq '23503' && $_[0]{constraint} eq $key->{name} });
  }
};

subtest 'null is refused in a not-null column' => sub {
  for my $table (grep { !/$is_index/ } sort keys %column) {
    for my $name (grep { $column{$table}{$_}{required} && !$filled{"$table.$_"} } sort keys %{ $column{$table} }) {
      breaks("$table.$name", $table, { $name => undef }, sub {
        my ($said) = @_;
        return "$table.$name" eq 'attempt.created_at' ? $said->{primary} =~ /^no partition of relation "attempt"/     # determines the row's partition
          : $said->{state} eq '23502' && $said->{column} eq $name && $said->{table} =~ /^\Q$table\E(?:_\d{8})?$/;
      }, as_it_is => 1);
    }
  }
  for my $column (sort keys %filled) {
    my ($table, $name) = split /\./, $column;
    is complaint('collab_owner', inserting('collab_owner', $table, copy_of(row_of($table), $table, { $name => undef }, {}))), undef, "$column: a trigger sets it";
  }
};

subtest 'a second row with the same key is refused' => sub {
  for my $index (grep { $_->{t} !~ /$is_index/ } @unique) {
    my ($table, $name) = @$index{qw(t name)};
    my %key = map { $_ => 1 } split / /, $index->{columns};
    my $row = row_of($table, $index->{condition}) or fail("$name: there is a row in $table"), next;
    my $fits = sub { my ($said) = @_; return $said && $said->{state} eq '23505' && ($index->{in_parts} ? $said->{constraint} =~ /^\Q$table\E_\d{8}_/ : $said->{constraint} eq $name) };
    my $copy = copy_of($row, $table, { map { $_ => $row->{$_} } keys %key }, \%key);
    my $ways = 0;
    for my $role (sort keys %role) {
      next if grep { !may($role, 'insert', $table, $_) } keys %key;
      my $said = complaint($role, inserting($role, $table, $copy));
      ok $fits->($said), "$name: insert as $role" or diag explain $copy, $said;
      $ways++;
    }
    ok $ways, "$name: some role can write it";
  }
};

# ---------------------------------------------------------------- referenced rows stay
subtest 'rows referenced by a note or a response cannot be deleted' => sub {
  for my $table (qw(note response)) {
    is_deeply [grep { $column{$table}{$_}{refers} } sort keys %{ $column{$table} }], [qw(author company request)], "$table references them by foreign keys";
  }
  $owner->do($_) for 'insert into company (id, name, domain) values (11, $$Eleven$$, $$eleven.example$$), (12, $$Twelve$$, $$twelve.example$$)',
    'insert into account (id, company, username, email) values (11, 11, $$eleven$$, $$x$$)',
    'insert into note (token, request, company, author, creator_name, summary, description, priority) values ($$n-11$$, 1, 12, 11, $$x$$, $$x$$, $$x$$, $$LOW$$)';
  for (['delete from account where id = 11', 'note_author_fkey'], ['delete from company where id = 12', 'note_company_fkey'],
       ['update account set id = 13 where id = 11', 'note_author_fkey'], ['delete from attachment_name; delete from attachment; delete from attachment_storage; delete from response; delete from request', 'note_request_fkey'],
       ['delete from attachment_name; delete from attachment; delete from attachment_storage; delete from note; delete from request', 'response_request_fkey']) {
    my $said = complaint('collab_owner', $_->[0]);
    is_deeply [@$said{qw(state constraint)}], ['23503', $_->[1]], $_->[0];
  }
};

subtest 'deleting a request waits for a note that is being written' => sub {
  my $writer = $role{collab_dispatch};
  $owner->do('insert into request select (json_populate_record(request, $${"id": 2, "token": "1000000000000002"}$$)).* from request where id = 1');
  $writer->begin_work;
  $writer->do('insert into note (token, request, creator_name, summary, description, priority) values ($$n-2$$, 2, $$x$$, $$x$$, $$x$$, $$LOW$$)');
  my $pid = fork // die "fork: $!\n";
  if (!$pid) {
    my $deleter = $pg->dbh;
    my $state = eval { $deleter->do('delete from request where id = 2'); 1 } ? '' : $deleter->state;
    POSIX::_exit($state eq '23503' ? 0 : 1);
  }
  ok wait_for { $owner->selectrow_array('select count(*) from pg_stat_activity where ? = any (pg_blocking_pids(pid))', undef, $writer->{pg_pid}) }, 'the deletion waits';
  $writer->commit;
  waitpid $pid, 0;
  is $?, 0, 'the deletion is refused';
};

done_testing;
