# t/ops/setup/setup.t: collabctl setup turns a bare httpd and an empty PostgreSQL into a node that serves
# It runs without root: this test's user takes the place of both httpd's user and root. build/check-install does the same on Debian, as root.
use strict;
use warnings;
use lib qw(t/lib lab/lib);
use Collab::BareHttpd;
use Collab::File qw(write_file);
use Collab::Httpd;
use Collab::Server;
use Collab::Test;
use File::Temp qw(tempdir);
use IO::Socket::IP;
use MIME::Base64 qw(decode_base64 encode_base64);

my $dir = tempdir('setXXXXXX', DIR => '/tmp', CLEANUP => 1);
my $me = getpwuid $<;
my $program = $ENV{COLLAB_CTL} || './collabctl';
delete @ENV{qw(COLLAB_DSN COLLAB_SECRETS_KEY PGHOST PGPASSWORD)};

sub slurp { my ($file) = @_; open my $in, '<', $file or return; local $/; return scalar <$in> }
sub spill { my ($file, $text) = @_; open my $out, '>', $file or die "$file: $!\n"; print $out $text; close $out or die "$file: $!\n" }

# Runs setup. Returns exit status and output.
sub setup {
  my ($httpd, @words) = @_;
  local $ENV{COLLAB_SETTINGS} = "$httpd->{root}/etc/collabctl.conf";
  return output($program, 'setup', '--httpd', $httpd->{ctl}, @words);
}

my $pg = empty_cluster("$dir/pg");
my $node = bare_httpd("$dir/node");
my $url = "http://127.0.0.1:$node->{port}/exchange";
my @database = ('--admin-dsn', "host=$dir/pg user=postgres");
my $bare = slurp($node->{conf});

# Copies a certificate with a last day in the 99th month.
sub without_last_day {
  my ($from, $to) = @_;
  my ($text) = slurp($from) =~ /BEGIN CERTIFICATE-+\n(.*?)-+END/s;
  my $der = decode_base64($text);
  $der =~ s/(Z(?:\x17\x0d\d\d|\x18\x0f\d{4}))\d\d(?=\d{8}Z)/${1}99/ or die "$from: has no last day\n";
  return spill($to, "-----BEGIN CERTIFICATE-----\n" . encode_base64($der) . "-----END CERTIFICATE-----\n");
}

my ($status, $said);

subtest 'a missing or wrong option is named, and nothing is changed' => sub {
  ($status, $said) = setup($node);
  is $status, 1;
  like $said, qr/^failed +base URL.*\n.*--base-url https:/m;
  ($status, $said) = setup($node, '--base-url', 'ftp://x');
  like $said, qr/^failed +--base-url/m;
  spill("$dir/none.pem", "no certificate\n");
  ($status, $said) = setup($node, '--base-url', $url, @database, '--outbound-ca', "$dir/none.pem");
  is $status, 1;
  like $said, qr/^failed +--outbound-ca /m;
  my ($pem, $key) = Collab::Httpd::certificate("$dir/tls", 'exchange.test');
  my ($old, $old_key) = Collab::Httpd::certificate("$dir/old", 'exchange.test', -1);
  my $tls = 'https://exchange.test/exchange';
  without_last_day($pem, "$dir/no-last-day.pem");
  for ([$tls, "$dir/none.pem", $key, qr/has no certificate/], [$tls, $pem, "$dir/none.pem", qr/has no private key/], [$tls, $pem, $old_key, qr/the key does not belong to the certificate/],
       [$tls, $old, $old_key, qr/the certificate has expired/], [$tls, "$dir/no-last-day.pem", $key, qr/the certificate's dates cannot be read/], ['https://other.test/x', $pem, $key, qr/the certificate is not for other\.test/], [$tls, $pem, "$dir/missing", qr/both files are needed/],
       [$tls, $pem, $key, qr/this httpd is not Debian's apache2/]) {
    my ($base, $certificate, $its_key, $why) = @$_;
    ($status, $said) = setup($node, '--base-url', $base, @database, '--certificate', $certificate, '--certificate-key', $its_key);
    is $status, 1;
    like $said, qr/^failed +--certificate.*$why/m;
  }
  ($status, $said) = setup($node, '--base-url', $url, @database, '--outbound-allow', 'everything');
  like $said, qr/^failed +--outbound-allow/m;
  ok !-e "$node->{root}/collab", 'no folder is made';
  for my $dsn ('host=/nowhere password=hush', 'host = /nowhere password = hush', 'postgresql://postgres:hush@db.example.org', 'nonsense') {
    ($status, $said) = setup($node, '--base-url', $url, '--admin-dsn', $dsn);
    like $said, qr/^failed +--admin-dsn.*without a password/m, $dsn;
    unlike $said, qr/hush|nowhere/;
  }
  for (['--dsn', 'dbname=other', qr/--dsn: setup makes and uses the database collab .*--admin-dsn 'host=.*collabctl migrate --dsn/],
       ['--secrets-key', "$dir/secrets.key", qr/--secrets-key: setup uses secrets\.key in the folder collab .*; copy the key there first/]) {
    my ($option, $value, $why) = @$_;
    ($status, $said) = setup($node, '--base-url', $url, @database, $option, $value);
    is $status, 2, "$option: refused";
    like $said, qr/\Acollabctl: setup: $why\n\z/, '… with the way that works';
  }
  ($status, $said) = output($program, 'setup', '--httpd', '/nowhere/apachectl', '--base-url', $url);
  is $status, 1;
  like $said, qr/^failed +httpd .*cannot be run\n.*--httpd/m;
  is slurp($node->{conf}), $bare;
};

subtest 'without --write-hba, setup prints the lines and enables nothing' => sub {
  ($status, $said) = setup($node, '--base-url', $url, @database);
  is $status, 1, 'setup is not finished';
  like $said, qr/^done +role collab_owner$/m;
  like $said, qr/^done +database collab$/m;
  like $said, qr/^failed +PostgreSQL refuses logins of the exchange's roles: .*pg_hba\.conf rejects connection/m, "with PostgreSQL's message";
  like $said, qr/^failed .*\n +Insert at the beginning of \Q$pg->{dir}\E\/pg_hba\.conf:\n +local  collab  collab_owner,collab_api,collab_dispatch  peer  map=collab$/m;
  like $said, qr/Insert at the beginning of \Q$pg->{dir}\E\/pg_ident\.conf:\n +collab  $me  collab_owner\n +collab  $me  collab_api\n/;
  like $said, qr/pg_reload_conf/;
  unlike slurp("$pg->{dir}/pg_hba.conf"), qr/collab/, 'the files are unchanged';
  is slurp($node->{conf}), $bare;
};

subtest '--write-hba does not touch a file that it could not write back whole' => sub {
  my $hba = "$pg->{dir}/pg_hba.conf";
  my $usual = slurp($hba);
  spill("$hba.managed", $usual);
  unlink $hba;
  symlink "$hba.managed", $hba or die;
  ($status, $said) = setup($node, '--base-url', $url, @database, '--write-hba');
  is $status, 1;
  like $said, qr/^failed +\Q$hba\E: is not a regular file\n.*omit --write-hba/m;
  ok -l $hba, 'the link stays';
  unlink $hba;
  POSIX::mkfifo($hba, 0600) or die "$hba: $!\n";
  ($status, $said) = output('timeout', 20, 'env', "COLLAB_SETTINGS=$node->{root}/etc/collabctl.conf", $program, 'setup', '--httpd', $node->{ctl}, '--base-url', $url,
    @database, '--write-hba');
  is $status, 1, 'setup does not wait for a pipe';
  like $said, qr/^failed +\Q$hba\E: is not a regular file/m;
  unlink $hba;
  spill($hba, my $long = $usual . "# a line of a long file\n" x 50_000);
  ($status, $said) = setup($node, '--base-url', $url, @database, '--write-hba');
  is $status, 1;
  like $said, qr/^failed +\Q$hba\E: File too large/m;
  ok slurp($hba) eq $long, 'no part of it is lost';
  spill($hba, my $torn = "$usual\0# behind a NUL\n");
  ($status, $said) = setup($node, '--base-url', $url, @database, '--write-hba');
  is $status, 1, 'a file with a NUL is refused';
  like $said, qr/^failed +\Q$hba\E: /m;
  ok slurp($hba) eq $torn, 'no part of it is lost';
  spill($hba, $usual);
};

subtest 'setup edits no file that others can change or choose' => sub {
  my $hba = "$pg->{dir}/pg_hba.conf";
  my $before = slurp($hba);
  for my $case ([$hba, 0666, 0600, 'can be written by everybody'], [$pg->{dir}, 0777, 0700, 'its folder can be written by everybody']) {
    my ($path, $wide, $narrow, $why) = @$case;
    chmod $wide, $path;
    ($status, $said) = setup($node, '--base-url', $url, @database, '--write-hba');
    chmod $narrow, $path;
    is $status, 1, $why;
    like $said, qr/^failed +\S+\/pg_(?:hba|ident)\.conf: \Q$why\E\n.*omit --write-hba/m;
  }
  ok slurp($hba) eq $before, 'the file is as it was';
};

subtest 'a fault that configtest finds is named, and nothing is enabled' => sub {
  spill("$node->{root}/collab/wrong.conf", "CollabMaxBody lots\n");
  ($status, $said) = setup($node, '--base-url', $url, @database, '--write-hba', '--outbound-allow', '10.20.0.0/16 127.0.0.0/8');
  is $status, 1;
  like $said, qr/^done +schema|^done +the schema/m;
  like $said, qr/^failed +configtest.*\n(?: .*\n)* .*wrong\.conf.*\n(?: .*\n)* .*CollabMaxBody/m, 'the file and the directive are named';
  is slurp($node->{conf}), $bare, 'httpd does not load the module';
  unlink "$node->{root}/collab/wrong.conf";
  my $made = "$node->{root}/collab/00-setup.conf";
  my $text = slurp($made);
  rename $made, "$made.kept";
  symlink "$node->{conf}", $made;
  ($status, $said) = setup($node, @database, '--base-url', $url);
  like $said, qr/^failed +configuration \Q$made\E: is not a regular file$/m, 'a link in place of a file of setup is not followed';
  is slurp($node->{conf}), $bare;
  rename "$made.kept", $made;
  is slurp($made), $text;
};

subtest 'a second run finishes what is missing' => sub {
  ($status, $said) = setup($node, @database);
  is $status, 0 or diag $said;
  like $said, qr/^already there +$_/m, $_ for 'role collab_owner', 'database collab', 'key .*/secrets\.key', 'key .*/token\.key', 'configuration .*/collab\.conf';
  like $said, qr/^done +the module is enabled$/m;
  like $said, qr/^Restart httpd: \Q$node->{ctl}\E restart$/m;
  is slurp($node->{conf}), "$bare\nInclude \"$node->{root}/conf/collab.conf\"\n";
  my $written = slurp("$node->{root}/collab/00-setup.conf");
  like $written, qr/^CollabBaseURL \Q$url\E$/m;
  like $written, qr/^CollabOutboundAllow 10\.20\.0\.0\/16 127\.0\.0\.0\/8$/m, 'options of the earlier run stay';
  like $written, qr/^CollabDailyLimit requests=10000 bytes=1g$/m, 'a new exchange has a limit for a day';
  like $written, qr/^<IfDirective CollabTokenEndpoint>\nCollabTokenEndpoint On\n<\/IfDirective>$/m, '… and the token endpoint';
  is sprintf('%o', (stat "$node->{root}/collab/$_")[2] & 0777), '600', "only its owner can read $_" for qw(token.key secrets.key);
  is sprintf('%o', (stat "$node->{root}/collab")[2] & 0777), '750', 'the group of httpd can enter the folder';

  my %before = map { $_ => slurp($_) } glob("$node->{root}/c*/*"), "$pg->{dir}/pg_hba.conf", "$pg->{dir}/pg_ident.conf";
  ($status, $said) = setup($node, @database, '--write-hba');
  is $status, 0 or diag $said;
  like $said, qr/^already there +the module is enabled$/m;
  is_deeply { map { $_ => slurp($_) } keys %before }, \%before, 'a complete setup changes nothing';

  my $setup_conf = "$node->{root}/collab/00-setup.conf";
  write_file($setup_conf, slurp($setup_conf) =~ s/^CollabDailyLimit .*\n//mr =~ s/^<IfDirective CollabTokenEndpoint>\n.*\n.*\n//mr);
  ($status, $said) = setup($node, @database);
  is $status, 0 or diag $said;
  unlike slurp($setup_conf), qr/CollabDailyLimit/, 'an exchange without a limit for a day keeps none';
  unlike slurp($setup_conf), qr/CollabTokenEndpoint/, '… and one without the token endpoint has none';
};

subtest '--autovacuum sets autovacuum_naptime of PostgreSQL 15 and 16, and setup recommends it' => sub {
  my $admin = $pg->admin('postgres');
  $admin->do($_) for "alter system set autovacuum_naptime = '60s'", 'select pg_reload_conf()';
  my $naptime = sub { scalar DBI->connect("dbi:Pg:dbname=postgres;host=$dir/pg;user=postgres")->selectrow_array('show autovacuum_naptime') };
  wait_for { $naptime->() =~ /^(?:60s|1min)$/ } 10, 'the new setting';
  my $needed = $admin->{pg_server_version} < 170000;
  my $says = sub { my ($word, @option) = @_; ($status, $said) = setup($node, @database, @option); is $status, 0 or diag $said; is scalar(() = $said =~ /^$word +autovacuum_naptime = /mg), $needed ? 1 : 0, "@option: $word" };
  $says->('recommended');
  $says->('done', '--autovacuum');
  ok +(wait_for { $naptime->() eq ($needed ? '5s' : '1min') } 10), 'the server has reloaded it';
  $says->('already there', '--autovacuum');
};

subtest '--mpm sets the measured numbers, and setup recommends it' => sub {
  my $says = sub { my ($like, @option) = @_; ($status, $said) = setup($node, @database, @option); is $status, 0 or diag $said; like $said, $like, "@option" };
  $says->(qr/^recommended +one process of many threads: collabctl setup --mpm$/m);
  my $alone = slurp($node->{conf});
  spill($node->{conf}, "$alone<VirtualHost *:1>\n  ServerName customer.test\n</VirtualHost>\n");
  ($status, $said) = setup($node, @database, '--mpm');
  is $status, 1, 'on an httpd with other sites, it asks';
  like $said, qr/^failed +--mpm: this httpd has other sites, such as \Q$node->{conf}\E\n.*--yes/m;
  ok !-e "$node->{root}/collab/mpm.conf", '… and changes nothing';
  $says->(qr{^done +configuration \Q$node->{root}\E/collab/mpm\.conf$}m, '--mpm', '--yes');
  unlink "$node->{root}/collab/mpm.conf";
  spill($node->{conf}, $alone);
  $says->(qr{^done +configuration \Q$node->{root}\E/collab/mpm\.conf$}m, '--mpm');
  $says->(qr{^already there +configuration \Q$node->{root}\E/collab/mpm\.conf$}m, '--mpm');
  $says->(qr/^(?!.*--mpm)/s);
  my ($dumped) = (output($node->{ctl}, '-t', '-D', 'DUMP_COLLAB_SETTINGS'))[1] =~ /(\{"version.*)/;
  is_deeply [@{ JSON::XS->new->utf8->decode($dumped) }{qw(processes processLimit threads)}], [1, 4, 256], 'httpd has the numbers';
};

subtest 'setup restores the rights of the owner after an upgrade of the cluster' => sub {
  my $admin = $pg->admin;
  plan skip_all => 'since PostgreSQL 16' if $admin->{pg_server_version} < 160000;
  $admin->do("revoke $_ from collab_owner cascade") for qw(collab_api collab_dispatch pg_read_all_stats);
  ($status, $said) = setup($node, @database);
  is $status, 0 or diag $said;
  like $said, qr/^done +role collab_owner$/m;
  unlike $said, qr/warning/;
  is_deeply $admin->selectcol_arrayref(q(select r.rolname from pg_auth_members m join pg_roles r on r.oid = m.roleid join pg_roles o on o.oid = m.member
    where o.rolname = 'collab_owner' and m.admin_option order by 1)), [qw(collab_api collab_dispatch pg_read_all_stats)];
  ($status, $said) = setup($node, @database);
  like $said, qr/^already there +role collab_owner$/m;
};

subtest '--no-migrate leaves the schema of a newer version alone' => sub {
  my $owner = DBI->connect("dbi:Pg:dbname=collab;host=$dir/pg;user=postgres");
  $owner->do("set search_path = collab");
  $owner->do("insert into schema_migration (version, name, checksum) values (9999, 'newer', 'x')") or diag $owner->errstr;
  ($status, $said) = setup($node, @database);
  isnt $status, 0, 'migrate refuses it';
  ($status, $said) = setup($node, @database, '--no-migrate');
  is $status, 0, 'with it, setup succeeds' or diag $said;
  like $said, qr/^already there +the schema is left as it is$/m;
  $owner->do('delete from schema_migration where version = 9999');
};

sub ctl {
  local $ENV{COLLAB_SETTINGS} = "$node->{root}/etc/collabctl.conf";
  return output(@_);
}

subtest 'httpd serves, and collabctl adds members without --dsn' => sub {
  my @members = (['Acme Networks', 'acme.example', 'ada@acme.example'], ['Beta Storage', 'beta.example', 'ben@beta.example']);
  my $number = 0;
  spill("$dir/password", "correct horse\n");
  for (@members) {
    my ($name, $domain, $user) = @$_;
    $number++;
    ($status, $said) = ctl($program, 'member', 'add', $name, '--domain', $domain, '--community', 'Storage', '--user', $user, '--password-file', "$dir/password");
    is $said, "company $number, user $number, form $number\n", $name;
  }
  for (['acme.example', 'x@acme.example', 'Storage', qr/domain: another company/], ['new.example', 'ada@acme.example', 'Storage', qr/user: there is an account/],
       ['new.example', 'x@new.example', '12', qr/community: must not be a number/]) {
    my ($domain, $user, $community, $why) = @$_;
    ($status, $said) = ctl($program, 'member', 'add', 'Third', '--domain', $domain, '--community', $community, '--user', $user, '--password-file', "$dir/password");
    is $status, 1;
    like $said, $why;
  }
  my (undef, $audited) = ctl($program, 'audit', '--json');
  is_deeply [sort(keys %{ { map { $_->{what} => 1 } @{ JSON::XS->new->decode($audited) } } })], ['member add', 'setup'], 'the audit has both';
  my (undef, $companies) = ctl($program, 'company', 'list', '--json');
  like $companies, qr/Acme Networks.*Beta Storage/s;
  unlike $companies, qr/Third/, 'a refused member leaves no company';

  ($status, $said) = output($node->{ctl}, '-k', 'start');
  is $status, 0 or diag $said;
  wait_for { IO::Socket::IP->new(PeerAddr => '127.0.0.1', PeerPort => $node->{port}) } 15, 'httpd';
  $ENV{COLLAB_TEST_URL} = $url;
  ok wait_for { nobody->get('/health/ready')->status == 200 } 15 or diag slurp("$node->{root}/error_log");
  my $token = nobody->post('/v1/login', { username => 'ada@acme.example', password => 'correct horse' })->ok->{accessToken};
  my $found = nobody->get('/v1/partners/Beta', token => $token)->ok;
  is $found->[0]{documentId}, 2, 'Ada finds her partner and the form';
};
END { local $?; output($node->{ctl}, '-k', 'stop'); wait_for { !-e "$node->{root}/httpd.pid" } 15 }

subtest 'a second node needs the keys of the first' => sub {
  my $second = bare_httpd("$dir/second");
  ($status, $said) = setup($second, '--base-url', $url, @database);
  is $status, 1;
  like $said, qr/^failed +key .*sealed on another node\n +Copy secrets\.key and token\.key/m;
  ok !-e "$second->{root}/collab/secrets.key", 'setup makes no key';
  spill("$second->{root}/collab/$_", slurp("$node->{root}/collab/$_")), chmod 0600, "$second->{root}/collab/$_" for qw(token.key secrets.key);
  ($status, $said) = setup($second, '--base-url', $url, @database);
  is $status, 0 or diag $said;
  spill("$second->{root}/collab/secrets.key", '1 ' . '0' x 64 . "\n");
  ($status, $said) = setup($second, @database);
  is $status, 1;
  like $said, qr/^failed +key .*does not open the database's sealed values/m, 'a wrong key is refused';
};

subtest 'setup makes the passwords of a remote database' => sub {
  my $port = Collab::Server::free_port();
  my $far = empty_cluster("$dir/far", $port);
  my $third = bare_httpd("$dir/third");
  my @remote = ('--admin-dsn', "host=127.0.0.1 application_name=setup port=$port user=postgres");
  ($status, $said) = do { local $ENV{PGPASSWORD} = 'wrong'; setup($third, '--base-url', $url, @remote) };
  is $status, 1;
  like $said, qr/^failed +log in to PostgreSQL as its superuser/m;
  local $ENV{PGPASSWORD} = 'hush-hush';
  ($status, $said) = setup($third, '--base-url', $url, @remote);
  is $status, 0 or diag $said;
  is sprintf('%o', (stat "$third->{root}/collab/$_")[2] & 0777), '600', "only its owner can read $_" for qw(pgpass pgpass-owner);
  my ($secret) = slurp("$third->{root}/collab/pgpass") =~ /collab_api:(\S+)/;
  unlike slurp("$third->{root}/$_"), qr/\Q$secret\E|hush/, "no password in $_" for 'collab/00-setup.conf', 'etc/collabctl.conf';
  like slurp("$third->{root}/collab/00-setup.conf"), qr/^DBDParams "host=127\.0\.0\.1 port=$port dbname=collab user=collab_api passfile=\S+ password='' connect_timeout=3"/m;
  ($status, $said) = setup($third, @remote);
  is $status, 0, 'a second run succeeds' or diag $said;
  my $old = slurp("$third->{root}/collab/pgpass-owner");
  ($status, $said) = setup($third, @remote, '--new-passwords');
  is $status, 0, '--new-passwords, as after a leak' or diag $said;
  unlike slurp("$third->{root}/collab/pgpass"), qr/\Q$secret\E/, 'the roles of httpd have new passwords';
  isnt slurp("$third->{root}/collab/pgpass-owner"), $old, 'the owner has a new password';
  ok !DBI->connect("dbi:Pg:dbname=collab;host=127.0.0.1;port=$port;user=collab_api", undef, $secret, { PrintError => 0 }), 'the old password is refused';
  ($status, $said) = do { delete local $ENV{PGPASSWORD}; setup($node, @database, '--new-passwords') };
  is $status, 1;
  like $said, qr/^failed +--new-passwords: the roles log in by peer authentication/m;
  ($status, $said) = output($program, 'company', 'list', '--dsn', "host=127.0.0.1 port=$port dbname=collab user=nobody");
  like $said, qr/^collabctl: company list: the database refuses the login: .*pg_hba\.conf.*"nobody"(?:(?!run collabctl as).)*$/m, 'over the network, no system user is the remedy';
  local @ENV{qw(PGPASSWORD PGOPTIONS)} = ('wrong', '-c default_transaction_read_only=on');
  local $ENV{COLLAB_SETTINGS} = "$third->{root}/etc/collabctl.conf";
  ($status, $said) = output($program, 'company', 'list', '--json');
  is $status, 0, 'collabctl works on it, whatever password and options the environment has' or diag $said;

  my $fourth = bare_httpd("$dir/fourth");
  $ENV{PGPASSWORD} = 'hush-hush';
  ($status, $said) = setup($fourth, '--base-url', $url, @remote);
  is $status, 1;
  like $said, qr/^failed +role collab_owner: exists, and its password is not known here\n +Copy /m, 'a second node needs the password files of the first';
};

subtest '--api-password keeps programs of httpd\'s user out of the database' => sub {
  my $enters = sub { my ($password) = @_; return DBI->connect("dbi:Pg:dbname=collab;host=$dir/pg;user=collab_api", undef, $password, { PrintError => 0 }) ? 1 : 0 };
  my $file = "$node->{root}/collab/01-api-password.conf";
  is $enters->(), 1, 'by peer authentication, each of them gets in';
  ($status, $said) = setup($node, @database, '--api-password');
  is $status, 1;
  like $said, qr/^failed .*$me can also log in as collab_api without a password.*\n.*pg_hba\.conf:\n +local  collab  collab_owner,collab_dispatch  peer  map=collab\n +local  collab  collab_api  scram-sha-256$/m;
  unlike $said, qr/collab  $me  collab_api$/m;
  ($status, $said) = setup($node, @database, '--api-password', '--write-hba');
  is $status, 0 or diag $said;
  my ($secret) = slurp($file) =~ /^DBDParams ".* password=([\w-]{20,}) /m;
  is sprintf('%o', (stat $file)[2] & 0777), '600', 'only its owner can read the password';
  is_deeply [map { $enters->($_) } undef, $secret, 'wrong'], [0, 1, 0], 'without the password, nobody gets in';
  ($status, my $again) = setup($node, @database);
  is $status, 0, 'a later run keeps it' or diag $again;
  like slurp($file), qr/ password=\Q$secret\E /;
  unlike slurp("$node->{root}/collab/00-setup.conf"), qr/^DBDParams/m;

  ($status, my $tested) = output($node->{ctl}, '-t');
  is $tested, "Syntax OK\n", 'configtest has no message';
  output($node->{ctl}, '-k', 'restart');
  ok +(wait_for { eval { nobody->post('/v1/login', { username => 'ada@acme.example', password => 'correct horse' })->status == 200 } } 20), 'the restarted httpd serves';
  my (undef, $doctor) = ctl($program, 'doctor', '--httpd', $node->{ctl});
  like $doctor, qr/^ok +database +DBDParams: /m, 'doctor logs in' or diag $doctor;
  my @said = ($said, $again, $tested, $doctor, map { slurp("$node->{root}/$_") } 'error_log', 'collab/00-setup.conf', 'etc/collabctl.conf', 'conf/collab.conf');
  is_deeply [grep { /\Q$secret\E/ } @said], [], 'no output, log or other file has the password';

  ($status, $said) = setup($node, @database, '--new-passwords');
  is $status, 0 or diag $said;
  is $enters->($secret), 0, '--new-passwords replaces it';
  unlink $file or die "$file: $!\n";
  ($status, $said) = setup($node, @database, '--write-hba');
  is $status, 0 or diag $said;
  is $enters->(), 1, 'without the file, setup returns to peer authentication';
};

subtest 'setup makes no exchange where this node has one' => sub {
  my $admin = $pg->admin('postgres');
  my $made = "$node->{root}/collab/00-setup.conf";
  my $conf = slurp($made);
  my ($identity) = $conf =~ /^<IfDirective CollabExchange>\nCollabExchange (\S+)\n<\/IfDirective>$/m;
  my (undef, $shown) = ctl($program, 'exchange', 'show');
  like $shown, qr/^identity: \Q$identity\E$/m, 'setup has written the identity of the exchange';
  like slurp("$node->{root}/etc/collabctl.conf"), qr/^COLLAB_EXCHANGE=\Q$identity\E$/m;
  output($node->{ctl}, '-k', 'stop');
  ok +(wait_for { eval { local $admin->{PrintError}; $admin->do('alter database collab rename to kept'); 1 } } 20), 'the data directory of another PostgreSQL: no database';
  my $refused = sub { my ($why, @more) = @_; ($status, $said) = setup($node, @database, @more); is $status, 1, $why; like $said, qr/^failed +database collab: $why.*\n +Mount or restore.*\n.*setup --new/m };
  $refused->('is missing, and this node has an exchange already');
  is $admin->selectrow_array(q(select count(*) from pg_database where datname = 'collab')), 0, 'it makes none';
  spill($made, $conf =~ s/<IfDirective CollabExchange>.*\n.*\n.*\n//r);
  spill("$node->{root}/etc/collabctl.conf", slurp("$node->{root}/etc/collabctl.conf") =~ s/^COLLAB_EXCHANGE.*\n//mr);
  $refused->('is missing');      # a 00-setup.conf of 0.1.0
  spill($made, $conf);
  $admin->do('create database collab owner collab_owner template template0 encoding UTF8');
  $refused->('is empty, and this node has an exchange already');
  ($status, $said) = output('env', "COLLAB_EXCHANGE=$identity", "COLLAB_DSN=host=$dir/pg dbname=collab user=collab_owner", $program, 'migrate');
  is $status, 1, 'migrate neither';
  like $said, qr/this database is empty/;
  ($status, $said) = setup($node, @database, '--new');
  isnt slurp($made) =~ /^CollabExchange (\S+)$/m && $1, $identity, '--new makes another exchange' or diag $said;
  $admin->do('alter database collab rename to other');
  $admin->do('alter database kept rename to collab');
  $refused->("this is another exchange's database: its identity is $identity, not ");
  ($status, $said) = setup($node, @database, '--new');
  is $status, 0, '--new takes the one that is there' or diag $said;
  like slurp($made), qr/^CollabExchange \Q$identity\E$/m;
};

done_testing;
