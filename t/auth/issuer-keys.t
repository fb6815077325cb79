# t/auth/issuer-keys.t: other issuers' keys may change in use, be temporarily unavailable, or not be known yet
# interface.md 4.3
use lib qw(t/lib lab/lib);
use Collab::Test;
use Collab::File qw(write_file);
use Collab::Issuer;
use Collab::Issuers;
use Collab::OddKeys;
use JSON::XS qw(encode_json);

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
};

subtest 'a compressed set and a redirect change nothing, and the log says what to change' => sub {
  is [$login->{receiver}->got]->[-1]{headers}{'accept-encoding'}, 'identity', 'an uncompressed set is asked for';
  $login->answer(200, 'noise', 'gzip');
  wait_for { $stack->server->log =~ qr{CB0691: keys of the issuer https://login\.example/\S* stay as they were: \S+: the answer is compressed: .* must send this URL without Content-Encoding$}m } 15, 'the reason';
  $login->answer(302, '', 'https://login.example/other/keys');
  wait_for { $stack->server->log =~ qr{CB0691: keys of the issuer https://login\.example/.*: HTTP 302: no redirect is followed; CollabTrustedIssuer must name the set's own URL, perhaps https://login\.example/other/keys$}m } 15, 'the reason';
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
    me($issuer->token($kid, @subject))->fails(401, undef, 'the withdrawn one is refused');
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

subtest 'the access log names the callers' => sub { logged('ada|7', 'o-1', 'rita') };

done_testing;
