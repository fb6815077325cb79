# t/auth/issuer-keys.t: other issuers' keys that change while in use, cannot be fetched, or are not known yet
# interface.md 4.3
use lib qw(t/lib lab/lib);
use Collab::Test;
use Collab::File qw(write_file);
use Collab::Issuers;

subtest 'keys from a URL are rotated under way' => sub {
  $login->key('s2', 'PS256');
  $login->publish('s1', 's2');
  soon { me($login->token('s2', oid => 'o-1'))->status == 200 } 'the new key is good';
  me($login->token('s1', oid => 'o-1'))->ok('and the old one still');
  $login->publish('s2');
  soon { me($login->token('s1', oid => 'o-1'))->status == 401 } 'the old one ends';
  me($login->token('s2', oid => 'o-1'))->ok;
};

subtest 'a file is read again when it has changed' => sub {
  $id->key('u5', 'ES256')->publish(qw(u1 u5));
  soon { me($id->token('u5', sub => 'ada|7'))->status == 200 } 'the new key is good';
  me($id->token('u2', sub => 'ada|7'))->fails(401);
  write_file($id->file, '{"keys":[');
  my $stays = qr/CB0411: keys of the issuer https:\/\/id\.example stay as they were/;
  wait_for { me($id->token('u5', sub => 'ada|7')); $stack->server->log =~ $stays } 15, 'the file to be read';
  me($id->token('u5', sub => 'ada|7'))->ok('what is no set changes nothing');
  like $stack->server->log, $stays;
};

subtest 'an issuer that fails for a while, and tokens that name keys nobody knows' => sub {
  $login->answer(500, 'no');
  my $failed = qr/keys of the issuer https:\/\/login\.example\/tenant.*: HTTP 500/;
  wait_for { $stack->server->log =~ $failed } 15, 'the issuer to fail';
  my ($before, $since) = ($login->asked, time);
  my $forged = $login->token('s2', oid => 'o-1', header => { kid => 'unknown' });
  my $good = $login->token('s2', oid => 'o-1');
  my ($turns, $taken, $refused) = (0, 0, 0);
  while (time < $since + 3 || $turns < 21) {      # on a busy machine a turn takes long
    select undef, undef, undef, 0.02;
    $turns++;
    $refused += me($forged)->status == 401;
    $taken += me($good)->status == 200;
  }
  is $taken, $turns, 'good tokens are taken all the time';
  is $refused, $turns, 'the others are refused at once';
  cmp_ok $login->asked - $before, '<=', time - $since + 2, 'the issuer is asked no more than once in its throttle';
  like $stack->server->log, $failed;
  $login->answer(200, '{"keys":[{"kty":"oct","k":"AAAA","kid":"unknown","alg":"HS256"}]}');
  my $asked = $login->asked;
  wait_for { $login->asked >= $asked + 3 } 15, 'that to be read';     # the first of them may have been under way
  me($good)->ok('a set without a key of use is not taken');
  $login->key('s3', 'ES256')->publish('s3');
  soon { me($login->token('s3', oid => 'o-1'))->status == 200 } 'it is back';
};

subtest 'an issuer none of whose keys is known yet' => sub {
  collabctl('user', 'set', $x->receiver->username, '--issuer', $late->name, '--subject', 'rita');
  my $token = $late->token('l1', sub => 'rita');
  my $answer = me($token);
  $answer->fails(503);
  ok $answer->header('retry-after'), 'Retry-After';
  me($late->token('l1', sub => 'rita', exp => time - 1000))->fails(401, undef, 'what is bad anyway is 401');
  $late->publish('l1');
  soon { me($token)->status == 200 } 'as soon as the issuer answers';
};

subtest 'the access log says who it was' => sub { logged('ada|7', 'o-1', 'rita') };

done_testing;
