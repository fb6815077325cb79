# t/ops/setup/configtest.t: httpd does not start with a wrong directive, and names file, line and mistake
use lib qw(t/lib lab/lib);
use Collab::Server;
use Collab::Stack;
use Collab::Test;

my $dir = "$ENV{COLLAB_TEST_DIR}/configtest";
my $server = Collab::Server->new($dir, keys => $ENV{COLLAB_TEST_DIR}, api_dsn => 'host=/nowhere dbname=x', dispatch_dsn => 'host=/nowhere dbname=x',
  extra => "Include \"$dir/more.conf\"\n");
Collab::Stack::write_file("$dir/short.key", 'x' x 31);
Collab::Stack::write_file("$dir/bad.key", "1 abc\n");
chmod 0600, "$dir/short.key", "$dir/bad.key";

sub slurp { my ($file) = @_; open my $in, '<:raw', $file or die "$file: $!\n"; local $/; return scalar <$in> }

# Runs configtest with these lines in a file of their own, from the file's second line on.
my $says = sub { Collab::Stack::write_file("$dir/more.conf", "# line 1\n$_[0]\n"); return $server->control('-t') };

my ($status, $said) = $says->('# nothing');
is $status, 0, 'without them, configtest passes' or diag $said;
unlike $said, qr/CB\d|warn|error/i, 'without a message';

{
  local @ENV{qw(PGSSLROOTCERT PGPASSWORD PGOPTIONS PGCLIENTENCODING)} = ('/nowhere/ca.pem', 'x', '-c jit=on', 'LATIN1');
  ($status, $said) = $says->('# nothing');
  is $status, 0, "httpd's environment may say how to reach the database" or diag $said;
  like $said, qr/CB0310: \S+: httpd's environment has PGPASSWORD, PGSSLROOTCERT: it counts where a connection string leaves that open$/m, '… and is named';
  unlike $said, qr/replaces passfile/, '… without passfile=, PGPASSWORD replaces nothing';
}

for my $case (['CollabTokenKey', 'token.key'], ['CollabSecretsKey', 'secrets.key']) {
  my ($directive, $name) = @$case;
  Collab::Stack::write_file("$dir/$name", slurp("$ENV{COLLAB_TEST_DIR}/$name"));
  for my $mode (0600, 0400, 0640, 0604, 0644, 0700) {
    chmod $mode, "$dir/$name";
    ($status, $said) = $says->("$directive $dir/$name");
    my $what = sprintf '%s, mode %03o', $directive, $mode;
    if (!($mode & 07177)) { is $status, 0, "$what: no mistake" or diag $said; next }
    isnt $status, 0, "$what: refused";
    like $said, qr/more\.conf:2: $directive: \Q$dir\E\/$name: has mode \Q@{[ sprintf '%04o', $mode ]}\E, .*0600 at most/, '… with the mode and the remedy';
    isnt +($server->control('-k', 'start'))[0], 0, '… and httpd does not start';
  }
  chmod 0600, "$dir/$name";
}

my $issuer = 'CollabTrustedIssuer https://id.example api';
Collab::Stack::write_file("$dir/no.jwks", '{"keys":[]}');
Collab::Stack::write_file("$dir/bad.jwks", '{"keys":[{"kty":"RSA","n":"x"');
Collab::Stack::write_file("$dir/octet.jwks", '{"keys":[{"kty":"oct","kid":"1","k":"c2VjcmV0LXNlY3JldC1zZWNyZXQtc2VjcmV0"}]}');
Collab::Stack::write_file("$dir/private.jwks", '{"keys":[{"kty":"OKP","crv":"Ed25519","kid":"1","x":"11qYAYKxCrfVS_7TyWQHOg7hcvPapiMlrwIaaPcHURo","d":"nWGxne_9WmC6hEr0kuwsxERJxWl7MmkZcDusAxyuf2A"}]}');
Collab::Stack::write_file("$dir/good.jwks", '{"keys":[{"kty":"OKP","crv":"Ed25519","kid":"1","x":"11qYAYKxCrfVS_7TyWQHOg7hcvPapiMlrwIaaPcHURo"}]}');
for my $right ("$issuer $dir/good.jwks user", "$issuer $dir/no.jwks user", "$issuer $dir/good.jwks principal refresh=60", "$issuer https://id.example/keys user",
  "$issuer https://id.example/keys user lifetime=86400 typ=at+jwt audience=client_id\n$issuer https://id.example/keys principal refresh=5 lifetime=60", "$issuer $dir/good.jwks user\nCollabTrustedIssuer None") {
  ($status, $said) = $says->($right);
  is $status, 0, $right =~ s/\Q$dir\E\///r =~ s/\n/ | /r or diag $said;
}

# Others write the key files, so these warn only.
for my $case (['nothing', 'No such file or directory'], ['bad', 'is not JSON'], ['octet', 'keys[0] is of another kind'], ['private', 'keys[0] contains its private part']) {
  my ($name, $words) = @$case;
  ($status, $said) = $says->("$issuer $dir/$name.jwks user");
  is $status, 0, "a warning: $name.jwks" or diag $said;
  like $said, qr/CB0306: .*more\.conf:2: CollabTrustedIssuer: https:\/\/id\.example: \Q$dir\E\/$name\.jwks: .*\Q$words\E/, '… that names the fault';
}

# Mistakes that t/ops/setup/directives.t cannot show in one line.
my @wrong = (
  ["CollabOutboundHTTP Off\n$issuer http://id.example/keys user", qr/CollabTrustedIssuer.*must be https/, 3],
  ["$issuer $dir/good.jwks user\n$issuer $dir/good.jwks user lifetime=60", qr/CollabTrustedIssuer.*twice/, 3],
  ['CollabBaseURL http://127.0.0.1/elsewhere', qr/Location/],
  ["CollabTokenKey $dir/short.key", qr/CollabTokenKey.*32/], ["CollabSecretsKey $dir/bad.key", qr/CollabSecretsKey/],
  ["CollabRetention attempts=1\nCollabWebhookRetry V2 86400 1", qr/CollabRetention: attempts=1 is shorter/],
  ["CollabDispatcher Off\nCollabEventLog events", qr/CollabEventLog needs the dispatcher, which is off: set CollabDispatcher On/, 3],
  ["<VirtualHost 127.0.0.1:1>\nCollabEventLog events\n</VirtualHost>", qr/CollabEventLog belongs to the main server/, 3],
  ["CollabOutboundCA $dir/bad.key", qr/CollabOutboundCA/],
  ["CollabNothing 1", qr/CollabNothing/], ["<Directory />\nCollabServiceName x\n</Directory>", qr/CollabServiceName not allowed/, 3],
);
for my $case (@wrong) {
  my ($lines, $names, $line) = @$case;
  my $what = $lines =~ s/\n/ | /gr =~ s/\Q$dir\E\///r;
  ($status, $said) = $says->($lines);
  isnt $status, 0, "refused: $what";
  like $said, $names, "$what: the message names the mistake";
  $line //= 2;
  like $said, qr/line $line of \Q$dir\E\/more\.conf|\Q$dir\E\/more\.conf:$line\b/, "$what: says where" unless $what =~ /elsewhere/;
  unlike $said, qr/xxxxxxx|1 abc/, "$what: shows no key";
}

subtest 'networks that Require ip lets read the status page are named, with the line to write' => sub {
  my $section = "LoadModule authz_host_module $ENV{COLLAB_LIBEXECDIR}/mod_authz_host.so\n<Location /s>\nSetHandler collab-status\n<RequireAny>\nRequire local\nRequire ip 10.1\n</RequireAny>\n</Location>";
  my ($status, $said) = $says->($section);
  is $status, 0, 'it is no mistake' or diag $said;
  like $said, qr{CB0310: \Q$dir\E/more\.conf:7: .*write "CollabStatusAllow 127\.0\.0\.0/8 ::1 10\.1" outside};
  unlike +($says->("CollabStatusAllow 10.1\n$section"))[1], qr/CB0310/, '… until the line is written';
  my ($load, $page) = split /\n/, $section, 2;
  my $host = "$load\n<VirtualHost 127.0.0.1:1>\n$page\n</VirtualHost>";
  like +($says->($host))[1], qr/CB0310: .*:8: .*CollabStatusAllow/, 'in a virtual host, too';
  unlike +($says->("$host\nCollabServe On"))[1], qr/CollabStatusAllow/, '… unless it does not serve the pages';
};

subtest 'the timers of the tests are checked' => sub {
  my %fault = ('rescan=0' => 'rescan', 'rescan' => 'rescan', 'nap=100' => 'nap', 'rescan=1s' => 'rescan');
  for my $settings (sort keys %fault) {
    local $server->{timers} = { $settings =~ /^(\w+)(?:=(.*))?/ ? ($1 => $2 // '') : () };
    my ($status, $said) = $says->('# nothing');
    isnt $status, 0, "$settings: no start";
    like $said, qr/COLLAB_TIMERS: "$fault{$settings}" is not a timer, or has no length in milliseconds/;
  }
  local $server->{timers} = { rescan => 100, number => 1 };
  is +($says->('# nothing'))[0], 0, 'valid ones are accepted';
};

done_testing;
