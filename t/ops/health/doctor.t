# t/ops/health/doctor.t: collabctl doctor finds nothing on a healthy node, and names a planted fault with its remedy
# t/long/planted-faults.t plants all faults.
use lib qw(t/lib lab/lib);
use Collab::Doctor;
use Collab::File ();
use Collab::Httpd;
use Collab::Receiver;
use Collab::Stack;
use Collab::Test;

my $stack = do { local $ENV{LANGUAGE} = 'de'; stack(vacuums => 1) };      # PostgreSQL speaks German
my ($server, $dir) = ($stack->server, $ENV{COLLAB_TEST_DIR});
wait_for { nobody->get('/health/ready')->status == 200 } 15, 'readiness';

sub shown { my ($report) = @_; return join "\n", map { "$_->{status} $_->{check}: $_->{text} -> " . ($_->{remedy} // '') } @{ $report->{findings} } }

# Changes the server's configuration file, calls $do, and restores the file.
sub changed {
  my ($change, $do) = @_;
  my $path = "$dir/main/conf/httpd.conf";
  open my $in, '<', $path or die;
  my $usual = do { local $/; <$in> };
  local $_ = $usual;
  $change->();
  isnt $_, $usual;
  Collab::Stack::write_file($path, $_);
  $do->();
  Collab::Stack::write_file($path, $usual);
}

subtest 'doctor finds nothing on a healthy node' => sub {
  my $report = doctor($server);
  is $report->{exit}, 0, 'exit status 0' or diag shown($report);
  is $report->{status}, 'ok';
  my %seen = map { $_->{check} => 1 } @{ $report->{findings} };
  is_deeply [sort keys %seen], [sort qw(configtest mpm keys database clock connections autovacuum exchange schema privileges drift secrets sequences storages names legacy collation durability alarms service interface authorities outbound disk)], 'each check has a finding';
  is_deeply [grep { $_->{status} ne 'ok' || defined $_->{remedy} } @{ $report->{findings} }], [];
  my ($status, $said) = output('./collabctl', 'doctor', '--httpd', "$dir/main/apachectl");
  is $status, 0;
  like $said, qr/^ok +database +DBDParams: logs in to collab as collab_api$/m, 'people get a line for each';
  like $said, qr/^ok +disk +the database, \S+: \d+ MiB are left, \d+ %$/m, "it finds the database's disk by its socket";
  unlike $said, qr/->/;
  like $said, qr{^ok +interface +http://\S+: \d\d questions get the documented answers$}m;
};

my @faults = (
  ['a wrong role',         sub { s/user=collab_api/user=collab_owner/ }, qr/database: DBDParams: logs in as collab_owner, wanted collab_api .*user=collab_api/],
  ['no such role',         sub { s/user=collab_dispatch/user=nobody/ }, qr/database: CollabDispatcherDSN: cannot log in: .*nobody.* \(SQLSTATE 28000\) -> .*mount or restore its database; else make roles and database: collabctl setup/],
  ['another database',     sub { s/dbname=collab user=collab_dispatch/dbname=other user=collab_dispatch/ }, qr/leads to the database collab, CollabDispatcherDSN to another one \(other\)/],
  ['another exchange',     sub { $_ .= "CollabExchange 6f1c0e5a-2d4b-4f0e-9a87-0c3b5d7e9f10\n" }, qr/exchange: this is another exchange's database: its identity is \S+, not 6f1c0e5a-\S+ -> Mount or restore/],
  ['nobody at the socket', sub { s{host=\S+ dbname=collab user=collab_api}{host=/nowhere dbname=collab user=collab_api} }, qr/DBDParams: cannot log in: .*nowhere.*Start PostgreSQL/],
  ['many connections',     sub { s/^DBDMax 8/DBDMax 800/m }, qr/connections: this node may open 805 .*max_connections = 100.*lower DBDMax/],
  ['Debian\'s processes',  sub { s/^ServerLimit 4$/ServerLimit 16/m; s/^ThreadsPerChild 128/ThreadsPerChild 25/m; s/^MaxRequestWorkers 128/MaxRequestWorkers 400/m }, qr/mpm: httpd has up to 16 processes of 25 threads: .*collabctl setup --mpm/],
  ['no room for a reload', sub { s/^ServerLimit 4$/ServerLimit 1/m }, qr/mpm: ServerLimit 1 has no room .*collabctl setup --mpm/],
  ['a mistake',            sub { s/SetHandler collab$/SetHandler other/m }, qr/configtest: CB0301: .*nothing is served.*apachectl configtest/],
  ['a syntax error',       sub { $_ .= "Nonsense\n" }, qr/configtest: AH00526: Syntax error on line .*Invalid command 'Nonsense'/],
  ['a placeholder',        sub { s{^CollabBaseURL .*}{CollabBaseURL https://api.example.org/collab}m; s{<Location "/">}{<Location "/collab">} }, qr/configtest: CB0310: .*placeholder/],
  ['a key that is gone',   sub { s{^CollabSecretsKey .*}{CollabSecretsKey /nowhere/secrets.key}m }, qr{configtest: .*CollabSecretsKey.*/nowhere/secrets\.key}],
  ['a CA that is gone',    sub { $_ .= "CollabOutboundCA /nowhere/ca.pem\n" }, qr{configtest: .*CollabOutboundCA.*/nowhere/ca\.pem}],
  ['an issuer unbounded',  sub { $_ .= join '', map { "CollabTrustedIssuer https://$_ user\n" } 'a.example x https://a.example/keys', 'b.example x https://b.example/keys' },
                           qr{^issuers: https://a\.example, audience x, user: a token may live for ever -> Append lifetime=86400 to its CollabTrustedIssuer}],
  ['a key file that is gone', sub { $_ .= "CollabTrustedIssuer https://a.example x /nowhere/a.jwks user lifetime=60\n" },
                           qr{^configtest: CB0306: .*https://a\.example: /nowhere/a\.jwks: No such file or directory -> Put the issuer's JWKS into the file}],
  ['another port',         sub { s{^(CollabBaseURL http://127.0.0.1):\d+}{$1:1}m }, qr/service: http:\S+:1: nothing answers: .*Start httpd/],
);
$stack->pg->admin->do('create database other');
for my $case (@faults) {
  my ($what, $change, $like) = @$case;
  changed($change, sub {
    my $report = doctor($server);
    is $report->{exit}, 1, "$what: exit status 1";
    ok names($report, $like), "$what: named, with its remedy" or diag shown($report);
  });
}

# The SQLSTATE judges, whatever language PostgreSQL speaks.
subtest 'doctor says why a German PostgreSQL refuses a login, or may lose rows' => sub {
  my $admin = $stack->pg->admin;
  my $named = sub {
    my ($what, @like) = @_;
    my $report = doctor($server);
    ok names($report, $_), "$what: $_" or diag shown($report) for @like;
  };
  my $reload = sub { my ($lines) = @_; $admin->do($_) for split /;/, $lines . ';select pg_reload_conf()' };
  my $hba = $stack->pg->{dir} . '/pg_hba.conf';
  my $usual = Collab::File::slurp($hba);

  Collab::File::write_file($hba, "local all collab_api,collab_dispatch scram-sha-256\n$usual");
  $reload->('select 1');
  changed(sub { s/user=collab_api/user=collab_api password=wrong/ }, sub {
    $named->('passwords', qr/DBDParams: cannot log in: .*\(SQLSTATE 28P01\) -> .*--new-passwords/, qr/CollabDispatcherDSN: cannot log in: .* -> .*--new-passwords/);
  });
  Collab::File::write_file($hba, $usual);
  $reload->('alter role collab_api connection limit 1');
  changed(sub { s{host=(\S+) dbname=collab user=collab_dispatch}{host=/nowhere,$1 dbname=collab user=nobody} }, sub {
    $named->('a limit, no role on the second host', qr/DBDParams: cannot log in: .*\(SQLSTATE 53300\) -> .*alter role collab_api connection limit -1/, qr/CollabDispatcherDSN: cannot log in: .*nobody.*\(SQLSTATE 28000\) -> .*alter role collab_dispatch login\. .*mount or restore its database; else make roles/);
  });
  $admin->do($_) for 'alter role collab_api connection limit 12', 'grant connect on database collab to collab_api', 'revoke connect on database collab from public, collab_dispatch';
  changed(sub { s/^DBDMax 8/DBDMax 9/m }, sub {
    $named->('no right, few connections', qr/CollabDispatcherDSN: cannot log in: .*\(SQLSTATE 42501\) -> .*grant connect on database/, qr/connections: this node may open 14 connections, and the role collab_api .* 12 -> .*connection limit -1/);
  });
  $admin->do($_) for 'alter role collab_api connection limit -1', 'grant connect on database collab to public';
  Collab::Stack::migrate($stack->pg, $stack->{dir});

  $reload->(q(alter database collab set default_transaction_read_only = on;update pg_database set datcollversion = '1' where datname = 'collab';alter system set full_page_writes = off));
  changed(sub { s/dbname=collab user=collab_dispatch/dbname=nowhere user=collab_dispatch/ }, sub {
    $named->('settings, no database', qr/database: DBDParams: the session accepts no writes: default_transaction_read_only is on -> .*reset default_transaction_read_only/,
      qr/collation: the order of texts has changed from version 1 .* -> .*reindex database collab/, qr/durability: PostgreSQL has full_page_writes = off/,
      qr/CollabDispatcherDSN: cannot log in: .*\(SQLSTATE 3D000\) -> .*mount or restore its database; else make roles and database/);
  });
  $reload->(q(alter database collab reset default_transaction_read_only;update pg_database set datcollversion = null where datname = 'collab';alter system reset full_page_writes));
};

subtest 'doctor notices another server on the port' => sub {
  my $other = Collab::Httpd->start("$dir/other", config => "ErrorDocument 404 no\n");
  changed(sub { s{^(CollabBaseURL http://127.0.0.1):\d+}{"$1:" . $other->port}me }, sub {
    my $report = doctor($server);
    ok names($report, qr/service: .*something else answers there: status 40[34] .*Another server has the port/) or diag shown($report);
  });
};

subtest 'doctor asks what clients ask, and names what answers otherwise' => sub {
  my $modules = $ENV{COLLAB_LIBEXECDIR} || '/usr/lib/apache2/modules';
  my $front = Collab::Httpd->start("$dir/front", modules => [qw(proxy proxy_http)], config => "ProxyPass / http://127.0.0.1:@{[ $server->port ]}/\n");
  my $path = "$dir/main/conf/httpd.conf";
  my $reload = sub { my %old = map { $_ => 1 } $server->children; $server->graceful; wait_for { my @now = $server->children; @now && !grep { $old{$_} } @now } 20, 'another generation' };
  changed(sub {
    s{^(CollabBaseURL http://127.0.0.1):\d+}{"$1:" . $front->port}me;
    $_ .= join '', map { "LoadModule ${_}_module $modules/mod_$_.so\n" } qw(allowmethods headers cgid);
    $_ .= "<Location \"/\">\nAllowMethods GET HEAD POST PUT OPTIONS\nHeader always set Referrer-Policy same-origin\n</Location>\nRequestHeader unset Authorization\n";
  }, sub {
    my ($methods, $policy, $request) = map { my $like = $_; my @lines = split /\n/, Collab::Httpd::slurp($path); (grep { $lines[$_ - 1] =~ $like } 1 .. @lines)[0] } qr/^AllowMethods/, qr/^Header/, qr/^RequestHeader/;
    $reload->();
    my $report = doctor($server);
    my @found = grep { $_->{check} eq 'interface' } @{ $report->{findings} };
    my $like = sub { my ($what, $text, $remedy) = @_; ok +(grep { $_->{status} ne 'ok' && $_->{text} =~ $text && $_->{remedy} =~ $remedy } @found), $what or diag shown($report) };
    my ($base, $own) = map { "http://127.0.0.1:$_" } $front->port, $server->port;
    $like->('a refused method', qr{^\Q$base\E: not the documented answer, but status 405.*, to DELETE /v2/webhooks/1; PATCH /v2/webhooks/1$}, qr/Lines that may cause it: .*\Q$path\E:$methods \(AllowMethods in <Location "\/">\)/);
    $like->('… also at the node itself', qr{^\Q$base\E at 127\.0\.0\.1:@{[ $server->port ]}: .*status 405}, qr/AllowMethods/);
    $like->('an encoded slash that the proxy refuses', qr{^\Q$base\E: .*status 404, .*Content-Type: text/html.*, to GET /v1/partners/a%2Fb}, qr/Exempt/);
    ok !(grep { $_->{status} eq 'failing' && $_->{text} =~ / at .*a%2Fb/ } @found), '… and the node does not';
    $like->('a token that is lost', qr{WWW-Authenticate: Bearer realm="\Q$base\E", Server: .*, to GET /v1/me with an invalid token}, qr/:$request \(RequestHeader\)/);
    ok +(grep { $_->{status} eq 'attention' && $_->{text} =~ /Referrer-Policy: .*same-origin/ && $_->{remedy} =~ /:$policy \(Header/ } @found), 'a header for browsers' or diag shown($report);
    ok names($report, qr/modules: programs that mod_cgid runs as \S+ can log in to the database/), 'a module that runs programs as httpd\'s user' or diag shown($report);
  });
  $reload->();
};

subtest 'doctor notices a wrong secrets key, and a key that others can read' => sub {
  Collab::Stack::write_file("$dir/wrong.key", '1 ' . ('ab' x 32) . "\n");
  chmod 0600, "$dir/wrong.key";
  changed(sub { s{^CollabSecretsKey .*}{CollabSecretsKey $dir/wrong.key}m }, sub {
    ok names(doctor($server), qr/secrets: the secrets key does not open .*Give this node the CollabSecretsKey file/);
    chmod 0644, "$dir/wrong.key";
    ok names(doctor($server), qr/configtest: .*wrong\.key: has mode 0644/), 'a key that others can read is named';
  });
};

subtest 'doctor judges schema, encoding, privileges and autovacuum' => sub {
  my $wanted = (grep { $_->{check} eq 'schema' } @{ doctor($server)->{findings} })[0]{text};
  my ($newest) = owner()->selectrow_array('select max(version) from schema_migration');
  is $wanted, $newest;
  owner()->do('create temporary table kept as select * from schema_migration where version = ?', undef, $newest);
  owner()->do('delete from schema_migration where version = ?', undef, $newest);
  ok names(doctor($server), qr/schema: schema \d+, wanted $newest: collabctl migrate -> Run collabctl migrate/), 'an old schema is named';
  owner()->do('insert into schema_migration select * from kept');
  changed(sub { s/dbname=collab/dbname=other/g }, sub { ok names(doctor($server), qr/schema: no schema, wanted $newest: collabctl migrate/), 'a missing schema is named' });
  my $admin = $stack->pg->admin;
  $admin->do(q(create database latin encoding 'LATIN1' locale 'C' template template0));
  changed(sub { s/dbname=collab/dbname=latin/g }, sub { ok names(doctor($server), qr/schema: the database's encoding is LATIN1, wanted UTF8/), 'an encoding other than UTF-8 is named' });
  owner()->do('alter table note alter column created_at drop default');
  ok names(doctor($server), qr/drift: column note\.created_at has no default, wanted a default -> Run collabctl migrate --repair/), 'a dropped default is named';
  owner()->do('alter table note alter column created_at set default clock_timestamp()');
  owner()->do('grant delete on note to collab_api');
  ok names(doctor($server), qr/privileges: collab_api has DELETE on note -> Find out who granted it/), 'a privilege in excess is named';
  owner()->do('revoke delete on note from collab_api');
  my $set = sub { $admin->do($_) for @_, 'select pg_reload_conf()' };
  my $autovacuum = sub { my ($finding) = grep { $_->{check} eq 'autovacuum' } @{ doctor($server)->{findings} }; return "$finding->{status}: $finding->{text}" };
  $set->("alter system set autovacuum_naptime = '60s'");
  my $seldom = owner()->{pg_server_version} >= 170000 ? qr/^ok: / : qr/^attention: autovacuum_naptime is 60 s/;
  ok +(wait_for { $autovacuum->() =~ $seldom } 10), 'rare autovacuum is named where the dispatcher may not vacuum';
  $set->('alter system set autovacuum = off');
  ok +(wait_for { $autovacuum->() =~ /^failing: the server has autovacuum = off/ } 10), 'autovacuum that is off is named';
  $set->('alter system reset autovacuum', 'alter system reset autovacuum_naptime');
  ok +(wait_for { $autovacuum->() =~ /^ok: / } 10), 'autovacuum is fine again';
  owner()->do('revoke select on schema_migration from collab_api');
  ok names(doctor($server), qr/privileges: collab_api: .*schema_migration.*collabctl migrate/), 'a missing privilege is named';
  owner()->do('grant select on schema_migration to collab_api');
  owner()->do('revoke insert on note from collab_api');
  ok names(doctor($server), qr/privileges: collab_api lacks INSERT on note -> Run collabctl migrate/), '… also one that few requests need';
  owner()->do('grant insert on note to collab_api');
};

subtest 'doctor notices sequences behind their tables, and migrate sets them' => sub {
  my $x = exchange();
  $x->submitter->post($x->notes, a_note())->ok for 1 .. 3;
  $x->submitter->post('/v2/webhooks', { callbackUrl => 'https://hooks.example/' })->ok;         # has a number of the event ids' sequence
  my ($last) = owner()->selectrow_array('select last_value from event_id_seq');
  owner()->do("select setval('note_id_seq', 1, false), setval('subscription_id_seq', 1, false), setval('event_id_seq', 1, false)");
  owner()->do(q(insert into ended_queue (queue, subscription) values (9, 9)));
  my $report = doctor($server);
  ok names($report, qr/sequences: new rows get numbers that are taken, or subscriptions miss new events: .*\Q$_\E.* -> Run collabctl migrate/), $_
    for 'ended_queue.queue is at 0, with rows up to 9', 'event.id is at 0, with rows up to ' . ($last - 1), 'note.id is at 0, with rows up to ', "subscription.active_from is at 0, with rows up to $last";
  is collabctl('migrate') =~ s/\d+$/N/gmr, "set event_id_seq to N\nset note_id_seq to N\nset subscription_id_seq to N\n";
  is owner()->selectrow_array('select last_value from event_id_seq'), $last, 'no subscription is ahead of the events';
  owner()->do($_) for 'delete from subscription', 'delete from ended_queue';
  $x->submitter->post($x->notes, a_note())->ok('a note after the migration');
  is +(grep { $_->{check} eq 'sequences' } @{ doctor($server)->{findings} })[0]{text}, 'none is behind its table';
};

subtest 'doctor counts default storages that have the files of all requests in one folder' => sub {
  my @company = map { $_->company->{domain} } exchange()->parties;
  my $set = sub { my ($n, @with) = @_; collabctl('attachment', 'set', $company[$n], '--domain', 'files.example', '--password', 'x', @with) };
  $set->($_) for 0, 1;
  ok names(doctor($server), qr/storages: default storages that have the files of all requests in one folder: 2 \(the first: \Q$company[0]\E\) -> .*\{token\} .*--same-name overwrite/), 'both';
  $set->(0, '--path', '/in/{token}');
  ok names(doctor($server), qr/storages: .* in one folder: 1 .*\Q$company[1]\E/), 'one has a folder for each request';
  $set->(1, '--same-name', 'overwrite');
  is +(grep { $_->{check} eq 'storages' } @{ doctor($server)->{findings} })[0]{status}, 'ok', 'the other may overwrite files';
  collabctl('attachment', 'remove', $_) for @company;
};

subtest 'doctor names user names that differ by case alone' => sub {
  my $company = company();
  my @user = map { user($company, username => "$_\@$company->{domain}") } qw(Ann ann bob);
  ok names(doctor($server), qr/names: user names that differ by case alone: 2 \(Ann\S+ and ann\S+\) -> Tell these users/), 'two of three';
  owner()->do(q(update account set username = 'other' || id where id = ?), undef, $user[1]->id);
  is +(grep { $_->{check} eq 'names' } @{ doctor($server)->{findings} })[0]{status}, 'ok';
};

subtest 'doctor judges the certificate of the base URL' => sub {
  my ($cert, $key) = Collab::Httpd::certificate("$dir/tls", '127.0.0.1', 60);
  my ($stranger, $its_key) = Collab::Httpd::certificate("$dir/stranger", 'other.test');
  my $with = sub { my ($cert, $key) = @_; return "SSLEngine On\nSSLCertificateFile $cert\nSSLCertificateKeyFile $key\n" };
  my $tls = Collab::Server->new("$dir/https", database => $stack->pg, keys => $dir, extra => "LoadModule ssl_module $ENV{COLLAB_LIBEXECDIR}/mod_ssl.so\n" . $with->($cert, $key));
  my $path = "$dir/https/conf/httpd.conf";
  my $conf = Collab::Httpd::slurp($path) =~ s{^CollabBaseURL http:}{CollabBaseURL https:}mr;
  Collab::Stack::write_file($path, $conf);
  push @{ $stack->{others} }, $tls->start;
  my $report = doctor($tls, '--ca', $cert);
  is $report->{exit}, 0 or diag shown($report);
  like +(grep { $_->{check} eq 'service' } @{ $report->{findings} })[0]{text}, qr{^https://127\.0\.0\.1:\d+: answers from 127\.0\.0\.1 .*its certificate is accepted$};
  ok names(doctor($tls), qr/service: .*its certificate is not accepted: .*--ca FILE/), 'an untrusted authority is named';
  my $soon = Collab::Httpd::sign("$dir/tls", 'soon', 9.5);
  Collab::Stack::write_file($path, $conf =~ s{\Q$cert\E}{$soon}r);
  $tls->graceful;
  ok +(wait_for { names(doctor($tls, '--ca', $soon), qr{certificate: the certificate of https://\S+ expires in 9 days, on \d{4}-\d\d-\d\d -> Renew it}) } 15), 'a certificate that expires soon is named';
  ok +(wait_for { owner()->selectrow_array(q(select true from node where problems::text like '%certificate%')) } 20), '… and raises an alarm, too';
  is scalar(grep { $_->{text} =~ /the certificate of https:/ } @{ doctor($tls, '--ca', $soon)->{findings} }), 1, '… but is named only once';
  ok names(doctor($tls, '--ca', $stranger), qr/its certificate is not accepted/), 'a different certificate is not accepted';
  Collab::Stack::write_file($path, $conf =~ s{\Q$cert\E}{$stranger}r =~ s{\Q$key\E}{$its_key}r);
  $tls->graceful;
  ok +(wait_for { names(doctor($tls, '--ca', $stranger), qr/its certificate is not accepted: .*(?:name|match)/i) } 15), 'a certificate for another name is not accepted';
};

subtest 'doctor tries the connections to receivers' => sub {
  my ($receiver, $user) = (receiver(), user(company()));
  my $url = $receiver->url;
  $user->post('/v2/webhooks', { callbackUrl => $url })->ok;
  my ($found) = grep { $_->{check} eq 'outbound' } @{ doctor($server)->{findings} };
  is $found->{text}, '1 of 1 receivers answer';
  is scalar $receiver->got($url), 0, 'nothing is sent to the receiver';
  $user->post('/v2/webhooks', { callbackUrl => 'http://127.0.0.2:1/' })->ok;
  ok names(doctor($server), qr/receivers: receivers that fail: 127\.0\.0\.2: .*connect.* -> Tell their owners/), 'one failing receiver of two is named' or diag shown(doctor($server));
  owner()->do(q(update subscription set active = false where callback_url = 'http://127.0.0.2:1/'));
  my $closed = $user->post('/v2/webhooks', { callbackUrl => 'http://127.0.0.1:1/' })->ok->{id};
  ok names(doctor($server), qr/receivers: receivers that fail: 127\.0\.0\.1: .*connect/), '… also when both are on one host' or diag shown(doctor($server));
  owner()->do('update subscription set active = false where id = ?', undef, $closed);
  owner()->do('update subscription set callback_url = ? where callback_url = ?', undef, 'https://hooks.nowhere.invalid/in', $url);
  my $report = doctor($server);
  ok names($report, qr/outbound: no receiver's name is found, such as hooks\.nowhere\.invalid.*resolv\.conf/) or diag shown($report);
};

subtest 'doctor needs an apachectl that runs' => sub {
  my ($status, $said) = output('./collabctl', 'doctor', '--httpd', '/no/such/apachectl');
  is $status, 1;
  like $said, qr{^failing +configtest +/no/such/apachectl cannot be run\n +-> Name the apachectl of your httpd}m;
  is +(output('./collabctl', 'doctor', 'what'))[0], 2, 'a wrong command line has exit status 2';
};

done_testing;
