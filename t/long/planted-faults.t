# t/long/planted-faults.t: within a minute, configtest or collabctl doctor names each planted fault with its remedy
# The test plants real faults in a running system: each fault that can cause an operator an outage. collabctl doctor reports the nodes' alarms, too.
# Where a row names an alarm, the status page, ?json, the metrics, the log, collabctl status and the alert command report that alarm alone, with one
# severity. No local fault uses up a member's attempt. /health/ready is 503 for exactly the faults that another node might not have. The test runs in
# namespaces, for full disks and an absent name server. COLLAB_TEST_FAULTS=REGEX: only faults with a matching name.
use lib qw(t/lib lab/lib);
use Collab::Clock;
use Collab::Doctor;
use Collab::Httpd;
use Collab::Judgement;
use Collab::Receiver;
use Collab::Stack;
use Collab::Test;
use Collab::Wire;
use File::Temp ();
use IO::Socket::IP;
use Time::HiRes qw(time);

# Sets up two small disks, two addresses and port 53 for a name server. The inner namespace drops the rights that this setup needs.
BEGIN {
  if (!$ENV{COLLAB_TEST_NETWORK}) {
    my $dir = File::Temp::tempdir('clXXXXXX', DIR => '/tmp', CLEANUP => 1);
    mkdir "$dir/$_" or die "$dir: $!\n" for qw(data log);
    Collab::Stack::write_file("$dir/resolv.conf", "nameserver 127.0.0.1\n");
    my @inside = ('unshare', '--user', '--map-root-user', '--mount', '--net', 'sh', '-c', 'for disk in data log; do mount -t tmpfs -o size=600m,mode=700 test "$0/$disk" || exit 1; done;'
      . 'mount --bind "$0/resolv.conf" /etc/resolv.conf && ip link set lo up && ip address add 203.0.113.1/32 dev lo && ip address add 203.0.113.7/32 dev lo && echo 0 > /proc/sys/net/ipv4/ip_unprivileged_port_start && exec "$@"', $dir,
      'unshare', '--user', "--map-user=$>", '--map-group=' . (split ' ', $))[0], '--');
    plan(skip_all => 'this host allows no namespaces') if (output(@inside, 'true'))[0];
    local $ENV{COLLAB_TEST_NETWORK} = $dir;
    exit(system(@inside, $^X, $0) >> 8);
  }
}
use Collab::Resolver;

my $disks = $ENV{COLLAB_TEST_NETWORK};
my $dir = File::Temp::tempdir('clXXXXXX', DIR => '/tmp', CLEANUP => 1);
my $names = resolver('exchange.test' => '203.0.113.1', map { $_ => '203.0.113.7' } qw(hooks.test soon.test));
my ($cert, $key) = Collab::Httpd::certificate("$dir/cert", 'hooks.test', 60);
my ($own, $own_key) = Collab::Httpd::certificate("$dir/own", 'exchange.test', 9.5);
my ($soon, $soon_key) = Collab::Httpd::certificate("$dir/soon", 'soon.test', 5.5);
Collab::Stack::write_file("$dir/ca.pem", join '', map { Collab::Httpd::slurp($_) } $cert, $own, $soon);
my $secure = Collab::Httpd->start("$dir/secure", address => '203.0.113.7', modules => [qw(ssl socache_shmcb alias)],
  config => "SSLEngine On\nSSLCertificateFile \"$cert\"\nSSLCertificateKeyFile \"$key\"\nRedirectMatch 204 ^/\n");
my $expiring = Collab::Httpd->start("$dir/expiring", address => '203.0.113.7', modules => [qw(ssl socache_shmcb alias)],
  config => "SSLEngine On\nSSLCertificateFile \"$soon\"\nSSLCertificateKeyFile \"$soon_key\"\nRedirectMatch 204 ^/\n");
my $clock = Collab::Clock->new($dir);

# ---------------------------------------------------------------- a running system
my %timers = (keep => 500, postpone => 200, local => 1500, stalled => 2000, waiting => 5000, settle => 3000, certificate => 2000, alert => 1000, restart => 3000);
Collab::Stack::write_file("$dir/alert", qq(#!/bin/sh\necho "\$@ \$COLLAB_ALARM_STATUS" >> $dir/calls\n));
chmod 0755, "$dir/alert";
my $stack = do {
  local $ENV{COLLAB_PRELOAD} = $clock->library;
  judged(vacuums => 1, orderly => 0, pg => { data => "$disks/data/pg", conf => "fsync = on\n" }, timers => \%timers,
    extra => qq(CollabAlertCommand "$dir/alert"\n) . "ErrorLog $disks/log/error_log\nCollabOutboundCA \"$dir/ca.pem\"\nCollabOutboundAllow 203.0.113.0/24\nCollabWebhookRetry V2 600 600\nCollabDatabaseWait 1\nCollabRequireTLS Off\nCollabWebhookTimeout 3\n");
};
my ($server, $pg, $home) = ($stack->server, $stack->pg, $ENV{COLLAB_TEST_DIR});
$server->{error_log} = "$disks/log/error_log";
my $conf = "$home/main/conf/httpd.conf";

sub slurp { my ($file) = @_; open my $in, '<:raw', $file or die "$file: $!\n"; local $/; return scalar <$in> }

# Changes the configuration: $change edits the text in $_. Returns a sub that restores the configuration.
sub configured {
  my ($change) = @_;
  my $before = slurp($conf);
  local $_ = $before;
  $change->();
  die "the configuration is unchanged\n" if $_ eq $before;
  Collab::Stack::write_file($conf, $_);
  return sub { Collab::Stack::write_file($conf, $before) };
}

# Does apachectl graceful, and waits for the new generation.
sub graceful {
  my ($with) = @_;
  my %old = map { $_ => 1 } $server->processes('collab-watch');
  $server->graceful;
  wait_for { my ($now) = $server->processes('collab-watch'); $now && !$old{$now} } 30, 'another generation';
  wait_for { !!$server->dispatcher } 30, 'its dispatcher' unless $with && $with eq 'no dispatcher';
}

sub reconfigured { my ($change, $with) = @_; my $back = configured($change); graceful($with); return sub { $back->(); graceful() } }
sub sql { my @words = @_; my $admin = $pg->admin; $admin->do($_) for map { /^(?:alter schema|revoke|grant|delete|insert|create table)/ ? "set search_path = collab; $_" : $_ } @words; $admin->disconnect }

# The roles log in with passwords from a password file.
sql(map { "alter role $_ password 'right'" } qw(collab_api collab_dispatch));
Collab::Stack::write_file("$dir/pgpass", "*:*:*:*:right\n");
chmod 0600, "$dir/pgpass";
my $hba = slurp("$disks/data/pg/pg_hba.conf");
Collab::Stack::write_file("$disks/data/pg/pg_hba.conf", "local all collab_api,collab_dispatch scram-sha-256\n$hba");
sql('select pg_reload_conf()');
reconfigured(sub { s/(user=collab_(?:api|dispatch))/$1 passfile=$dir\/pgpass/g; s{^(CollabBaseURL http://)127\.0\.0\.1}{$1exchange.test}m; s/^(Listen) 127\.0\.0\.1(:\d+)$/$1 127.0.0.1$2\n$1 203.0.113.1$2/m });

# A member whose receiver works; its callback URL has TLS and a host name.
my $x = exchange();
my $member = $x->submitter->post('/v2/webhooks', { callbackUrl => "https://hooks.test:@{[ $secure->port ]}/" })->ok->{id};
my $written = 0;
sub speak { my $answer = eval { $x->submitter->post($x->notes, a_note()) }; $written++ if $answer && $answer->status == 200; return $answer }

# Writes a long note. Returns true on success.
sub speak_at_length { my $answer = eval { $x->submitter->post($x->notes, { %{ a_note() }, description => join '', map { chr 33 + rand 90 } 1 .. 4000 }) }; $written++ if $answer && $answer->status == 200; return $answer && $answer->status == 200 }

sub attempts { return owner()->selectrow_array('select count(*), count(*) filter (where number > 1 or not success) from attempt where counted and subscription = ?', undef, $member) }

# Tests that everything written so far was delivered at the first attempt.
sub unharmed {
  my ($what) = @_;
  Collab::Members::forget();
  my ($count, $used) = (0, 0);
  wait_for { ($count, $used) = eval { attempts() }; ($count // 0) >= $written && !owner()->selectrow_array('select count(*) from delivery where queue = ?', undef, $member) } 60, "$what: all deliveries"
    or diag substr $server->log, -2000;
  is $count, $written, "$what: all $written events are delivered";
  is $used, 0, "$what: no attempt is used up"
    or diag join "\n", map { "$_->[0] $_->[1]" } @{ owner()->selectall_arrayref('select number, error from attempt where counted and subscription = ? and (number > 1 or not success)', undef, $member) };
}

# ---------------------------------------------------------------- the faults
sub config_only { my ($change) = @_; return sub { configured($change) } }
sub running { my (@do) = @_; return sub { $do[0]->(); return $do[1] } }
sub mode { my ($file, $mode, $usual) = @_; return running(sub { chmod $mode, $file or die "$file: $!\n" }, sub { chmod $usual, $file }) }
sub fill { my ($folder) = @_; return running(sub { open my $out, '>:raw', "$folder/ballast" or die; 1 while syswrite $out, "\0" x 65536 }, sub { unlink "$folder/ballast" }) }
sub refill { my ($folder) = @_; open my $out, '>>:raw', "$folder/ballast" or die; 1 while syswrite $out, "\0" x 65536; return 1 }
sub other_host { my ($lines) = @_; return "<VirtualHost 127.0.0.1:1>\n$lines\n</VirtualHost>\n" }
my $clients = sub { sql("select pg_terminate_backend(pid) from pg_stat_activity where usename in ('collab_api', 'collab_dispatch')") };
my $secrets = "$home/secrets.key";
my $right = slurp($secrets);
my $set_key = sub { Collab::Stack::write_file($secrets, $_[0]); chmod 0600, $secrets; graceful() };
my $newest = owner()->selectrow_array('select max(version) from schema_migration');
my $refused = receiver();
my ($second, $witness);
my $front = Collab::Httpd->start("$dir/front", address => '203.0.113.1', modules => [qw(ssl socache_shmcb proxy proxy_http)],
  config => "SSLEngine On\nSSLCertificateFile \"$own\"\nSSLCertificateKeyFile \"$own_key\"\nProxyPass / http://127.0.0.1:@{[ $server->port ]}/\n");
# Adds another member, with a subscription to this URL. Returns a sub that deletes the subscription.
my $called = sub { my ($url) = @_; my $id = exchange()->submitter->post('/v2/webhooks', { callbackUrl => $url })->ok->{id}; return sub { owner()->do('delete from subscription where id = ?', undef, $id) } };
# Adds two members with subscriptions. Their deliveries, not those of $member, fail until the node finds that all receivers fail.
my $everybody = sub {
  my ($alarm, $plant, $repair) = @_;
  my @others = map { exchange() } 1, 2;
  my @ids = map { $_->submitter->post('/v2/webhooks', { callbackUrl => "https://hooks.test:@{[ $secure->port ]}/" })->ok->{id} } @others;
  my $back = $plant->();
  wait_for { $_->submitter->post($_->notes, a_note())->ok for @others; problem($alarm) } 60, $alarm;
  return sub { ($repair || $back)->(); owner()->do('delete from subscription where id = any (?)', undef, \@ids) };
};

# Rows: name; a sub that plants the fault and returns one that repairs it; the command that names the fault; the pattern of the finding's text and
# remedy; the status of /health/ready meanwhile. Options: alarm: the fault's alarm; from: the server that reports it; untold: places that cannot
# report it; once: messages that the log has once.
my @faults = (
  ['database stopped',      running(sub { $pg->down }, sub { $pg->up }), doctor => qr/database: DBDParams: cannot log in: .* -> Start PostgreSQL/, 503, alarm => 'database', once => [qw(CB0602 CB0601)]],
  ['wrong password',        sub { sql(map { "alter role $_ password 'other'" } qw(collab_api collab_dispatch)); $clients->(); return sub { sql(map { "alter role $_ password 'right'" } qw(collab_api collab_dispatch)) } },
    doctor => qr/database: DBDParams: cannot log in: .*password authentication failed.* -> Copy the file that DBDParams.s passfile= names/, 503],
  ['wrong role',            sub { reconfigured(sub { s/user=collab_api passfile=\S+pgpass/user=collab_owner/ }) }, doctor => qr/DBDParams: logs in as collab_owner, wanted collab_api -> Name user=collab_api/, 200],
  ['old schema',            sub { sql('create table kept as select * from schema_migration', "delete from schema_migration where version = $newest"); return sub { sql("insert into schema_migration select * from kept where version = $newest", 'drop table collab.kept') } },
    doctor => qr/schema: schema \d+, wanted $newest: collabctl migrate -> Run collabctl migrate/, 503, alarm => 'schema'],
  ['no schema',             running(sub { sql('alter schema collab rename to gone') }, sub { sql('alter schema gone rename to collab') }), doctor => qr/schema: no schema, wanted $newest: collabctl migrate -> If the exchange has data already, mount or restore its database; else: collabctl migrate/, 503],
  ['revoked privilege',     running(sub { sql('revoke insert on note from collab_api') }, sub { sql('grant insert on note to collab_api') }), doctor => qr/privileges: collab_api lacks INSERT on note -> Run collabctl migrate/, 200, alarm => 'privilege'],
  ['database\'s disk full', sub { my $empty = fill("$disks/data")->(); speak_at_length() until refill("$disks/data") && !speak_at_length(); return sub { $empty->(); $pg->pid || $pg->up } }, doctor => qr/disk: the database, \S+: \d+ MiB are left, \d+ % -> Make room there/, sub { $pg->pid ? 200 : 503 }, alarm => sub { $pg->pid ? 'disk' : 'database' }],
  ['log\'s disk full',      fill("$disks/log"), doctor => qr/disk: the error log, \S+: 0 MiB are left, 0 % -> Make room there/, 200],
  ['unreadable CA',         mode("$dir/ca.pem", 0, 0644), configtest => qr/CollabOutboundCA: .*ca\.pem" cannot be read/, 200],
  ['missing CA',            running(sub { rename "$dir/ca.pem", "$dir/gone.pem" }, sub { rename "$dir/gone.pem", "$dir/ca.pem" }), configtest => qr/CollabOutboundCA: .*ca\.pem" cannot be read/, 200],
  ['unreadable passfile',   mode("$dir/pgpass", 0, 0600), configtest => qr/CB0301: .*passfile=\S+ cannot be read by \S+: Permission denied \(chown it to that user/, 200],
  ['wrong secrets key',     sub { $set_key->('1 ' . ('cd' x 32) . "\n"); return sub { $set_key->($right) } }, doctor => qr/secrets: the secrets key does not open .* -> Give this node the CollabSecretsKey file/, 503, alarm => 'keys'],
  ['key readable by others', mode($secrets, 0644, 0600), configtest => qr/CollabSecretsKey: \S+secrets\.key: has mode 0644, .*0600 at most/, 200],
  ['clock an hour off',     running(sub { $clock->set(3600) }, sub { $clock->set(0) }), doctor => qr/clock: this machine's clock is 3\d\d\d s ahead of the database's -> Set both clocks by NTP/, 503],
  ['clock ten minutes off', running(sub { $clock->set(600) }, sub { $clock->set(0) }), doctor => qr/clock: this machine's clock is (?:59|60)\d s ahead of the database's -> Set both clocks by NTP/, 503, alarm => 'clock', health => 'failing'],
  ['a worker that crashes', sub { my $worker = worker(); $Collab::Server::crashed{$worker} = 1; kill 'SEGV', $worker; return sub { } }, doctor => qr/alarms: \S+: worker: .*AH00052 names the signal.* -> Look for AH00052 in httpd's log/, 200, alarm => 'worker', health => 'attention', lasting => 1],
  ['connections beyond max_connections', sub { reconfigured(sub { s/^DBDMax 8/DBDMax 200/m }) }, doctor => qr/connections: this node may open 20\d connections .* max_connections = 100.* -> Raise max_connections/, 200],
  ['no handler',            config_only(sub { s/SetHandler collab$/SetHandler other/m }), configtest => qr/nothing is served: <Location "\/"> needs SetHandler collab/, 200],
  ['wrong base path',       config_only(sub { s{<Location "/">}{<Location "/elsewhere">} }), configtest => qr/CollabBaseURL: no <Location "\/"> has SetHandler collab/, 200],
  ['RequireTLS on http',    config_only(sub { s/^CollabRequireTLS Off/CollabRequireTLS On/m }), configtest => qr/CollabRequireTLS is On, and CollabBaseURL .* is http: .*use https, or CollabRequireTLS Off/, 200],
  ['virtual hosts that differ', config_only(sub { $_ .= other_host('CollabEventTypePrefix org.other.') }), configtest => qr/CollabEventTypePrefix: org\.other\. differs .*set it once, outside of virtual hosts/, 200],
  ['second server on the port', sub {
      my $other = Collab::Httpd->start("$dir/other", config => "ErrorDocument 404 no\n");
      $second = Collab::Server->new("$dir/second", database => $pg, keys => $home, extra => "CollabDispatcher Off\n");
      my $path = "$dir/second/conf/httpd.conf";
      Collab::Stack::write_file($path, slurp($path) =~ s/127\.0\.0\.1:$second->{port}/"127.0.0.1:" . $other->port/ger =~ s/(user=collab_(?:api|dispatch))/$1 passfile=$dir\/pgpass/gr);
      isnt +($second->control('-k', 'start'))[0], 0, 'the second server does not start';
      return sub { $other->stop; undef $second };
    }, doctor => qr/service: \S+: something else answers there: status 40[34] .* -> Another server has the port/, 200],
  ['receiver answering 404', sub {
      my $y = exchange();
      my $id = $y->submitter->post('/v2/webhooks', { callbackUrl => $refused->url(404) })->ok->{id};
      $y->submitter->post($y->notes, a_note())->ok for 1 .. 12;
      return sub { owner()->do('delete from subscription where id = ?', undef, $id) };
    }, doctor => qr/alarms: \S+: dead-letters: 1\d deliveries were given up: 1\d of subscription \d+ of \S+ -> List them with collabctl deliveries/, 200, alarm => 'dead-letters'],
  ['dispatcher off with work waiting', sub { reconfigured(sub { $_ .= "CollabDispatcher Off\n" }, 'no dispatcher') }, doctor => qr/alarms: \S+: no-dispatcher: .* -> Set CollabDispatcher On/, 200, alarm => 'no-dispatcher'],
  ['DNS unavailable',       sub { $everybody->('names', sub { $names->mute; kill 'KILL', $server->dispatcher }, sub { $names->talk }) }, doctor => qr/names: the base URL's host exchange\.test is not found here: the name servers do not answer -> Check \/etc\/resolv\.conf/, 200],
  ['authorities that signed no receiver\'s certificate', sub { $everybody->('tls', sub { reconfigured(sub { s{^(CollabOutboundCA ).*}{$1"$own"}m }) }) },
    doctor => qr/alarms: \S+: tls: no receiver's TLS handshake succeeds: hooks\.test: the TLS certificate was not accepted: .* -> Compare CollabOutboundCA with the issuers/, 200, alarm => 'tls'],
  ['a dispatcher that is stuck', sub { my $pid = $server->dispatcher; kill 'STOP', $pid; return sub { kill 'CONT', $pid } }, doctor => qr/alarms: \S+: dispatcher: .* -> It ends after ten seconds/, 200, alarm => 'dispatcher'],
  ['a dispatcher that waits for the database', sub { my $holder = another_connection(); $holder->begin_work; $holder->do('lock table delivery in exclusive mode'); return sub { $holder->rollback } },
    doctor => qr/alarms: \S+: claims: .* -> Find the database's answer in the error log/, 200, alarm => 'claims'],
  ['certificate expires soon', sub { reconfigured(sub { s{^CollabBaseURL http:.*}{"CollabBaseURL https://exchange.test:" . $front->port}me }) },
    doctor => qr/certificate: the certificate of https:\S+ expires in 9 days, on \S+ -> Renew it/, 200, alarm => 'certificate', health => 'attention'],
  ['certificate has expired', sub {
      Collab::Httpd::sign("$dir/own", 'cert', -1);
      Collab::Stack::write_file("$dir/ca.pem", slurp("$dir/ca.pem"), slurp($own));      # it signed itself: nothing else is wrong with it
      $front->graceful;
      my $back = reconfigured(sub { s{^CollabBaseURL http:.*}{"CollabBaseURL https://exchange.test:" . $front->port}me });
      return sub { Collab::Httpd::sign("$dir/own", 'cert', 9.5); $front->graceful; $back->() };
    }, doctor => qr/service: https:\S+: its certificate is not accepted: .*certificate has expired.* -> Give the virtual host a certificate/, 200, alarm => 'certificate', health => 'failing'],
  ['a proxy that hides strangers from the status pages', sub {
      my $hiding = Collab::Httpd->start("$dir/hiding", address => '203.0.113.1', modules => [qw(proxy proxy_http)],
        config => "ProxyAddHeaders Off\nAllowEncodedSlashes NoDecode\nLimitRequestFieldSize 16380\nProxyPass / http://127.0.0.1:@{[ $server->port ]}/ nocanon\n");
      my $back = reconfigured(sub { s{^CollabBaseURL http:.*}{"CollabBaseURL http://exchange.test:" . $hiding->port}me });
      return sub { $back->(); $hiding->stop };
    }, doctor => qr/interface: http:\S+\/the-status is open to 203\.0\.113\.1 -> Let it answer only .*CollabStatusAllow/, 200],
  ['receiver\'s certificate expires soon', sub { $called->("https://soon.test:@{[ $expiring->port ]}/") }, doctor => qr/receivers: certificates of receivers: soon\.test: expires in 5 days, on \S+ -> Tell their owners/, 200],
  ['one receiver that fails', sub { $called->('https://soon.test:1/') }, doctor => qr/receivers: receivers that fail: soon\.test: .* -> Tell their owners/, 200],
  ['no node',               sub { $server->{orderly} = 1; $server->stop; return sub { local $ENV{COLLAB_PRELOAD} = $clock->library; $server->start; $server->{orderly} = 0 } },
    doctor => qr/alarms: no-node: .* -> Start httpd on a node/, 599, alarm => 'no-node', untold => [qw(page metrics log command)]],
  ['a watcher that hangs on a single node', sub { my ($watcher) = $server->processes('collab-watch'); halt($watcher); return sub { kill 'CONT', $watcher } },
    doctor => qr/alarms: (?:no|silent)-node: .* -> Start httpd/, 200, alarm => 'watch', health => 'failing', untold => ['status']],
  ['a watcher that hangs',  sub {
      $witness = $stack->another_server('witness', judging(timers => \%timers, extra => qq(CollabAlertCommand "$dir/alert"\n)),
        map { ("${_}_dsn" => $pg->dsn("collab_$_") . " passfile=$dir/pgpass") } qw(api dispatch));
      my ($watcher) = $server->processes('collab-watch');
      halt($watcher);
      return sub { kill 'CONT', $watcher; $witness->stop; undef $witness };
    }, doctor => qr/alarms: silent-node: .* -> Start httpd there again, or run collabctl doctor there; kill -9 a collab-watch/, 200, alarm => 'silent-node', from => sub { $witness }],
);

# The places that do not report this alarm (yet), or also report another alarm. COLLAB_TEST_DSN is the owner's connection string.
sub missing {
  my ($alarm, $health, $from, $called, @untold) = @_;
  my %told = map { $_ => 1 } @untold;
  my $at = $from ? $from->() : $server;
  my $text = 'no text';
  unless ($told{page}) {
    my $shown = eval { status($at) };
    my @problems = $shown ? @{ $shown->{health}{problems} } : ();
    $text = $problems[0]{text} if @problems;
    $told{json} = @problems == 1 && $problems[0]{reason} eq $alarm && (!$health || $problems[0]{status} eq $health);
    $told{page} = $told{json} && nobody->at($at)->get('/the-status')->text =~ /\Q@{[ $problems[0]{runbook} =~ s{.*#}{#}r ]}\E"/;
  }
  $told{metrics} ||= (eval { join ' ', nobody->at($at)->get('/the-metrics')->text =~ /^collab_health\{reason="(\S+)"\} 1$/mg } // '') eq $alarm;
  my ($level) = map { /\[collab:(\w+)\]/ } grep { /CB07(?:01|24): alarm $alarm: |CB0721: the alarm $alarm is failing|CB0655: alarm: \Q$text\E/ } reverse split /\n/, $at->log;
  $told{log} ||= $level && (!$health || $level eq ($health eq 'failing' ? 'error' : 'warn'));
  local $ENV{COLLAB_DSN} = $ENV{COLLAB_TEST_DSN};
  my ($exit, $said) = output('./collabctl', 'status');
  $told{status} ||= $exit && ($said =~ /^problem: $alarm[,:]/m || $alarm eq 'database');
  $told{command} ||= grep { $health ? $_ eq "$alarm began $health" : /^$alarm began / } $called->();
  return grep { !$told{$_} } qw(page metrics log status command);
}

sub worker { return (grep { slurp("/proc/$_/comm") =~ /^(?:apache2|httpd)$/ } Collab::Wait::children($server->pid))[0] }

sub stopped { $server->{orderly} = 1; $server->stop }
sub started { { local $ENV{COLLAB_PRELOAD} = $clock->library; $server->start } $server->{orderly} = 0; wait_for { ready() == 200 } 30, 'readiness' }

# Whether configtest or doctor ($by) names the fault.
sub named {
  my ($by, $like) = @_;
  if ($by eq 'configtest') { my ($status, $said) = $server->control('-t'); return $status && $said =~ $like }
  local $ENV{LD_PRELOAD} = $clock->library;      # doctor has the same clock as httpd
  return !!names(doctor($second || $server), $like);
}

wait_for { ready() == 200 } 30, 'readiness';
speak() for 1 .. 3;
unharmed('without a fault');
{ local $ENV{LD_PRELOAD} = $clock->library;
  is_deeply [map { "$_->{check}: $_->{text}" } grep { $_->{status} ne 'ok' } @{ doctor($server)->{findings} }], [], 'without a fault, doctor finds nothing' }
is +($server->control('-t'))[0], 0, 'without a fault, configtest succeeds';

for my $fault (grep { $_->[0] =~ ($ENV{COLLAB_TEST_FAULTS} // '') } @faults) {
  my ($what, $plant, $by, $like, $ready, %more) = @$fault;
  subtest "$what: $by names it with its remedy" => sub {
    ok !named($by, $like), "$by does not name the fault before";
    wait_for { reasons() eq '' } 90, 'the end of earlier alarms' if $more{alarm};
    my $began = time;
    my $said = length $server->log;
    my $calls = -s "$dir/calls" || 0;
    my $repair = $plant->();
    speak() for 1 .. 3;
    ok +(wait_for { named($by, $like) } 60, "$by to name it"), "$by names it with its remedy"
      or do { local $ENV{LD_PRELOAD} = $clock->library; diag $by eq 'doctor' ? explain(doctor($second || $server)) : ($server->control('-t'))[1] };
    note sprintf '%s: named after %.1f s', $what, time - $began;
    if (my $alarm = $more{alarm}) {
      my $name = ref $alarm ? $alarm->() : $alarm;
      my @missing;
      ok +(wait_for { !(@missing = missing($name, $more{health}, $more{from}, sub { -e "$dir/calls" ? split /\n/, substr slurp("$dir/calls"), $calls : () }, @{ $more{untold} || [] })) } 60 - (time - $began)), "every place reports the alarm $name within a minute" or diag "untold: @missing; told: ", eval { reasons($more{from} ? $more{from}->() : $server) } // $@;
    }
    my $status = ref $ready ? $ready->() : $ready;
    ok +(wait_for { ready() == $status } 20), "/health/ready is $status" or diag nobody->get('/health/ready')->text;
    ok +(holds_for { ready() == (ref $ready ? $ready->() : $ready) } 2), '… and remains so';
    $repair->();
    ok +(wait_for { ready() == 200 } 60), '/health/ready is 200 after the repair';
    speak() for 1 .. 2;
    unharmed($what);
    $more{lasting} ? do { stopped(); started() } : ok +(wait_for { !named($by, $like) } 60), "$by no longer names it";
    for my $line (@{ $more{once} || [] }) { is scalar(() = substr($server->log, $said) =~ /$line/g), 1, "the log has $line once" }
  };
}

# Rows: name; what happens; the calls of CollabAlertCommand that follow. Of the rules by which changes cause calls, t/unit/test_damping.c has the table.
my @outages = (
  ['an outage begins',                        sub { $pg->down }, 'database began failing'],
  ['… and ends',                              sub { $pg->up }, 'database ended failing'],
  ['a second outage a moment later begins',   sub { $pg->down }, 'database began failing'],
  ['… lasts over a graceful restart',         sub { $server->graceful }],
  ['… and ends',                              sub { $pg->up }, 'database ended failing'],
  ['an alarm begins',                         sub { sql('revoke insert on note from collab_api') }, 'privilege began failing'],
  ['… lasts over a stop and a start',         sub { stopped(); started() }],
  ['… and ends while httpd is stopped',       sub { stopped(); sql('grant insert on note to collab_api'); started() }, 'privilege ended failing'],
);
# The last fault's alarm may end here. The alert command is told a moment later.
wait_for { reasons() eq '' && (!-e "$dir/calls" || slurp("$dir/calls") =~ /^\S+ ended [^\n]*\n\z/m) } 90, 'the end of earlier alarms';
for my $outage (@outages) {
  my ($what, $do, @calls) = @$outage;
  my $before = -s "$dir/calls" || 0;
  my $now = sub { return -e "$dir/calls" ? split /\n/, substr slurp("$dir/calls"), $before : () };
  $do->();
  ok +(wait_for { my @all = $now->(); @all >= @calls } 60), $what;
  wait_for { ready() == 200 } 60, 'readiness' if $what =~ /ends/;
  ok +(holds_for { my @all = $now->(); "@all" eq "@calls" } 6), "$what: " . (@calls ? "the alert command is told: @calls" : 'the alert command is not told again') or diag explain [$now->()];
}

subtest 'a restart with an overdue event raises no alarm' => sub {
  my ($old, $said, $calls) = ($server->pid, length $server->log, -s "$dir/calls" || 0);
  sql('revoke insert on note from collab_api');
  wait_for { problem('privilege') } 30, 'an alarm of the old node';
  $server->{orderly} = 1;
  $server->stop;
  sql('grant insert on note to collab_api');
  sql('insert into outbox (channel, event) select 2, max(id) from event',
    q(update event set created_at = created_at - interval '10 minutes' where id = (select max(id) from event)));
  { local $ENV{COLLAB_PRELOAD} = $clock->library; $server->start }
  my ($exit, $status);
  { local $ENV{COLLAB_DSN} = $ENV{COLLAB_TEST_DSN};
    ok +(wait_for { ($exit, $status) = output('./collabctl', 'status'); $status =~ /^nodes: 1$/m } 20), 'collabctl status has the new node';
    unlike $status, qr/privilege/, 'the alarm of the old node is gone' }
  ok +(holds_for { reasons() eq '' } 8), 'no alarm is raised for 8 s';
  unlike substr($server->log, $said), qr/CB0701: alarm (?!privilege)/, 'the log has no other alarm';
};

subtest 'a stopping node is not ready for connections under way' => sub {
  my $socket = IO::Socket::IP->new(PeerAddr => '127.0.0.1', PeerPort => $server->port) or die "$@\n";
  print $socket "GET /health/ready HTTP/1.1\r\nHost: exchange.test\r\n";
  my $pid = $server->pid;
  wire("GET /health/ready HTTP/1.1\r\nHost: exchange.test\r\n\r\n")->ok('a later connection is served, so this one has been accepted');
  kill 'WINCH', $pid;
  wait_for { !IO::Socket::IP->new(PeerAddr => '127.0.0.1', PeerPort => $server->port) } 20, 'no new connection';
  print $socket "Connection: close\r\n\r\n";
  my $answer = join '', <$socket>;
  like $answer, qr/^HTTP\/1\.1 503 .*about to stop/s, '/health/ready is 503 on an open connection';
};

done_testing;
