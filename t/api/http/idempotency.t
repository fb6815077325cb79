# t/api/http/idempotency.t: Idempotency-Key: a repeat gets the first response, or 409 before there is one; another body gets 422
# interface.md 2.13
use lib qw(t/lib lab/lib);
use Collab::Operations;
use Collab::Test;
use Digest::SHA qw(sha256_hex);

my $number = 0;
sub key { return { 'idempotency-key' => 'key-' . $$ . '-' . ++$number } }
sub counted { my ($x) = @_; return owner()->selectrow_array('select count(*) from event where request = ?', undef, $x->record->{id}) }

my $x = exchange();

subtest 'a repeat gets the first answer, and the operation runs once' => sub {
  my $key = key();
  my $first = $x->submitter->post($x->notes, a_note(), headers => $key);
  my $note = $first->ok;
  my $events = counted($x);
  my $again = $x->submitter->post($x->notes, a_note(), headers => $key);
  is $again->text, $first->text, 'the repeat has the same text';
  is $again->status, 200;
  is_deeply [map { $_->header('idempotent-replayed') } $first, $again], [undef, 'true'], 'only the repeat has Idempotent-Replayed';
  is counted($x), $events, 'the repeat makes no event';
  is scalar(grep { $_->{token} eq $note->{token} } @{ $x->submitter->get($x->notes)->ok }), 1;
  isnt $x->submitter->post($x->notes, a_note(), headers => key())->ok->{token}, $note->{token}, 'another key makes another note';
  isnt $x->receiver->post($x->notes, a_note(), headers => $key)->ok->{token}, $note->{token}, 'another caller with the same key makes another note';
  my $other = $x->another;
  isnt $x->submitter->post($other->notes, a_note(), headers => $key)->ok->{token}, $note->{token}, 'the same key at another path makes another note';
};

subtest 'a refusal is kept and repeated, too' => sub {
  my $key = key();
  $x->receiver->post($x->closure, undef, headers => $key)->fails(403);
  my $again = $x->receiver->post($x->closure, undef, headers => $key);
  $again->fails(403);
  is $again->header('idempotent-replayed'), 'true', 'the refusal is a repeat';
  my $one = exchange();
  $key = key();
  $one->submitter->post($one->closure, undef, headers => $key)->ok;
  is $one->submitter->post($one->closure, undef, headers => $key)->ok->{status}, 'CLOSED', 'the repeat of a closure succeeds';
  $one->submitter->post($one->closure, undef, headers => key())->fails(409);
};

subtest 'an absent body and {} are the same request' => sub {
  my $one = exchange();
  my $hook = $one->submitter->post('/v2/webhooks', { callbackUrl => 'http://127.0.0.1:9/' })->ok;
  for my $path ($one->closure, "/v2/webhooks/$hook->{id}/secret") {
    my $key = key();
    my $first = $one->submitter->request('POST', $path, headers => $key);
    $first->ok;
    is $one->submitter->post($path, $_, headers => $key)->text, $first->text, "'$_' gets the same response" for '', '{}';
    $one->submitter->post($path, $_, headers => $key)->fails(422, undef, "'$_' is another body") for '{ }', '{"x":1}';
  }
};

subtest 'an answer with a secret is stored sealed, and repeated whole' => sub {
  my $key = key();
  my $body = { callbackUrl => 'http://127.0.0.1:9/' };
  my $made = $x->submitter->post('/v2/webhooks', $body, headers => $key)->ok;
  is_deeply $x->submitter->post('/v2/webhooks', $body, headers => $key)->ok, $made;
  my ($kept) = owner()->selectrow_array(q(select encode(answer, 'escape') from idempotency where key = ?), undef, $key->{'idempotency-key'});
  cmp_ok length($kept // ''), '>', length $made->{secret}, 'the answer is stored';
  unlike $kept, qr/\Q$made->{secret}\E|callbackUrl/;
  is scalar(grep { $_->{id} == $made->{id} } @{ $x->submitter->get('/v2/webhooks')->ok }), 1;
};

subtest 'the body is stored as a keyed hash, and the answer sealed with the key of the day' => sub {
  my $key = key();
  my $body = '{"summary":"s","description":"d","priority":"LOW"}';
  $x->submitter->post($x->notes, $body, headers => $key)->ok;
  my $row = owner()->selectrow_hashref(q(select body_hash, body_key, get_byte(answer, 0) as version, get_byte(answer, 1) as id, encode(substr(answer, 3, 4), 'hex') as day
    from idempotency where key = ?), undef, $key->{'idempotency-key'});
  like $row->{body_hash}, qr/^[0-9a-f]{64}$/;
  isnt $row->{body_hash}, sha256_hex($body), 'the hash is keyed, so that nobody without the key can test guesses';
  is_deeply [@{$row}{qw(version body_key id)}], [2, 1, 1], 'both use key 1 of the key ring, and the answer has version 2';
  my $day = owner()->selectrow_array(q(select floor(extract(epoch from created_at) / 86400) from idempotency where key = ?), undef, $key->{'idempotency-key'});
  ok grep({ $_ == hex $row->{day} } $day, $day - 1), "the answer is sealed for its day ($row->{day})";
  $x->submitter->post($x->notes, $body, headers => $key)->ok;
  $x->submitter->post($x->notes, "$body ", headers => $key)->fails(422);
};

subtest 'a row of an older version, with a plain hash, still works' => sub {
  my $key = key();
  my $body = '{"summary":"s","description":"d","priority":"LOW"}';
  my $first = $x->submitter->post($x->notes, $body, headers => $key);
  owner()->do('update idempotency set body_key = null, body_hash = ? where key = ?', undef, sha256_hex($body), $key->{'idempotency-key'});
  is $x->submitter->post($x->notes, $body, headers => $key)->text, $first->text;
  $x->submitter->post($x->notes, "$body ", headers => $key)->fails(422);
};

# Every operation that knows the header, with its example. `also`: a member that makes another body of it; most bodies ignore members.
my $operations = operations();
my @repeated = grep { $_->{key} } routes();
is_deeply [map { $_->{name} } grep { !$_->{key} && $_->{method} eq 'POST' } routes()], [qw(login token attachment_create password_change)];
my %also = (webhook_redeliver => 'until');
for my $name (map { $_->{name} } @repeated) {
  subtest "$name repeats its first answer" => sub {
    my $one = exchange();
    my $me = $operations->party($one, $name);
    my %with = $operations->prepared($one, $name);
    my ($path, %sent) = ($operations->path($name, %with), $operations->body($name, %with));
    my $body = $sent{body} || {};
    my $key = key();

    my $lock = another_connection();
    my $lock_name = join ' ', $me->id, sha256_hex("POST $path"), $key->{'idempotency-key'};
    $lock->do('select pg_advisory_lock(27750, hashtext(?))', undef, $lock_name);
    my $busy = $me->post($path, $body, headers => $key);
    $busy->fails(409, qr/still being worked on/, 'a repeat in progress gets 409 at once');
    is $busy->header('retry-after'), 1, '… with Retry-After';
    $lock->do('select pg_advisory_unlock(27750, hashtext(?))', undef, $lock_name);
    my $first = $me->post($path, $body, headers => $key);
    $first->ok;
    is $me->post($path, $body, headers => $key)->text, $first->text, 'a repeat gets the first answer';
    $me->post($path, { %$body, $also{$name} // 'createdAt' => '2026-02-01T00:00:00Z' }, headers => $key)->fails(422, qr/another body/);
  };
}

subtest 'of four repeats at once, one writes; the others get its answer or 409' => sub {
  my $one = exchange();
  my $key = key();
  my @answers = together map { sub { $one->submitter->post($one->notes, a_note(), headers => $key) } } 1 .. 4;
  my %token = map { ($_->json->{token} // '') => 1 } grep { $_->status == 200 } @answers;
  is scalar(keys %token), 1, 'the answers name one note';
  is_deeply [grep { $_->status != 200 && $_->status != 409 } @answers], [];
  is scalar(@{ $one->submitter->get($one->notes)->ok }), 1;
};

subtest 'a malformed key is 400; operations without repeats ignore the header' => sub {
  $x->submitter->post($x->notes, a_note(), headers => { 'idempotency-key' => $_ })->invalid('Idempotency-Key') for '', 'a b', 'x' x 256;
  $x->submitter->post($x->notes, a_note(), headers => { 'idempotency-key' => 'y' x 255 })->ok;
  $x->submitter->get($x->path, headers => { 'idempotency-key' => 'a b' })->ok;
  my $key = key();
  my %login = (username => $x->submitter->username, password => $x->submitter->password);
  isnt nobody->post('/v1/login', \%login, headers => $key)->ok->{accessToken}, nobody->post('/v1/login', \%login, headers => $key)->ok->{accessToken};
  nobody->post($x->notes, a_note(), headers => $key)->fails(401);
};

subtest 'a key is free after 25 hours' => sub {
  my $key = key();
  my $first = $x->submitter->post($x->notes, a_note(), headers => $key)->ok;
  owner()->do(q(update idempotency set created_at = created_at - interval '25 hours' where key = ?), undef, $key->{'idempotency-key'});
  isnt $x->submitter->post($x->notes, a_note(summary => 'other'), headers => $key)->ok->{token}, $first->{token};
};

subtest 'an operation that the database aborts frees its key' => sub {
  my $one = exchange();
  my $key = key();
  my $lock = another_connection();
  $lock->begin_work;
  $lock->do('select from request where token = ? for update', undef, $one->token);
  my $waiting = later { $one->submitter->post($one->notes, a_note(), headers => $key) };
  blocked($lock, 1);
  my $admin = DBI->connect($ENV{COLLAB_TEST_DBI} =~ s/user=\w+/user=postgres/r, '', '', { RaiseError => 1 });
  my ($pid) = $admin->selectrow_array('select pid from pg_stat_activity where ? = any(pg_blocking_pids(pid))', undef, $lock->{pg_pid});
  $admin->do('select pg_terminate_backend(?)', undef, $pid);
  $lock->rollback;
  $waiting->answer->fails(503);
  is $one->submitter->post($one->notes, a_note(), headers => $key)->status, 200, 'the key is free again';
  is scalar(@{ $one->submitter->get($one->notes)->ok }), 1;
};

done_testing;
