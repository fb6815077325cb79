# t/api/http/static-pages.t: the public pages are compressed, have an ETag for each encoding, and may be cached
use lib qw(t/lib lab/lib);
use Collab::Server;
use Collab::Test;
use IO::Uncompress::Gunzip qw(gunzip $GunzipError);

my @pages = (['/docs'], ['/openapi.json'], ['/openapi-3.0.json'], ['/openapi-2.0.json'], ['/docs/postman.json'], ['/problems/closed'], ['/problems/closed', accept => 'text/html']);

# Gets a page from a server, with this Accept-Encoding.
sub page {
  my ($at, $page, $encoding, %more) = @_;
  my ($path, @headers) = @$page;
  return nobody->at($at)->get($path, headers => { @headers, defined $encoding ? ('accept-encoding' => $encoding) : (), %more });
}

sub unzipped { my ($bytes) = @_; gunzip(\$bytes => \my $text, MultiStream => 0) or die "gunzip: $GunzipError\n"; return $text }

sub name_of { my ($page) = @_; return join ' as ', @$page[0, grep { $_ == 2 } 0 .. $#$page] }

for my $page (@pages) {
  subtest name_of($page) . ' is compressed, and revalidates by encoding' => sub {
    my ($plain, $gzip) = map { page($ENV{COLLAB_TEST_URL}, $page, $_) } undef, 'gzip';
    is $plain->status, 200;
    is $plain->header('content-encoding'), undef, 'a client without Accept-Encoding gets it plain';
    is $gzip->header('content-encoding'), 'gzip', 'a client that takes gzip gets it compressed';
    ok unzipped($gzip->{content}) eq $plain->{content}, 'both have the same text';
    cmp_ok length $gzip->{content}, '<', length($plain->{content}) / (length $plain->{content} > 10_000 ? 4 : 1), 'the compressed one is smaller';
    for my $answer ($plain, $gzip) {
      is $answer->header('cache-control'), 'public, max-age=300', 'caches may keep it for 300 s';
      like $answer->header('vary'), qr/\bAccept-Encoding\b/, 'caches keep one for each encoding';
      like $answer->header('etag'), qr/^"[a-z0-9-]+"$/, 'it has a strong ETag';
      is $answer->header('content-length'), length $answer->{content};
    }
    isnt $gzip->header('etag'), $plain->header('etag'), 'each encoding has its own ETag';
    for my $case ([undef, $plain], ['gzip', $gzip]) {
      my ($encoding, $answer) = @$case;
      my $again = page($ENV{COLLAB_TEST_URL}, $page, $encoding, 'if-none-match' => $answer->header('etag'));
      is $again->status, 304, 'a cache gets 304';
      is $again->header($_), $answer->header($_), "… with the same $_" for qw(etag cache-control vary);
      is $again->text, '', '… and gets no body';
      my $refused = page($ENV{COLLAB_TEST_URL}, $page, $encoding, 'if-match' => '"another"');
      is $refused->header('content-encoding'), undef, 'an error is not compressed';
      like $refused->{content}, qr/^\{"message":"/, '… and does not say so';
    }
    is page($ENV{COLLAB_TEST_URL}, $page, 'gzip', 'if-none-match' => $plain->header('etag'))->status, 200, 'the ETag of the other encoding does not count';
  };
}

subtest 'the client decides the encoding' => sub {
  my %wanted = (gzip => [qw(gzip GZIP), 'br, gzip', 'deflate;q=0.5 , gzip;q=0.5', '*', 'gzip;q=0.001', 'identity;q=0.5, gzip;q=0.8', 'gzip, *;q=0'],
    plain => ['', 'identity', 'br', 'gzip;q=0', 'gzip;q=0.0, *', '*;q=0', 'identity, gzip;q=0.5', 'x-gzipped']);
  for my $kind (sort keys %wanted) {
    is page($ENV{COLLAB_TEST_URL}, ['/docs'], $_)->header('content-encoding') // 'plain', $kind, "$kind for '$_'" for @{ $wanted{$kind} };
  }
  is nobody->head('/docs', headers => { 'accept-encoding' => 'gzip' })->header('content-length'), length page($ENV{COLLAB_TEST_URL}, ['/docs'], 'gzip')->{content}, 'HEAD has the Content-Length of GET';
};

subtest 'health and errors are no-store' => sub {
  is nobody->get($_)->header('cache-control'), 'no-store', $_ for '/health/live', '/health/ready', '/problems/nothing', '/nothing';
};

subtest 'mod_deflate changes no response' => sub {
  my $modules = $ENV{COLLAB_LIBEXECDIR};
  my $server = Collab::Server->start("$ENV{COLLAB_TEST_DIR}/deflate$$", api_dsn => $ENV{COLLAB_TEST_DSN} =~ s/collab_owner/collab_api/r, dispatch_dsn => 'host=/nowhere',
    extra => "CollabBaseURL $ENV{COLLAB_TEST_URL}\nCollabDispatcher Off\nLoadModule filter_module $modules/mod_filter.so\nLoadModule deflate_module $modules/mod_deflate.so\n"
      . "SetOutputFilter DEFLATE\n");
  for my $page (@pages) {
    my ($plain, $gzip) = map { page($server, $page, $_) } 'identity', 'gzip';
    ok unzipped($gzip->{content}) eq $plain->{content}, name_of($page) . ' is compressed once';
    is $_->header('etag'), page($ENV{COLLAB_TEST_URL}, $page, $_->header('content-encoding') // 'identity')->header('etag'), 'the ETag is unchanged' for $plain, $gzip;
  }
  my $x = exchange();
  my @accepts = (headers => { 'accept-encoding' => 'gzip' });
  my $login = nobody->at($server)->post('/v1/login', { username => $x->submitter->username, password => $x->submitter->password }, @accepts);
  for my $answer ($login, $x->submitter->at($server)->get($x->path, @accepts), $x->submitter->at($server)->get('/v2/collaboration-requests/list', @accepts)) {
    ok $answer->json && !defined $answer->header('content-encoding'), $answer->about . ': not compressed';
  }
};

done_testing;
