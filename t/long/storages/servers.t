# t/long/storages/servers.t: mod_dav, lighttpd, nginx and rclone take files; what becomes of taken names and of torn files
# interface.md 13.4, 13.6
use lib qw(t/lib lab/lib);
use Collab::Test;
use Collab::DavServers;
use Collab::Form;
use Collab::OddStorage;
use Collab::Stack;
use Collab::Upload;
use File::Temp ();
use Time::HiRes qw(time);

my $dir = File::Temp::tempdir('clXXXXXX', DIR => '/tmp', CLEANUP => 1);
my @servers = dav_servers($dir);
my $odd = Collab::OddStorage->start("$dir/odd");
write_ca();      # the directives name one file with all certificates
my $stack = stack(extra => dav_directives($dir, @servers, $odd) . "CollabDispatcher Off\n");

sub write_ca {
  open my $ca, '>>', "$dir/ca.pem" or die "$dir/ca.pem: $!\n";
  open my $in, '<', "$dir/odd/cert.pem" or die "$dir/odd/cert.pem: $!\n";
  print {$ca} readline $in;
  close $ca or die "$dir/ca.pem: $!\n";
}

# Forwards files to the submitter's storage. Returns the status and the message of each.
sub forward {
  my ($x, $config, @files) = @_;
  $x->submitter->put($x->path . '/attachments/config/https', $config)->ok;
  my ($body, %option) = a_form(map { [files => @$_] } @files);
  return map { [@{$_}{qw(submitterStatus submitterMessage)}] } @{ $x->submitter->request('POST', $x->path . '/attachments', body => $body, %option, timeout => 200)->ok };
}
my $fine = ['SUCCESS', null];
my %ignores = (nginx => 1, rclone => 1);      # If-None-Match

for my $server (@servers) {
  subtest $server->name => sub {
    $server->let('CASE-1');
    my $x = exchange();
    my %size = (empty => 0, small => 100, large => 3_000_000, 'Übersicht (1) + 2%.txt' => 5);
    my @names = sort keys %size;
    is_deeply [forward($x, $server->config, map { [$_, 'a' x $size{$_}] } @names)], [($fine) x @names], 'it takes files';
    is length $server->file($_) // -1, $size{$_}, "all bytes of $_" for @names;

    my ($nowhere) = forward($x, $server->config(httpsPath => '/nowhere'), ['lost.txt', 'a']);
    is $nowhere->[0], 'FAILED', 'there is no such folder';
    my $asks = $server->name eq 'nginx' ? qr/ \(HTTP 500\)\.$/ : qr/: is the folder there\? \(HTTP 40[49]\)\.$/;
    like $nowhere->[1], qr/^The storage refuses the file$asks/, 'the message asks for it, unless nginx fails';
    is_deeply [forward($x, $server->config(password => 'wrong'), ['wrong.txt', 'a'])], [['FAILED', 'The storage refuses the credentials (HTTP 401).']], 'a wrong password';

    # two requests with the same case number have the same folder
    my $kept = $ignores{ $server->name } ? 'second' : 'first';
    is_deeply [forward($x, $server->config, ['shot.png', 'first'])], [$fine], 'a name that is free';
    is_deeply [forward(exchange(), $server->config, ['shot.png', 'second'])], [$ignores{ $server->name } ? $fine : ['SUCCESS', 'Stored as "shot (2).png".']],
      $ignores{ $server->name } ? 'a taken name is not protected' : 'a taken name gets a number';
    is $server->file('shot.png'), $kept, 'the file that is kept';
    is $server->file('shot (2).png'), $ignores{ $server->name } ? undef : 'second', 'the file with a number';
    my $late = ['FAILED', 'The name is taken; the storage said so only after bytes of the file were gone: use {token} in httpsPath, or --same-name overwrite.'];
    is_deeply [forward(exchange(), $server->config, ['large', 'b' x 3_000_000])], [$ignores{ $server->name } ? $fine : $server->name eq 'lighttpd' ? $late : ['SUCCESS', 'Stored as "large (2)".']],
      'a large file with a taken name: lighttpd looks after it has taken the file';
    for my $own (exchange(), exchange()) {
      mkdir $server->path($own->token) or die "mkdir: $!\n";
      is_deeply [forward($own, $server->config(httpsPath => '/in/{token}'), ['shot.png', $own->token])], [$fine], 'a folder for each request';
      is $server->file($own->token . '/shot.png'), $own->token;
    }

    $x->submitter->put($x->path . '/attachments/config/https', $server->config)->ok;
    my $upload = Collab::Upload->begin($x->submitter, $x->path . '/attachments', 'torn.bin')->more(1_500_000);
    $upload->drop;
    ok +(wait_for { grep { $_->{description} =~ /^torn\.bin: .*submitter FAILED.*did not arrive as a whole/ } @{ $x->submitter->get($x->notes)->ok } } 20, 'the note'),
      'the note names a file that was broken off';
    diag $server->name . ' keeps ' . (-s $server->path('torn.bin') // 'nothing') . ' of 1,500,000 bytes';
    is_deeply [forward($x, $server->config, ['later.bin', 'a' x 1_000_000])], [$fine], 'it goes on taking files';
  };
}

subtest 'a hundred small files to a storage without 100 Continue cost one wait' => sub {
  my $x = exchange();
  my $begun = time;
  my @said = forward($x, $odd->config('mute'), map { ["small$_", 'a' x 100] } 1 .. 100);
  diag sprintf '100 files of 100 bytes: %.1f s', time - $begun;
  is_deeply \@said, [($fine) x 100];
  is scalar(grep { /^Expect:/mi } $odd->heads('mute')), 1, 'one request had Expect';
};

unlike $stack->server->log, qr/exit signal|pass word/, 'no worker has died, and the log has no password';
$_->stop for @servers;
done_testing;
