# t/long/beside/proxies.t: behind nginx, HAProxy and httpd as conf/proxies has them, each answer is that of the node itself
# The test changes only addresses, ports and certificate in the shipped files, and adds a port without TLS.
use lib qw(t/lib lab/lib);
use Collab::Fronts;
use Collab::Httpd;
use Collab::Port qw(free_port);
use Collab::Stack;
use Collab::Storage;
use Collab::Test;
use Collab::Traffic;
use Collab::Upload;
use File::Temp qw(tempdir);

my $dir = tempdir('clXXXXXX', DIR => '/tmp', CLEANUP => 1);
my ($cert, $key) = Collab::Httpd::certificate("$dir/tls", 'exchange.example.org');
my $storage = Collab::Storage->start("$dir/storage");
my $stack = stack(extra => "CollabDispatcher Off\n");

# The node's side, as docs/scaling.md has it.
my $node = beside_others($stack, 'node', $storage->directives . <<"END");
KeepAliveTimeout 65
LoadModule remoteip_module $ENV{COLLAB_LIBEXECDIR}/mod_remoteip.so
RemoteIPHeader X-Forwarded-For
RemoteIPInternalProxy 127.0.0.1
LogFormat "%a %{X-Forwarded-Proto}i %{Host}i %U" forwarded
CustomLog forwarded_log forwarded
END
my @fronts = shipped_fronts($dir, $node->port, $cert, $key);
is_deeply [map { $_->name } @fronts], [qw(nginx HAProxy httpd)], 'each shipped file has a proxy';

my $direct = traffic($node->url . '/collab', storage => $storage);
my %status = map { /^(.*?): (\d+),/ ? ($1 => $2) : () } @{ $direct->{lines} };
is_deeply [@status{'login', 'a merge patch', 'a storage', 'files', '14 MB', 'chunks', 'its end', 'malformed JSON', 'a long token', 'a method'}],
  [200, 200, 200, 200, 200, 200, 204, 400, 401, 405], 'without a proxy, the requests succeed';

# The form of a time that a proxy or the node keeps an idle connection, in seconds.
my %kept = (nginx => qr/^\s*keepalive_timeout (\d+)s;/m, HAProxy => qr/^\s*timeout http-keep-alive (\d+)s/m, httpd => qr/\bttl=(\d+)/);

for my $front (@fronts) {
  subtest 'behind ' . $front->name => sub {
    my $url = 'http://127.0.0.1:' . $front->plain . '/collab';
    wait_for { nobody->at($url)->get('/health/ready')->status == 200 } 20, 'the proxy finds the node';
    my $got = traffic($url, storage => $storage);
    is_deeply $got->{lines}, $direct->{lines}, 'each answer is that of the node';

    my ($seconds) = $front->shipped =~ $kept{ $front->name };
    ok $seconds && $seconds < 65, 'it closes an idle connection before the node does';

    my $x = exchange();
    my $sam = $x->submitter->at($url, token => undef);
    $sam->put($x->path . '/attachments/config/https', $storage->config)->ok;
    $storage->let('CASE-1');
    my $upload = Collab::Upload->begin($sam->at('http://127.0.0.1:' . $front->plain), '/collab' . $x->path . '/attachments', 'slow.bin')->more(2_000_000);
    ok +(wait_for { grep { -s } glob $storage->path('.davfs.tmp*') } 20, 'bytes in the storage'), 'an upload reaches the storage before its end';
    is $upload->end->answer->status, 200, 'it succeeds';

    my @curl = ('curl', '-sS', '-k', '--interface', '127.0.0.2', '--resolve', 'exchange.example.org:' . $front->tls . ':127.0.0.1', '-H', 'X-Forwarded-For: 198.51.100.9');
    my $line = wait_for {
      run(@curl, 'https://exchange.example.org:' . $front->tls . '/collab/v1/nothing/' . $front->tag);
      (grep { m{/v1/nothing/@{[ $front->tag ]}$} } split /\n/, Collab::Httpd::slurp($node->dir . '/forwarded_log'))[0];
    } 10, 'the log line';
    like $line, qr{^127\.0\.0\.2 https exchange\.example\.org(?::\d+)? }, 'the node sees the client, its scheme and the host';
  };
}

subtest 'a node that is gone gets no request' => sub {
  $node->stop;
  my %sick = map { $_->name => nobody->at('http://127.0.0.1:' . $_->plain . '/collab')->get('/health/live')->status } @fronts;
  like $sick{$_}, qr/^50[234]$/, "$_ says so" for sort keys %sick;
};

done_testing;
