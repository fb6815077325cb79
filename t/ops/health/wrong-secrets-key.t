# t/ops/health/wrong-secrets-key.t: a node whose secrets key is not the database's is not ready, and says so
# collabctl rotate-key keeps the canary with the keys.
use lib qw(t/lib lab/lib);
use Collab::Receiver;
use Collab::Stack;
use Collab::Test;

my $stack = stack(extra => "CollabDispatcher Off\n");
my $dir = $ENV{COLLAB_TEST_DIR};
mkdir "$dir/theirs" or die;
system('cp', '-p', "$dir/token.key", "$dir/theirs") == 0 or die;
write_keys("$dir/theirs", my $theirs = '1 ' . ('cd' x 32) . "\n");
wait_for { ready($stack->server)->status == 200 } 10, 'the first node';       # the one that writes the canary
my $second = $stack->another_server('second', keys => "$dir/theirs", extra => "CollabDispatcher Off\n");

sub write_keys { my ($folder, @lines) = @_; Collab::Stack::write_file("$folder/secrets.key", join '', @lines); chmod 0600, "$folder/secrets.key" }
sub ready { my ($server) = @_; return nobody->at($server)->get('/health/ready') }
sub sealed { return scalar owner()->selectrow_array('select sealed::text from canary') }
sub rotate { my ($folder, @options) = @_; local $ENV{COLLAB_DSN} = $ENV{COLLAB_TEST_DSN}; local $ENV{COLLAB_SECRETS_KEY} = "$folder/secrets.key"; return output('./collabctl', 'rotate-key', @options) }

subtest 'the first node that has keys writes the canary; the other one is not ready' => sub {
  is ready($stack->server)->status, 200, 'the first is';
  my $written = sealed();
  like $written, qr/^\\x0101/, 'sealed with its key';
  ready($second)->fails(503, qr/secrets key of this node is not the one/);
  nobody->at($second)->get('/health/live')->ok('it lives');
  like $second->log, qr/CB0701: alarm keys: no key of CollabSecretsKey opens the database's canary.*Give this node the CollabSecretsKey file/;
  is sealed(), $written, 'and has left the canary alone';
  unlike $stack->server->log, qr/CB0701/;
};

subtest 'rotate-key wants the right file' => sub {
  my $written = sealed();
  my ($status, $said) = rotate("$dir/theirs");
  is $status, 1;
  like $said, qr/no key of the file opens the database's canary.*--key-lost/;
  is sealed(), $written, 'nothing is changed';
  open my $in, '<', "$dir/secrets.key" or die;
  my $old = <$in>;
  write_keys($dir, my $new = '7 ' . ('ef' x 32) . "\n", $old);
  is_deeply [rotate($dir)], [0, "0 secrets sealed anew with key 7\n"];
  like sealed(), qr/^\\x0107/, 'the canary is sealed anew with the new key';
  write_keys($dir, $new);
  $stack->server->graceful;
  ok +(wait_for { ready($stack->server)->status == 200 } 10), 'which opens it alone';
};

subtest 'the key is lost' => sub {
  my ($status, $said) = rotate("$dir/theirs", '--key-lost');
  is $status, 1, 'what is lost is lost';
  is $said, "collabctl: rotate-key: idempotency_mac.secret 1: does not open with any key of the file\n0 secrets sealed anew with key 1\n";
  ok +(wait_for { ready($second)->status == 200 } 10), 'the new key is the right one';
  ok +(wait_for { ready($stack->server)->status == 503 } 10), '… and the old one is not';
};

done_testing;
