# t/ops/schema/previous.t: a database of 0.1.0's own making is migrated, and this version shows and does with it what 0.1.0 did
# t/previous/story.pl says what is in it, and what 0.1.0's node showed. The clock stands at the time of its making.
use lib qw(t/lib lab/lib);
use Compress::Zlib ();
use Collab::Clock;
use Collab::File qw(write_file);
use Collab::Receiver;
use Collab::Server;
use Collab::Stack;
use Collab::Test;
use File::Temp ();
use Time::HiRes qw(time);

my $dir = $ENV{COLLAB_TEST_DIR} = File::Temp::tempdir('clXXXXXX', DIR => '/tmp', CLEANUP => 1);
my $receiver = receiver();
my $json = JSON::XS->new->utf8->canonical;
my $bin = $ENV{COLLAB_PG_BINDIR} || '/usr/lib/postgresql/15/bin';

# The receiver had another port. The one that answered 503 and the one that answered 400 take everything now.
sub unpacked {
  my ($name) = @_;
  my $text = Compress::Zlib::memGunzip(Collab::File::slurp("t/previous/0.1.0/$name.gz")) // die "$name: $!\n";
  my ($old) = $text =~ m{http://127\.0\.0\.1:(\d+)/(?:200|503|400)/\d} or die "$name has no callback URL\n";
  return $text =~ s{http://127\.0\.0\.1:$old/(?:200|503|400)/}{http://127.0.0.1:@{[ $receiver->port ]}/200/}gr;
}
my $was = $json->decode(unpacked('records.json'));
my %hook = $was->{hooks}->%*;

my $clock = Collab::Clock->new($dir);
plan skip_all => 'this system preloads no library' unless $clock->works;
$clock->set(int $was->{at} + 60 - time);
$ENV{COLLAB_PRELOAD} = $clock->library;
for my $key (qw(token secrets)) { write_file("$dir/$key.key", Collab::File::slurp("t/previous/0.1.0/$key.key")); chmod 0600, "$dir/$key.key" }

my $pg = Collab::Postgres->start($dir, preload => $clock->library);
$pg->dbh->do("create role $_ login") for qw(collab_api collab_dispatch);      # since PostgreSQL 16, only their creator may alter them
write_file("$dir/dump.sql", unpacked('dump.sql'));
run("$bin/psql", '-q', '-v', 'ON_ERROR_STOP=1', '-h', $dir, '-U', 'postgres', '-f', "$dir/dump.sql", $pg->name);
@ENV{qw(COLLAB_TEST_DBI COLLAB_TEST_DSN COLLAB_DSN COLLAB_SECRETS_KEY)} = ($pg->dbi, ($pg->dsn('collab_owner')) x 2, "$dir/secrets.key");
my $rows = rows();
my $said = collabctl('migrate');
my $migrations = () = glob 'sql/migrations/*.sql';
is scalar(() = $said =~ /^applied /mg), $migrations, 'every migration is applied' or diag $said;
is_deeply rows(), { %$rows, audit => $rows->{audit} + 1 }, 'and no row is lost; the audit has the command';
is collabctl('migrate') =~ /^applied/m, '', 'a second run does nothing';

# The rows of each table that 0.1.0 had, and that a migration does not fill.
sub rows { return { map { ($_ => owner()->selectrow_array("select count(*) from $_")) } qw(company department account community community_member document
  document_field request note response event outbox subscription delivery attempt dead_letter idempotency audit attachment_storage lease replay) } }

my $server = Collab::Server->start("$dir/main", database => $pg, keys => $dir, extra => "CollabDispatcher Off\nCollabBaseURL $was->{url}\n");
$ENV{COLLAB_TEST_URL} = $server->url;
nobody->get('/health/ready')->ok('a node is ready on it');
my %user = map { ($_ => Collab::Party->new(username => $_, password => PASSWORD)) } $was->{users}->@*;

# ---------------------------------------------------------------- reads
# Whatever 0.1.0 showed is shown. Members may have been added, and these have changed (docs/interface-changes.md, revision 3).
my %changed = ('body.submitterContactDetails.phone' => ['"555 0100"', '"+49 555 0100"']);

# Returns the first difference.
sub differs {
  my ($before, $now, $where) = @_;
  if (ref $before eq 'HASH') {
    return "$where is no object" unless ref $now eq 'HASH';
    for my $name (sort keys %$before) {
      return "$where.$name is missing" unless exists $now->{$name};
      my $difference = differs($before->{$name}, $now->{$name}, "$where.$name");
      return $difference if $difference;
    }
    return;
  }
  if (ref $before eq 'ARRAY') {
    return "$where has another length" unless ref $now eq 'ARRAY' && @$now == @$before;
    for my $i (0 .. $#$before) { my $difference = differs($before->[$i], $now->[$i], "$where\[$i]"); return $difference if $difference }
    return;
  }
  my ($one, $other) = map { $json->allow_nonref->encode($_) } $before, $now;
  return $one eq $other || $one eq ($changed{$where}[0] // '') && $other eq $changed{$where}[1] ? undef : "$where was $one, is $other";
}

subtest 'every GET shows what it showed' => sub {
  cmp_ok scalar($was->{answers}->@*), '>', 400, 'there are answers to compare';
  my $read = 0;
  for my $answer ($was->{answers}->@*) {
    my $now = $user{ $answer->{user} }->get($answer->{path});
    my $difference = $now->status != $answer->{status} ? "the status was $answer->{status}, is " . $now->status
      : length $now->text || $answer->{body} ? differs($answer->{body}, $now->json, 'body') : undef;
    is $difference, undef, "$answer->{path}, by $answer->{user}" if $difference;
    $read++;
  }
  is $read, scalar($was->{answers}->@*), 'all were compared';
};

# ---------------------------------------------------------------- writes
subtest 'an Idempotency-Key of 0.1.0 still gives its answer' => sub {
  my $keyed = $was->{keyed};
  my $author = $user{ $keyed->{user} };
  is_deeply $author->post($keyed->{path}, $keyed->{body}, headers => { 'idempotency-key' => $keyed->{key} })->ok, $keyed->{answer}, 'the same answer';
  $author->post($keyed->{path}, { %{ $keyed->{body} }, summary => 'Other' }, headers => { 'idempotency-key' => $keyed->{key} })->fails(422);
};

subtest 'what was erased stays erased' => sub {
  nobody->post('/v1/login', { username => $was->{erased}{user}, password => PASSWORD })->fails(401);
  unlike $_, qr/\Q$was->{erased}{company}\E/, 'no command names the company' for map { collabctl(@$_, '--json') } ['company', 'list'], ['user', 'list'], ['request', 'list'];
};

# ---------------------------------------------------------------- deliveries
my ($waits, $refuses, $paused, $fine, $old) = @hook{qw(waits refuses paused fine old)};
$server->stop;
$server = Collab::Server->start("$dir/second", database => $pg, keys => $dir, extra => "CollabBaseURL $was->{url}\n", timers => { undecided => 1 });
$ENV{COLLAB_TEST_URL} = $server->url;
$user{$_} = Collab::Party->new(username => $_, password => PASSWORD) for keys %user;
sub url { return $_[0]{url} =~ s{/(?:503|400)/}{/200/}r }

subtest 'deliveries that waited in 0.1.0 arrive, signed' => sub {
  my $due = sub { owner()->selectcol_arrayref('select e.uid from delivery d join event e on e.id = d.event where queue = ?', undef, $_[0]{id}) };
  for my $hook ($waits, $paused) {
    my @pending = sort $due->($hook)->@*;
    cmp_ok scalar(@pending), '>', 5, 'there are some';
    collabctl('subscription', 'resume', $hook->{id}) if $hook == $paused;
    collabctl('deliveries', 'retry', '--subscription', $hook->{id}) if $hook == $waits;
    my @got = $receiver->wait(url($hook), scalar(@pending), 30);
    is_deeply [sort map { $_->{event} } @got], \@pending, "all of them, once: $hook->{url}";
    is scalar(grep { !Collab::Receiver::signed($_, $hook->{secret}) } @got), 0, 'by the secret of 0.1.0';
  }
};

subtest 'a dead letter of 0.1.0 is sent again' => sub {
  my $letters = owner()->selectrow_array('select count(*) from dead_letter where subscription = ?', undef, $refuses->{id});
  cmp_ok $letters, '>', 5, 'there are some';
  $user{ $refuses->{user} }->post("/v2/webhooks/$refuses->{id}/redeliver", { since => '2026-01-01T00:00:00Z' })->ok;
  is scalar($receiver->wait(url($refuses), $letters, 30)), $letters, 'all of them';
};

subtest 'an open request of 0.1.0 goes on, and both versions of subscriptions hear of it' => sub {
  my %before = map { ($_ => scalar $receiver->got($_)) } map { $_->{url} } $fine, $old;
  my $path = $was->{keyed}{path} =~ s{/notes$}{}r;
  my $partner = $user{ $fine->{user} };
  $partner->post("$path/approval", an_approval())->ok;
  is $partner->get($path)->ok->{status}, 'ACCEPTED', 'it is approved';
  $partner->post("$path/notes", a_note(summary => 'After'))->ok;
  $receiver->wait($_, $before{$_} + 1) for keys %before;
};
done_testing;
