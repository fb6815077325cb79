# t/long/surroundings/settings.t: whatever settings the database, the roles or the environment have, all behaves the same
# Each setting is set the other way in each place; then a request lives its life, with webhooks, files, search, a new member and an export, and
# an empty database is migrated. All texts are compared with those of an installation without the setting, but for tokens, numbers and times.
use lib qw(t/lib lab/lib);
use Collab::Receiver;
use Collab::Stack;
use Collab::Storage;
use Collab::Test;
use Collab::Upload;
use File::Temp ();
use JSON::XS ();

my $dir = File::Temp::tempdir('clXXXXXX', DIR => '/tmp', CLEANUP => 1);
my ($ours, $theirs) = Collab::Storage->pair($dir);
my $stack = stack(extra => "CollabOutboundCA \"$dir/ca.pem\"\nCollabOutboundHost ours.storage.example 127.0.0.1\nCollabOutboundHost theirs.storage.example 127.0.0.1\n");
my ($pg, $admin, $owner) = ($stack->pg, $stack->pg->admin, owner());
my $json = JSON::XS->new->canonical->utf8;
my $receiver = receiver();
my ($url, $x) = ($receiver->url, exchange());
my ($from, $to) = $x->parties;
department($to->company, name => "Lagerk\x{fc}hlung \x{20ac}");
$from->post('/v2/webhooks', { callbackUrl => $url })->ok;

# What a setting is set to, other than its default and other than what the program pins. Those that this version lacks are left out.
my %other = (
  client_encoding => 'LATIN1', client_min_messages => 'error', search_path => 'public', default_transaction_isolation => 'serializable',
  default_transaction_deferrable => 'on', synchronous_commit => 'off', TimeZone => 'Asia/Tokyo', timezone_abbreviations => 'India', DateStyle => 'SQL, DMY',
  IntervalStyle => 'sql_standard', bytea_output => 'escape', extra_float_digits => '-15', quote_all_identifiers => 'on', standard_conforming_strings => 'off',
  escape_string_warning => 'off', backslash_quote => 'on', array_nulls => 'off', transform_null_equals => 'on', default_text_search_config => 'pg_catalog.german',
  gin_fuzzy_search_limit => '1', row_security => 'off', restrict_nonsystem_relation_kind => 'view, foreign-table', exit_on_error => 'on', check_function_bodies => 'off',
  'plpgsql.extra_errors' => 'all', 'plpgsql.extra_warnings' => 'all', 'pg_trgm.similarity_threshold' => '1', 'pg_trgm.word_similarity_threshold' => '1',
  max_parallel_workers_per_gather => '4', jit => 'on', xmloption => 'document', xmlbinary => 'hex', statement_timeout => '1500ms', lock_timeout => '1ms',
  idle_in_transaction_session_timeout => '300ms', idle_session_timeout => '300ms', transaction_timeout => '1500ms', enable_seqscan => 'off', enable_indexscan => 'off',
  enable_bitmapscan => 'off', enable_nestloop => 'off', enable_hashjoin => 'off', enable_partition_pruning => 'off', geqo_threshold => '2', join_collapse_limit => '1',
  from_collapse_limit => '1', constraint_exclusion => 'on', plan_cache_mode => 'force_custom_plan', force_parallel_mode => 'on', debug_parallel_query => 'on', work_mem => '64kB',
  default_statistics_target => '1', password_encryption => 'md5', default_toast_compression => 'lz4', cursor_tuple_fraction => '1', createrole_self_grant => 'set, inherit',
  lc_monetary => 'POSIX', lc_numeric => 'POSIX', lc_time => 'POSIX', log_parameter_max_length_on_error => '-1',
);
my %known = map { $_ => 1 } @{ $admin->selectcol_arrayref('select name from pg_settings') };
delete @other{ grep { !/\./ && !$known{$_} } keys %other };
cmp_ok scalar keys %other, '>=', 45, 'the settings: ' . keys %other;

# Replaces what differs from run to run.
sub plain {
  my ($text) = @_;
  my ($id, $version) = ('[0-9A-Za-z]{20}', '[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}');
  $text =~ s/("requestid":")[^"]+/$1ID/g;
  return $text =~ s/\b$version\b/UUID/gr =~ s/\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(?:\.\d+)?Z/TIME/gr =~ s/\b$id\b/TOKEN/gr =~ s/\d+/N/gr;
}

my $round = 0;
Collab::Stack::write_file("$dir/password", "correct horse battery\n");

# Takes a request through its life, and returns what everybody saw.
sub life {
  my $number = sprintf '%03d', ++$round;
  my @seen;
  my $y = $x->another(description => "Disk \\ 'n' \x{e9}\x{20ac}\x{65e5} 1.5e-7");
  my $say = sub { push @seen, plain($json->encode($_[0])) };
  $say->($to->get($y->path)->ok);
  $from->post($y->notes, a_note(description => "\\x41 \x{20ac} \"q\"\n"), headers => { 'idempotency-key' => "k$number" })->ok for 1 .. 2;
  for my $case ([$from, $ours, 'CASE-1'], [$to, $theirs, $y->token]) {
    my ($party, $storage, $user) = @$case;
    $party->put($y->path . '/attachments/config/https', $storage->config)->ok;
    $storage->let($user);
  }
  $say->(Collab::Upload->begin($from, $y->path . '/attachments', "f$number.bin")->more(5000)->end->answer->ok);
  $y->in('ANSWERED');
  $y->in('CLOSED');
  $say->($_->get($y->path)->ok) for $from, $to;
  $say->($from->get($y->notes)->ok);
  $say->($from->get('/v1/partners/' . in_path("Lagerk\x{fc}hlung"))->ok);
  $say->([command('member', 'add', "One \x{e9}\x{20ac} $number", '--domain', "one-$number.example", '--community', 'Ones', '--user', "a\@one-$number.example", '--password-file', "$dir/password")]);
  $say->([command('company', 'show', $from->company->{domain}, '--json')]);
  my @export = command('company', 'export', $to->company->{domain});
  push @seen, plain((grep { /\Q@{[ $y->token ]}\E/ } split /\n/, $export[1])[0] // "no record: @export");
  my $count = sub { $owner->selectrow_array('select count(*) from event where request_token = ?', undef, $y->token) };
  my $mine = sub { grep { $_->{body} && $_->{body} =~ $y->token } $receiver->got($url) };
  ok +(wait_for { $mine->() >= $count->() } 30, 'the deliveries'), 'every event is delivered' or diag $mine->() . ' of ' . $count->();
  push @seen, sort map { plain($_->{body}) } $mine->();
  return \@seen;
}

sub command {
  my ($status, $said) = do { local $ENV{COLLAB_DSN} = $ENV{COLLAB_TEST_DSN}; output('./collabctl', @_) };
  return ($status, $said);
}

# Ends the sessions, so that the next ones begin with the settings as they are now.
sub anew {
  my $pids = $admin->selectcol_arrayref(q(select pid from (select pid from pg_stat_activity where usename in ('collab_api', 'collab_dispatch') offset 0) s where pg_terminate_backend(pid)));
  wait_for { !$admin->selectrow_array('select count(*) from pg_stat_activity where pid = any (?)', undef, $pids) } 20, 'the end of the old ones';
  served();
}

# Waits until requests are served: a session may begin slowly (JIT), and a request that waits for one gets 503.
sub served {
  return wait_for { nobody->get('/health/ready')->status == 200 && $from->post('/v1/login', { username => $from->username, password => $from->password })->status == 200 } 30, 'the new sessions';
}

# The schema of a new database with these settings, as pg_dump prints it.
sub schema {
  my (@settings) = @_;
  my $postgres = do { delete local @ENV{ grep { /^PG/ } keys %ENV }; $pg->admin('postgres') };
  $postgres->do('create database fresh owner collab_owner');
  $postgres->do("alter database fresh set $_") for @settings;
  my ($status, $said) = output('./collabctl', 'migrate', '--dsn', $pg->dsn('collab_owner') =~ s/dbname=\S+/dbname=fresh/r);
  is $status, 0, 'an empty database is migrated' or diag $said;
  $postgres->do("alter database fresh reset all");
  my (undef, $dump) = do { delete local @ENV{ grep { /^PG/ } keys %ENV }; output(($ENV{COLLAB_PG_BINDIR} || '/usr/lib/postgresql/15/bin') . '/pg_dump', '--schema-only', '-h', $stack->{dir}, '-U', 'postgres', 'fresh') };
  $postgres->do('drop database fresh with (force)');
  return $dump =~ s/^--.*\n//mgr =~ s/^\\(?:un)?restrict .*\n//mgr;
}

my ($life, $schema) = (life(), schema());
cmp_ok length $schema, '>', 100_000, 'the schema is dumped';
is_deeply life(), $life, 'two lives are the same' or BAIL_OUT('the comparison itself differs');
my $before = length $stack->server->log;
my $cases = 0;

# Compares a life under these settings with the first one.
sub same {
  my ($what, %option) = @_;
  $cases++;
  subtest $what => sub {
    anew() unless $option{no_anew};
    is_deeply life(), $life, 'the life of a request';
    ok schema(@{ $option{schema} }) eq $schema, 'the schema' if $option{schema};
  };
}

sub setting { my ($name) = @_; return "$name = " . $admin->quote($other{$name}) }

for my $name (sort { lc $a cmp lc $b } keys %other) {
  $admin->do('alter database collab set ' . setting($name));
  same("database: $name = $other{$name}", schema => [setting($name)]);
  $admin->do("alter database collab reset $name");
}
my @roles = qw(collab_owner collab_api collab_dispatch);
for my $name (sort { lc $a cmp lc $b } keys %other) {
  $admin->do("alter role $_ in database collab set " . setting($name)) for @roles;
  same("roles: $name = $other{$name}");
  $admin->do("alter role $_ in database collab reset $name") for @roles;
}
{ # A PGOPTIONS of them all; time limits could end the session before it is pinned.
  local $ENV{PGOPTIONS} = join ' ', '-c default_transaction_read_only=on', map { "-c $_=" . ($other{$_} =~ s/([ \\])/\\$1/gr) } grep { !/timeout/ } sort keys %other;
  local @ENV{qw(PGCLIENTENCODING PGDATESTYLE PGTZ PGGEQO PGAPPNAME)} = ('LATIN1', 'German', 'Asia/Tokyo', 'off', 'other');
  $stack->server->stop;
  Collab::Server::start($stack->server);
  served();
  $owner = owner();
  same('the environment', schema => [], no_anew => 1);
}
is $cases, 2 * keys(%other) + 1, "the cases: $cases";
is_deeply [grep { /CB0103|CB0603/ && !/administrator command|server closed the connection/ } split /\n/, substr $stack->server->log, $before], [], 'no statement was refused';
done_testing;
