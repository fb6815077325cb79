# t/auth/issuer-keys.t: other issuers' keys may change in use, be temporarily unavailable, or not be known yet
# interface.md 4.3
use lib qw(t/lib lab/lib);
use Collab::Test;
use Collab::File qw(slurp write_file);
use Collab::Issuer;
use Collab::StatusPage;
our $slow;      # the keys of this issuer are fetched again after a quarter of an hour
BEGIN {
  $slow = issuer('https://slow.example', audience => 'slow')->key('r1', 'ES256');
  $Collab::Issuers::more = 'CollabTrustedIssuer https://slow.example slow ' . $slow->keys_url . " principal\n" . status_page();
}
use Collab::Issuers;
use Collab::OddKeys;
use JSON::XS qw(encode_json);

# The alarm `issuer`, if its text names an issuer, and the text fits.
sub alarm_of { my ($issuer, $words) = @_; return (grep { $_->{reason} eq 'issuer' && $_->{text} =~ /\Q@{[ $issuer->name ]}\E: [^;]*$words/ } @{ status()->{health}{problems} })[0] }
sub raised {
  my ($issuer, $words, $health) = @_;
  my $alarm = wait_for { my $alarm = alarm_of($issuer, $words); $alarm && $alarm->{status} =~ $health && $alarm } 15;
  return ok($alarm, "the alarm issuer says: $words") || diag explain status()->{health};
}
# Moves the dates of an issuer's stored keys into the past. The last fetch is then a minute old or more, so that the next may begin.
sub age { my ($issuer, $time) = @_; return owner()->do(q(update jwks set fetched_at = fetched_at - ?::interval, tried_at = tried_at - ?::interval - interval '1 minute' where url = ?), undef, $time, $time, $issuer->keys_url) }
# Has the worker read the stored set again, which it else does within a minute.
sub looked_up { return me($slow->token('r1', oid => 'o-2', header => { kid => 'unknown' })) }

subtest 'rotated keys at a URL take effect without a restart' => sub {
  $login->key('s2', 'PS256');
  $login->publish('s1', 's2');
  soon { me($login->token('s2', oid => 'o-1'))->status == 200 } 'the new key is accepted';
  me($login->token('s1', oid => 'o-1'))->ok('the old one is still accepted');
  $login->publish('s2');
  soon { me($login->token('s1', oid => 'o-1'))->status == 401 } 'the old one is refused';
  me($login->token('s2', oid => 'o-1'))->ok;
};

subtest 'a changed key file is read again' => sub {
  $id->key('u5', 'ES256')->publish(qw(u1 u5));
  soon { me($id->token('u5', sub => 'ada|7'))->status == 200 } 'the new key is accepted';
  me($id->token('u2', sub => 'ada|7'))->fails(401);
  write_file($id->file, '{"keys":[');
  my $stays = qr/CB0411: keys of the issuer https:\/\/id\.example stay as they were/;
  wait_for { me($id->token('u5', sub => 'ada|7')); $stack->server->log =~ $stays } 15, 'the file to be read';
  me($id->token('u5', sub => 'ada|7'))->ok('a malformed set changes nothing');
  like $stack->server->log, $stays;
  raised($id, 'three refreshes have failed.*is not JSON', qr/./);      # $late makes it failing
  ok +(wait_for { collabctl_status() =~ /issuer.*\Q@{[ $id->name ]}\E/ } 10), '… and collabctl status names it';
  $id->publish(qw(u1 u5));
  ok +(wait_for { !alarm_of($id, '') } 15, 'the end of the alarm'), 'it ends when the file is good again';
};

subtest 'a torn key file ends no server' => sub {
  write_file($id->file, '{"keys":[');
  my %old = map { $_ => 1 } $stack->server->children;
  $stack->server->graceful;
  ok +(wait_for { my @now = $stack->server->children; @now && !grep { $old{$_} } @now } 20), 'a graceful restart';
  is me($id->token('u5', sub => 'ada|7'))->status, 503, 'its tokens get 503';
  me($login->token('s2', oid => 'o-1'))->ok('those of others are accepted');
  raised($id, 'no key has been found yet', qr/failing/);
  my ($status, $said) = $stack->server->control('-t');
  is $status, 0, 'configtest succeeds';
  like $said, qr/CB0306: .*CollabTrustedIssuer: \Q@{[ $id->name ]}: @{[ $id->file ]}\E: is not JSON/, '… and warns';
  unlink $id->file;
  is +($stack->server->control('-t'))[0], 0, '… also without the file';
  $id->publish(qw(u1 u5));
  soon { me($id->token('u5', sub => 'ada|7'))->status == 200 } 'the repaired file is read';
};

subtest 'a compressed set and a redirect change nothing, and the log says what to change' => sub {
  is [$login->{receiver}->got]->[-1]{headers}{'accept-encoding'}, 'identity', 'an uncompressed set is asked for';
  $login->answer(200, 'noise', 'gzip');
  wait_for { $stack->server->log =~ qr{CB0691: keys of the issuer https://login\.example/\S* stay as they were: \S+: the answer is compressed: .* must send this URL without Content-Encoding$}m } 15, 'the reason';
  $login->answer(302, '', 'https://login.example/other/keys');
  wait_for { $stack->server->log =~ qr{CB0691: keys of the issuer https://login\.example/.*: HTTP 302: no redirect is followed; CollabTrustedIssuer must name the set's own URL, perhaps https://login\.example/other/keys$}m } 15, 'the reason';
  $login->answer(302, '', "https://login.example/cl\xe9sx" . "\xc3\xa9" x 400);
  my $stored = sub { (owner()->selectrow_array('select error from jwks where url = ?', undef, $login->keys_url))[0] // '' };
  ok +(wait_for { $stored->() =~ /cl\x{FFFD}sx\x{E9}+$/ } 15), 'bytes that are no text keep no fault from being stored' or diag $stored->();
  me($login->token('s2', oid => 'o-1'))->ok('known keys stay');
};

subtest 'while an issuer fails, known keys work, and unknown key ids cause few fetches' => sub {
  $login->answer(500, 'no');
  my $failed = qr/keys of the issuer https:\/\/login\.example\/tenant.*: HTTP 500/;
  wait_for { $stack->server->log =~ $failed } 15, 'the issuer to fail';
  my ($before, $since) = ($login->asked, time);
  my $forged = $login->token('s2', oid => 'o-1', header => { kid => 'unknown' });
  my $good = $login->token('s2', oid => 'o-1');
  my ($turns, $taken, $refused) = (0, 0, 0);
  while (time < $since + 3 || $turns < 21) {      # a busy machine needs more than 3 s for 21 turns
    select undef, undef, undef, 0.02;
    $turns++;
    $refused += me($forged)->status == 401;
    $taken += me($good)->status == 200;
  }
  is $taken, $turns, 'valid tokens are always accepted';
  is $refused, $turns, 'the others are always refused';
  cmp_ok $login->asked - $before, '<=', time - $since + 2, 'the issuer is asked at most once per throttle';
  like $stack->server->log, $failed;
  $login->answer(200, '{"keys":[{"kty":"oct","k":"AAAA","kid":"unknown","alg":"HS256"}]}');
  my $asked = $login->asked;
  wait_for { $login->asked >= $asked + 3 } 15, 'the set to be read';     # the first of the three fetches may have begun before the answer above was set
  me($good)->ok('a set without a usable key is ignored');
  $login->key('s3', 'ES256')->publish('s3');
  soon { me($login->token('s3', oid => 'o-1'))->status == 200 } 'the next good set is used';
};

subtest 'tokens of an issuer without known keys get 503' => sub {
  collabctl('user', 'set', $x->receiver->username, '--issuer', $late->name, '--subject', 'rita');
  my $token = $late->token('l1', sub => 'rita');
  my $answer = me($token);
  $answer->fails(503);
  ok $answer->header('retry-after'), 'Retry-After';
  me($late->token('l1', sub => 'rita', exp => time - 1000))->fails(401, undef, 'an expired one gets 401');
  $late->publish('l1');
  soon { me($token)->status == 200 } 'the token is accepted once the issuer has answered';
};

subtest 'an entry that is no usable key costs only itself, in a file and at a URL' => sub {
  my $odd = issuer('https://odd.example', audience => 'x')->key('ec', 'ES256')->key('rsa', 'RS256')->key('ed', 'EdDSA');
  my @odd = odd_keys($odd);
  cmp_ok scalar @odd, '>=', 199, scalar(@odd) . ' entries';
  my @before = splice @odd, 0, @odd / 2;
  for my $row ([$id, 'u5', sub => 'ada|7'], [$login, 's3', oid => 'o-1']) {
    my ($issuer, $kid, @subject) = @$row;
    $issuer->key("$kid-new", 'ES256');
    my $good = encode_json($issuer->jwk("$kid-new"));
    my $set = '{"keys":[' . join(',', @before, $good, @odd, $good) . ']}';
    write_file($issuer->file, $set);
    $issuer->answer(200, $set);
    soon { me($issuer->token("$kid-new", @subject))->status == 200 } 'the key among them is accepted';
    soon { me($issuer->token($kid, @subject))->status == 401 } 'the withdrawn one is refused';     # `key` published a set with both first
    my $left_out = $issuer == $id ? qr/CB0710: key file of the issuer/ : qr/CB0693: keys of the issuer/;
    my $named = qr/$left_out \Q@{[ $issuer->name ]}\E: \S+: left out: keys\[0\] .*; and \d+ more/;
    ok +(wait_for { $stack->server->log =~ $named } 15), 'the log names the others';
    $issuer->publish($kid);
    soon { me($issuer->token($kid, @subject))->status == 200 } 'the former set is used again';
  }
};

subtest 'keys with one id, and keys without an id, are tried in turn' => sub {
  $id->key('twin', 'ES256')->key('other', 'ES256', kid => 'twin');
  my @unnamed = map { $id->key("unnamed$_", 'ES256', kid => undef); "unnamed$_" } 1 .. 3;
  $id->publish('twin', 'other', @unnamed);
  soon { me($id->token($_, header => { kid => 'twin' }, sub => 'ada|7'))->status == 200 } $_ for qw(twin other);
  me($id->token($_, header => { kid => 'twin' }, sub => 'ada|7'))->fails(401) for 'unnamed1';
  $id->publish(@unnamed);
  soon { me($id->token($_, header => { kid => undef }, sub => 'ada|7'))->status == 200 } $_ for @unnamed;
  $id->publish('u5');
  soon { me($id->token('u5', sub => 'ada|7'))->status == 200 } 'the former set is used again';
};

collabctl('principal', 'add', 'Slow Bot', '--company', $ada->company->{id}, '--email', "slow-$bot_mail", '--issuer', $slow->name, '--oid', 'o-2');

subtest 'a key that is replaced under its id is fetched for the first token' => sub {
  my $old = $slow->token('r1', oid => 'o-2');
  soon { me($old)->status == 200 } 'the first key is accepted';
  $slow->key('r1', 'ES256');
  my ($asked, $new) = ($slow->asked, $slow->token('r1', oid => 'o-2'));
  is me($new)->status, 401, 'the new key is not known yet';
  is $slow->asked, $asked, '… and is not fetched within the throttle';
  age($slow, '0');
  soon { me($new)->status == 200 } 'it is fetched';
  is me($old)->status, 401, 'the old one is refused';
};

subtest 'keys that cannot be confirmed end after a fetch that began after CollabIssuerTrust' => sub {
  my $good = $slow->token('r1', oid => 'o-2');
  my $asked = $slow->asked;
  age($slow, '3 days');
  ok +(wait_for { looked_up(); is me($good)->status, 200, 'an exchange that was off accepts the token'; $slow->asked > $asked } 15), 'the keys are fetched';
  $slow->answer(404, 'gone');
  age($slow, '23 hours');
  raised($slow, 'three refreshes have failed.*HTTP 404', qr/attention/);
  looked_up();
  me($good)->ok('before the end they are trusted');
  age($slow, '2 hours');
  raised($slow, 'not confirmed for too long.*HTTP 404', qr/failing/);
  soon { looked_up(); me($good)->status == 503 } 'afterwards its tokens get 503';
  cmp_ok status()->{gauges}{collab_issuer_keys_age_seconds}, '>=', 25 * 3600, 'the age is a metric';
  is status()->{gauges}{collab_issuers_without_keys}, 1;
  $slow->publish('r1');
  age($slow, '0');
  soon { me($good)->status == 200 } 'they are accepted as soon as the issuer answers';
};

subtest 'a set without a usable key raises the alarm at once, and an empty set is the truth' => sub {
  my $good = $slow->token('r1', oid => 'o-2');
  $slow->answer(200, '{"keys":[7,{"kty":"oct","k":"AAAA"}]}');
  age($slow, '20 minutes');
  raised($slow, 'has no usable key: keys\[0\] is not an object', qr/attention/);
  looked_up();
  me($good)->ok('the earlier keys are used');
  $slow->answer(200, '{"keys":[]}');
  age($slow, '20 minutes');
  raised($slow, 'its set is empty', qr/attention/);
  soon { looked_up(); me($good)->status == 401 } 'without keys, its tokens get 401';
  $slow->answer(200, Collab::Issuer::set_of(7, $slow->jwk('r1')));
  age($slow, '20 minutes');
  soon { looked_up(); me($good)->status == 200 } 'an entry costs itself alone';
  like $stack->server->log, qr/CB0693: keys of the issuer \Q@{[ $slow->name ]}\E: \S+: left out: keys\[0\] is not an object/, '… and the log names it';
  ok +(wait_for { !alarm_of($slow, '') } 15), 'the alarm ends';
};

subtest 'keys that no dispatcher fetches are reported after the node has run for as long' => sub {
  my $fault = sub { my ($up) = @_; return (owner()->selectrow_array(slurp('sql/queries/api/watch_issuers.sql'), undef, '[{"url":"https://old.example/","refresh":900,"trusted":86400}]', $up))[2] };
  is $fault->(59), undef, 'a new issuer may take a minute';
  is $fault->(60), 'none';
  owner()->do(q(insert into jwks (url, body, tried_at, fetched_at) values ('https://old.example/', '{}', clock_timestamp() - interval '1 day', clock_timestamp() - interval '1 day')));
  is $fault->(2700), undef, 'an exchange that was off has time for three refreshes';
  is $fault->(2760), 'untried';
  owner()->do(q(delete from jwks where url = 'https://old.example/'));
};

subtest 'nodes of 0.1.0 store keys in the same table' => sub {
  my $row = q(from jwks where url = 'https://old.example/');
  owner()->do(q(insert into jwks (url, tried_at) values ('https://old.example/', clock_timestamp() - interval '5 s')));
  my $store = q(update jwks set body = coalesce($1, body), version = version + 1, fetched_at = case when $1::text is null then fetched_at else clock_timestamp() end, error = $2 where url = 'https://old.example/');
  owner()->do($store, undef, undef, 'HTTP 500');
  is owner()->selectrow_array("select failed_at = tried_at $row"), 1, 'a fetch that failed began when it was claimed';
  owner()->do($store, undef, '{"keys":[]}', undef);
  is owner()->selectrow_array("select failed_at is null $row"), 1, 'one that succeeded clears that';
  owner()->do(q(delete from jwks where url = 'https://old.example/'));
};

subtest 'the access log names the callers' => sub { logged('ada|7', 'o-1', 'rita') };

done_testing;
