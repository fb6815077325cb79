# t/auth/token-key-change.t: replacing the key that signs access tokens, step by step, logs no user out
# CollabTokenKey, collabctl token-key; operations.md, "Replacing the key that signs access tokens".
use lib qw(t/lib lab/lib);
use Collab::Stack;
use Collab::Test;
use Collab::Wait qw(gone);
use Digest::SHA qw(hmac_sha256 sha256);
use JSON::XS ();
use MIME::Base64 qw(decode_base64url encode_base64url);

my $stack = stack();
my $file = "$ENV{COLLAB_TEST_DIR}/token.key";
my $user = user(company());

sub content { open my $in, '<:raw', $file or die "$file: $!\n"; local $/; return scalar <$in> }
sub part { my ($token, $n) = @_; return JSON::XS->new->utf8->decode(decode_base64url((split /\./, $token)[$n])) }
sub login { return nobody->post('/v1/login', { username => $user->username, password => $user->password })->ok->{accessToken} }
sub me { my ($token) = @_; return nobody->get('/v1/me', headers => { authorization => "Bearer $token" }) }
sub ctl { return output('./collabctl', 'token-key', @_) }
# Restarts the server gracefully. Afterwards the key with this id signs.
sub restarted {
  my ($kid) = @_;
  my @old = $stack->server->processes(undef);        # a worker of the old generation still has the old keys
  $stack->server->graceful;
  wait_for { $stack->server->dispatcher && gone(@old) } 20, 'a new generation';
  ok +(wait_for { (part(login(), 0)->{kid} // 'none') eq $kid } 20), "key $kid signs";
}

my $single = content();
my @tokens = (login());

subtest 'a file with a single key signs tokens without a kid' => sub {
  is_deeply part($tokens[0], 0), { alg => 'HS256', typ => 'JWT' }, 'no kid';
  my ($body) = $tokens[0] =~ /^(.*)\./;
  is encode_base64url(hmac_sha256($body, $single)), (split /\./, $tokens[0])[2];
  my $claims = part($tokens[0], 1);
  is $claims->{iat} - $claims->{nbf}, 60, "a token is valid from 60 s before its issue, because nodes' clocks differ";
};

subtest 'tokens stay valid while a new key is added and used, until the old key is removed' => sub {
  is_deeply [ctl('add', $file)], [0, "key 2 is added; key 1 signs\n"];
  is content() =~ s/^2 [0-9a-f]{64}\n//mr, "collab-token-keys\n1 " . unpack('H*', $single) . "\n", 'the single key is key 1 of the ring';
  is sprintf('%04o', (stat $file)[2] & 07777), '0600';
  restarted(1);
  push @tokens, login();
  me($_)->ok for @tokens;

  is_deeply [ctl('use', $file, 2)], [0, "key 2 signs from the next restart on\n"];
  restarted(2);
  push @tokens, login();
  me($_)->ok for @tokens;
  is_deeply [ctl('list', $file)], [0, "  2  signs and verifies\n  1  verifies\n"];

  is_deeply [ctl('remove', $file, 1)], [0, "key 1 is removed; its tokens end with the next restart\n"];
  restarted(2);
  me($_)->fails(401, undef, 'a token of the removed key is refused') for @tokens[0, 1];
  me($tokens[2])->ok('a token of the other key is accepted');
};

subtest 'a token is verified with the key that its kid names' => sub {
  my ($header, $payload) = split /\./, $tokens[2];
  my ($secret) = content() =~ /^2 (\S+)$/m;
  my $signed = sub { my ($head) = @_; my $body = encode_base64url($head) . ".$payload"; return "$body." . encode_base64url(hmac_sha256($body, pack 'H*', $secret)) };
  me($signed->('{"alg":"HS256","kid":"2"}'))->ok;
  me($signed->('{"alg":"HS256"}'))->ok('a token without a kid is accepted');
  me($signed->(qq({"alg":"HS256","kid":$_})))->fails(401, undef, "kid $_") for '"1"', '"3"', '""', 2;
};

subtest 'collabctl token uses the signing key' => sub {
  my $token = collabctl('token', $user->username, '--token-key', $file, '--issuer', $stack->server->url);
  is part($token, 0)->{kid}, 2;
  me($token =~ s/\n//r)->ok;
};

subtest 'token-key refuses unknown keys, the removal of the signing key, and malformed files' => sub {
  my $before = content();
  my @rows = (
    [['remove', $file, 2], qr/key: key 2 signs; make another sign first/], [['remove', $file, 1], qr/key: there is no key 1/], [['use', $file, 9], qr/key: there is no key 9/],
    [['use', $file, 256], qr/key: must be a number from 1 to 255/], [['list', "$file.none"], qr/No such file/], [['use', "$file.none", 1], qr/No such file/],
  );
  for my $row (@rows) {
    my ($status, $said) = ctl(@{ $row->[0] });
    is $status, 1, "@{ $row->[0] }";
    like $said, $row->[1];
  }
  is_deeply [ctl('use', $file, 2)], [0, "nothing to do: key 2 signs already\n"];
  is content(), $before;
  for my $row (['-----BEGIN PRIVATE KEY-----', qr/is not a key for a key ring/], ["collab-token-keys\n1 abc\n", qr/line 2 has no key of 64/], ['x' x 31, qr/32 bytes or more/]) {
    Collab::Stack::write_file("$file.odd", $row->[0]);
    chmod 0600, "$file.odd";
    my ($status, $said) = ctl('add', "$file.odd");
    is $status, 1;
    like $said, $row->[1];
  }
  chmod 0644, "$file.odd";
  like +(ctl('add', "$file.odd"))[1], qr/has mode 0644/, 'a key file that others can read is refused';
};

subtest 'token-key add creates a ring, and accepts longer keys' => sub {
  is_deeply [ctl('add', "$file.new")], [0, "key 1 signs\n"];
  for my $row ([45, sub { $_[0] }], [64, sub { $_[0] }], [65, sub { sha256($_[0]) }]) {
    my ($length, $kept) = @$row;
    my $long = 'k' x $length;
    Collab::Stack::write_file("$file.$length", $long);
    chmod 0600, "$file.$length";
    is +(ctl('add', "$file.$length"))[0], 0;
    open my $in, '<', "$file.$length" or die;
    my $hex = unpack 'H*', $kept->($long);
    like join('', <$in>), qr/^1 $hex$/m, "$length bytes";
  }
};

done_testing;
