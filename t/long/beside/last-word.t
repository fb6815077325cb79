# t/long/beside/last-word.t: other modules neither take the interface's requests over, nor change the form of its errors
# Each case is a virtual host with directives of another application, which are merged after the <Location> of the interface.
use lib qw(t/lib lab/lib);
use Collab::File qw(slurp write_file);
use Collab::Stack;
use Collab::Test;
use File::Temp qw(tempdir);

my $modules = $ENV{COLLAB_LIBEXECDIR} || '/usr/lib/apache2/modules';
my $folder = tempdir('beXXXXXX', DIR => '/tmp', CLEANUP => 1);
my $elsewhere = 'https://elsewhere.example/';
write_file("$folder/users", 'eve:{SHA}' . "W6ph5Mm5Pz8GgiULbPgzG37mj9g=\n");      # the password is "password"

my %case = (
  dav => "<Location />\nDav On\n</Location>",
  dav_folder => "DocumentRoot $folder\n<Directory $folder>\nDav On\nRequire all granted\n</Directory>",
  forced => "<Location />\nRewriteEngine On\nRewriteRule ^ - [H=server-info]\n</Location>",
  inward => "<Location />\nRewriteEngine On\nRewriteRule ^ /index.html?query=1\n</Location>",
  proxied => "<Location />\nRewriteEngine On\nRewriteRule ^ http://127.0.0.1:9/ [P]\n</Location>",
  action => "Action collab /v1/other virtual\nScript PUT /v1/other\n",
  extensions => "AddHandler server-info .info\nAddEncoding x-gzip .gz\nAddLanguage de .de\nAddOutputFilter DEFLATE .txt\nDefaultLanguage fr",
  refused => "<Location />\nRewriteEngine On\nRewriteCond %{REQUEST_URI} ^/v1/partners\nRewriteRule ^ - [F]\n</Location>",
  basic => "<Location />\nAuthType Basic\nAuthName staff\nAuthUserFile $folder/users\nRequire valid-user\n</Location>",
  denied => "<Location /v1/partners>\nRequire all denied\n</Location>",
  vain => "<Location /v1/partners>\nRewriteEngine On\nRewriteRule ^ - [R=401]\n</Location>",
  set => "Header set X-Content-Type-Options nosniff\nHeader set Referrer-Policy same-origin\n<Location /v1/partners>\nRequire all denied\n</Location>",
  always => "Header always set X-Content-Type-Options nosniff\nHeader always set Referrer-Policy same-origin\nHeader always set Content-Security-Policy \"default-src 'self'\"\n"
    . "Header always set Cache-Control public\nHeader always set Strict-Transport-Security max-age=60\n<Location /v1/partners>\nRequire all denied\n</Location>",
);
my %port = map { $_ => Collab::Server::free_port() } keys %case;
my $extra = join '', map { "LoadModule ${_}_module $modules/mod_$_.so\n" }
  qw(dav dav_fs alias rewrite proxy proxy_http headers actions mime deflate filter info auth_basic authn_core authn_file authz_user access_compat);
$extra .= "DavLockDB $folder/lock\n" . join '', map { "ErrorDocument $_ $elsewhere$_\n" } qw(400 401 403 404 405 413 415 417 500 501 503);
$extra .= join '', map { "Listen 127.0.0.1:$port{$_}\n<VirtualHost 127.0.0.1:$port{$_}>\n$case{$_}\n</VirtualHost>\n" } sort keys %case;
my $stack = stack(extra => "CollabDispatcher Off\n$extra");
my $user = exchange(request => 0)->submitter;
$user->token;
sub on { my ($name, $as) = @_; return ($as || $user)->at("http://127.0.0.1:$port{$name}") }

sub is_ours {
  my ($answer, $status, $what) = @_;
  local $Test::Builder::Level = $Test::Builder::Level + 1;
  is $answer->status, $status, "$what: " . $answer->about;
  is $answer->header('Content-Type'), 'application/json', "… in the interface's form";
  is $answer->header('Location'), undef, '… and no redirect';
}

for my $case (qw(dav dav_folder forced inward proxied action extensions)) {
  is on($case)->get('/v1/me')->ok->{company}{name}, $user->company->{name}, "$case: GET answers";
  on($case)->get('/v1/partners/search?nothing=1')->fails(400, qr/query/, "$case: the query is the client's");
  is_ours on($case)->put('/v1/x/y', { a => 1 }), 404, $case;
  is_ours on($case)->delete('/v2/webhooks/0'), 404, $case;
  my $options = on($case)->request('OPTIONS', '/v1/me');
  is $options->status, 200, "$case: OPTIONS";
  is $options->header('Allow'), on('refused')->request('OPTIONS', '/v1/me')->header('Allow'), "… with the interface's methods";
  is $options->header('DAV'), undef, '… alone';
}
ok !-e "$folder/y" && !-e 'collab:', 'no file is written';

subtest 'a path with extensions is not a file' => sub {
  for my $path ('/v1/partners/a.gz', '/v1/partners/b.de', '/v1/partners/c.info', '/v1/partners/d.txt') {
    my $answer = on('extensions')->get($path, headers => { 'accept-encoding' => 'gzip' });
    is $answer->status, 200, $path;
    is $answer->header($_), undef, "… without $_" for qw(Content-Encoding Content-Language);
  }
};

subtest 'an error of another module keeps its status and has our form, whatever ErrorDocument says' => sub {
  is_ours on('refused')->get('/v1/partners/x'), 403, '[F]';
  is_ours on('denied')->get('/v1/partners/x'), 403, 'Require all denied';
  is_ours on('denied')->head('/v1/partners/x'), 403, '… for HEAD';
  is_ours on('denied')->get('/v1/%zz'), 400, 'a bad escape';
  is_ours on('basic')->get('/v1/me', token => undef), 401, 'Basic';
  is_ours on('vain')->get('/v1/partners/x'), 401, '[R=401]';
  is nobody->at("http://127.0.0.1:$port{basic}")->get('/v1/me', headers => { authorization => 'Basic eve' })->header('Location'), undef, 'a wrong password';
};

subtest 'a 401 of another module says whose credentials are missing' => sub {
  my $login = on('basic', nobody)->post('/v1/login', { username => 'x', password => 'y' });
  $login->fails(401, qr/^Another access control of this server wants the credentials that WWW-Authenticate names\.$/, 'in front of the login');
  is $login->header('WWW-Authenticate'), 'Basic realm="staff"', '… which are those of that module';
  my $me = on('basic')->get('/v1/me');
  $me->fails(401, qr/^The authorization token provided was invalid: another access control of this server wants the cred/, 'in front of another operation');
  is $me->header('WWW-Authenticate'), 'Basic realm="staff"';
  my $vain = on('vain')->get('/v1/partners/x');
  $vain->fails(401, qr/invalid: another access control of this server refused the request\.$/, 'without a challenge');
  like $vain->header('WWW-Authenticate'), qr/^Bearer realm=/, '… the answer has ours';
};

subtest 'the log of a refusal names the path' => sub {
  my $log = $stack->server->log;
  like $log, qr{client denied by server configuration: collab:/v1/partners/x$}m, 'of the interface';
  unlike $log, qr/collab:$/m, 'and never the scheme alone';
};

subtest 'a header that the operator sets is sent once' => sub {
  for my $path ('/v1/me', '/v1/partners/x') {
    my ($set, $always) = map { on($_)->get($path) } qw(set always);
    is $set->status, $always->status, "$path: " . $set->status;
    is $set->header('Referrer-Policy'), $set->status == 200 ? 'same-origin' : 'no-referrer', '… Header set';
    is $always->header('Referrer-Policy'), 'same-origin', '… Header always set';
    is $always->header('Content-Security-Policy'), "default-src 'self'";
    is $_->header('X-Content-Type-Options'), 'nosniff', '… one of two with the same value' for $set, $always;
    is $always->header('Strict-Transport-Security'), 'max-age=60', '… one that we do not set';
    is $always->header('Cache-Control'), $always->status == 200 ? 'private, no-cache' : 'no-store', '… Cache-Control stays ours';
  }
};

done_testing;
