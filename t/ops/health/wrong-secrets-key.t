# t/ops/health/wrong-secrets-key.t: a node with the wrong secrets key is not ready, and says why
# collabctl rotate-key seals the canary again with the new key.
use lib qw(t/lib lab/lib);
use Collab::Receiver;
use Collab::Stack;
use Collab::Test;

my $stack = stack(extra => "CollabDispatcher Off\n");
my $dir = $ENV{COLLAB_TEST_DIR};
mkdir "$dir/theirs" or die;
system('cp', '-p', "$dir/token.key", "$dir/theirs") == 0 or die;
write_keys("$dir/theirs", my $theirs = '1 ' . ('cd' x 32) . "\n");
wait_for { ready($stack->server)->status == 200 } 10, 'the first node';       # it writes the canary
my $second = $stack->another_server('second', keys => "$dir/theirs", extra => "CollabDispatcher Off\n");

sub write_keys { my ($folder, @lines) = @_; Collab::Stack::write_file("$folder/secrets.key", join '', @lines); chmod 0600, "$folder/secrets.key" }
sub ready { my ($server) = @_; return nobody->at($server)->get('/health/ready') }
sub sealed { return scalar owner()->selectrow_array('select sealed::text from canary') }
sub rotate { my ($folder, @options) = @_; local $ENV{COLLAB_DSN} = $ENV{COLLAB_TEST_DSN}; local $ENV{COLLAB_SECRETS_KEY} = "$folder/secrets.key"; return output('./collabctl', 'rotate-key', @options) }

subtest 'the first node writes the canary; a node with another key is not ready' => sub {
  is ready($stack->server)->status, 200, 'the first node is ready';
  my $written = sealed();
  like $written, qr/^\\x0101/, 'the canary is sealed with its key';
  ready($second)->fails(503, qr/secrets key of this node is not the one/);
  nobody->at($second)->get('/health/live')->ok('the second node lives');
  like $second->log, qr/CB0701: alarm keys: no key of CollabSecretsKey opens the database's canary.*Give this node the CollabSecretsKey file/;
  is sealed(), $written, 'it does not change the canary';
  unlike $stack->server->log, qr/CB0701/;
};

subtest 'rotate-key refuses a file without the right key' => sub {
  my $written = sealed();
  my ($status, $said) = rotate("$dir/theirs");
  is $status, 1;
  like $said, qr/no key of the file opens the database's canary.*--key-lost/;
  is sealed(), $written, 'the canary does not change';
  open my $in, '<', "$dir/secrets.key" or die;
  my $old = <$in>;
  write_keys($dir, my $new = '7 ' . ('ef' x 32) . "\n", $old);
  is_deeply [rotate($dir)], [0, "0 secrets sealed anew with key 7\n"];
  like sealed(), qr/^\\x0107/, 'the right file seals the canary again with the new key';
  write_keys($dir, $new);
  $stack->server->graceful;
  ok +(wait_for { ready($stack->server)->status == 200 } 10), 'the new key alone opens it';
};

subtest 'after --key-lost, the new key is the right one' => sub {
  my ($status, $said) = rotate("$dir/theirs", '--key-lost');
  is $status, 1, 'secrets of the lost key cannot be opened';
  is $said, "collabctl: rotate-key: idempotency_mac.secret 1: does not open with any key of the file\n0 secrets sealed anew with key 1\n";
  ok +(wait_for { ready($second)->status == 200 } 10), 'the node with the new key is ready';
  ok +(wait_for { ready($stack->server)->status == 503 } 10), 'the node with the old key is not';
};

done_testing;
