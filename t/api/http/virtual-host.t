# t/api/http/virtual-host.t: settings that a virtual host does not set come from the main server
use lib qw(t/lib lab/lib);
use Collab::Test;
use Collab::File qw(write_file);
use Collab::Server;
use File::Path qw(make_path);

# The virtual host's DBDParams have no effect: all virtual hosts use one database (docs/decisions.md).
my $x = exchange(request => 0);
my %dsn = map { $_ => $ENV{COLLAB_TEST_DSN} =~ s/user=\S+/user=collab_$_/r } qw(api dispatch);
my ($port, $secured) = map { Collab::Server::free_port() } 1, 2;
my $server = Collab::Server->start("$ENV{COLLAB_TEST_DIR}/virtual-host$$", api_dsn => $dsn{api}, dispatch_dsn => $dsn{dispatch},
  extra => "CollabBaseURL http://main.test\nCollabDispatcher Off\nCollabTokenLifetime 777\nCollabMaxBody 2000\nCollabResponseHours HIGH=2 MEDIUM=5\n"
    . "Listen 127.0.0.1:$port\n<VirtualHost 127.0.0.1:$port>\nDBDParams host=/nowhere\nDBDMin 0\nCollabMaxBody 4000\nCollabResponseHours LOW=9\n</VirtualHost>\n"
    . "Listen 127.0.0.1:$secured\n<VirtualHost 127.0.0.1:$secured>\n<Location \"/.well-known/acme-challenge\">\nSetHandler none\n</Location>\n"
    . "<Directory \"$ENV{COLLAB_TEST_DIR}/virtual-host$$/htdocs/.well-known\">\nRequire all granted\n</Directory>\n</VirtualHost>\n");
my $user = $x->submitter;
sub at_both { return map { $user->at($_) } $server, "http://127.0.0.1:$port" }

my ($main, $host) = map { $_->post('/v1/login', { username => $user->username, password => $user->password })->ok } at_both();
is $main->{expiresIn}, 777, 'the main server uses its own CollabTokenLifetime';
is $host->{expiresIn}, 777, 'the virtual host, which sets none, inherits it';
ok $user->at("http://127.0.0.1:$port", token => $main->{accessToken})->get('/v1/me')->ok, 'the virtual host accepts the main server\'s access token';

my ($on_main, $on_host) = map { $user->at($_->[0], token => $_->[1]{accessToken}) } [$server, $main], ["http://127.0.0.1:$port", $host];
for my $case ([$on_main, HIGH => 2], [$on_main, MEDIUM => 5], [$on_main, LOW => 24], [$on_host, HIGH => 2], [$on_host, MEDIUM => 5], [$on_host, LOW => 9]) {
  my ($by, $priority, $expected) = @$case;
  my $record = $by->post('/v1/collaboration-requests', $x->a_request(priority => $priority))->ok;
  is seconds($record->{respondBy}) - seconds($record->{createdAt}), $expected * 3600, ($by == $on_main ? 'main server' : 'virtual host') . ": $priority";
}

my $large = $x->a_request(description => 'x' x 3000);
$on_main->post('/v1/collaboration-requests', $large)->fails(413, undef, 'each uses its own CollabMaxBody');
$on_host->post('/v1/collaboration-requests', $large)->ok;

# collabctl setup writes this Location if the base URL has no path.
make_path(my $challenges = $server->dir . '/htdocs/.well-known/acme-challenge');
write_file("$challenges/one", 'an answer');
my $there = nobody->at("http://127.0.0.1:$secured");
is $there->get('/.well-known/acme-challenge/one')->text, 'an answer', 'beside a base URL without a path, httpd answers an authority of certificates';
is $there->get('/health/live')->status, 200, 'the interface is served there, too';
$there->get('/.well-known/other')->fails(404);

done_testing;
