# t/ops/collabctl/rotate-key.t: collabctl rotate-key seals all stored secrets with the first key while deliveries go on
# Then the old key can be removed. Also tests collabctl token.
use lib qw(t/lib lab/lib);
use Collab::Test;
use Collab::Receiver;
use Collab::Stack;
use Collab::Wait qw(gone);

my $stack = stack();
my $dir = $ENV{COLLAB_TEST_DIR};
my $receiver = receiver();
my $x = exchange();

sub one { return scalar owner()->selectrow_array(shift, undef, @_) }
sub keys_file { Collab::Stack::write_file("$dir/secrets.key", join '', @_) }
# Reloads httpd, and waits until the workers of the old generation, which still have the old keys, are gone.
sub reload {
  my @old = $stack->server->processes(undef);
  $stack->server->graceful;
  wait_for { $stack->server->dispatcher && gone(@old) } 20, 'a new generation';
  # The alarm of the old keys stays until the new watcher has checked.
  wait_for { nobody->get('/health/ready')->status == 200 } 20, 'readiness';
}
sub under { my ($key) = @_; return one(q(select (select count(*) from subscription where get_byte(secret, 1) = $1::int)
  + (select count(*) from previous_secret where get_byte(secret, 1) = $1::int) + (select count(*) from subscription where get_byte(auth, 1) = $1::int)
  + (select count(*) from attachment_storage where get_byte(password, 1) = $1::int) + (select count(*) from idempotency where get_byte(answer, 1) = $1::int)
  + (select count(*) from idempotency_mac where get_byte(secret, 1) = $1::int)), $key) }
sub ctl { local $ENV{COLLAB_DSN} = $ENV{COLLAB_TEST_DSN}; local $ENV{COLLAB_SECRETS_KEY} = "$dir/secrets.key"; return output('./collabctl', @_) }
sub previous { my ($delivery, $secret) = @_; return ($delivery->{headers}{'x-hub-signature-256-previous'} // '') eq 'sha256=' . Digest::SHA::hmac_sha256_hex($delivery->{body}, $secret) }

open my $in, '<', "$dir/secrets.key" or die;
my $old = <$in>;
my $new = '7 ' . unpack('H*', join '', map { chr rand 256 } 1 .. 32) . "\n";
Collab::Stack::write_file("$dir/storage", "hush\n");
collabctl('attachment', 'set', $x->submitter->company->{domain}, '--domain', 'files.example.com', '--password-file', "$dir/storage");
my @at = map { my $url = $receiver->url; +{ url => $url, %{ $x->submitter->post('/v2/webhooks', { callbackUrl => $url,
  callbackAuth => { type => 'BASIC', username => 'u', password => "p$_" } })->ok } } } 1 .. 3;
my $rotated = $x->submitter->post("/v1/webhooks/$at[0]{id}/secret", { overlapSeconds => 600 }, headers => { 'idempotency-key' => 'once' })->ok->{secret};
sub rotate_again { my (%body) = @_; return $x->submitter->post("/v1/webhooks/$at[0]{id}/secret", { overlapSeconds => 600, %body }, headers => { 'idempotency-key' => 'once' }) }
sub recognised {
  my ($when) = @_;
  is rotate_again()->ok("$when: a repeat")->{secret}, $rotated, '… gets the kept answer';
  rotate_again(more => 1)->fails(422, undef, '… and another body does not');
  is one(q(select body_key from idempotency where key = 'once')), 1, '… by the key that hashed the first';
}
is under(1), 3 + 1 + 3 + 1 + 1, 'all values are sealed with key 1';

subtest 'rotate-key seals all values with the new key' => sub {
  keys_file($new, $old);
  reload();
  recognised('with both keys');
  is_deeply [ctl('rotate-key')], [0, "9 secrets sealed anew with key 7\n"];
  is under(1), 0;
  is under(7), 9 + 1, 'and the secret that the old key derives for recognising repeats is stored';
  recognised('sealed anew');
  is_deeply [ctl('rotate-key')], [0, "0 secrets sealed anew with key 7\n"], 'a second run has nothing to do';
};

subtest 'all values open without the old key' => sub {
  keys_file($new);
  reload();
  $x->submitter->post($x->notes, a_note())->ok;
  my ($first) = $receiver->wait($at[0]{url}, 1);
  ok Collab::Receiver::signed($first, $rotated), 'the secret opens';
  ok previous($first, $at[0]{secret}), 'the previous secret opens during its overlap';
  for my $n (1, 2) {
    my ($got) = $receiver->wait($at[$n]{url}, 1);
    ok Collab::Receiver::signed($got, $at[$n]{secret});
    is $got->{headers}{authorization}, 'Basic ' . MIME::Base64::encode_base64('u:p' . ($n + 1), ''), 'the credentials open';
  }
  recognised('without the old key');
};

subtest 'rotation takes several transactions, and names a value that does not open' => sub {
  ($x->parties)[($_ - 1) % 2]->post($x->notes, a_note(), headers => { 'idempotency-key' => "note-$_" })->ok for 1 .. 520;
  my $stray = one('insert into subscription (uid, company, account, version, callback_url, secret, active)
    select gen_random_uuid(), company, account, version, callback_url, secret, false from subscription where id = ? returning id', $at[1]{id});
  my $sealed = under(7);
  keys_file('9 ' . ('ab' x 32) . "\n", $new);
  my ($status, $said) = ctl('rotate-key');
  is $status, 1;
  is under(9), $sealed - 1 + 1, 'all other values are sealed, and the secret that key 7 derives is stored';
  is $said =~ s/^(\d+) secrets sealed anew with key 9\n//mr, "collabctl: rotate-key: subscription.secret $stray: does not open with any key of the file\n",
    'a secret copied into another row does not open';
  owner()->do('delete from subscription where id = ?', undef, $stray);
  is_deeply [ctl('rotate-key')], [0, "0 secrets sealed anew with key 9\n"];
  is under(7), 0;
  keys_file('9 ' . ('ab' x 32) . "\n");
  reload();
  recognised('two keys later');
  $x->submitter->post($x->notes, a_note(summary => 'other'), headers => { 'idempotency-key' => 'note-1' })->fails(422, undef, 'one hashed with the key between');
  $x->submitter->post($x->notes, a_note(), headers => { 'idempotency-key' => 'note-1' })->ok;
};

subtest 'collabctl token prints a valid access token' => sub {
  my ($status, $said) = ctl('token', $x->submitter->username, '--token-key', "$dir/token.key", '--issuer', $stack->server->url);
  is $status, 0;
  chomp $said;
  is $x->submitter->at($stack->server, token => $said)->get('/v1/me')->ok->{user}{username}, $x->submitter->username;
  chomp(my $slashed = (ctl('token', $x->submitter->username, '--token-key', "$dir/token.key", '--issuer', $stack->server->url . '//'))[1]);
  $x->submitter->at($stack->server, token => $slashed)->get('/v1/me')->ok;
  ($status, $said) = ctl('token', 'nobody@nowhere.example', '--token-key', "$dir/token.key", '--issuer', 'http://x.example');
  is $status, 1;
  like $said, qr/there is no user/;
  my @token = ('token', $x->submitter->username, '--token-key', "$dir/token.key", '--issuer');
  like +(ctl(@token, 'me'))[1], qr/issuer: must be an absolute http or https URL/;
  like +(ctl(@token, 'http://x.example', '--lifetime', 2592001))[1], qr/lifetime: must be a number from 1 to 2592000/;
  like +(ctl('token', $x->submitter->username, '--token-key', "$dir/none", '--issuer', 'http://x.example'))[1], qr/token-key: .*cannot be read/;
};

subtest 'key files that others can read are refused' => sub {
  chmod 0644, "$dir/$_" for qw(secrets.key token.key);
  for my $command (['rotate-key'], ['token', $x->submitter->username, '--token-key', "$dir/token.key", '--issuer', 'http://x.example']) {
    my ($status, $said) = ctl(@$command);
    is $status, 1, "$command->[0]: fails";
    like $said, qr/key.* has mode 0644, .*0600 at most/, '… and says why';
  }
  chmod 0600, "$dir/$_" for qw(secrets.key token.key);
};

done_testing;
