# t/long/beside/modsecurity.t: with conf/modsecurity.conf, OWASP rules refuse no ordinary request, and their audit log is clean
# `make beside` unpacks Debian's mod_security and the rules, and `make check-long` calls it.
use lib qw(t/lib lab/lib);
use Collab::File qw(slurp write_file);
use Collab::Port qw(free_port);
use Collab::Stack;
use Collab::Storage;
use Collab::Test;
use Collab::Traffic;
use Cwd qw(cwd);
use File::Temp qw(tempdir);

my $tools = cwd() . '/build/obj/beside';
-e "$tools/fetched" or die "mod_security is missing: `make beside` fetches it\n";
my $dir = tempdir('clXXXXXX', DIR => '/tmp', CLEANUP => 1);
my $storage = Collab::Storage->start("$dir/storage");
my ($first, $second) = map { free_port() } 1 .. 2;      # ports where the rules are active, at level 1 and 2

# Debian's configuration in blocking mode, with a log of every request.
sub with_rules {
  my ($name, $ours, @ports) = @_;
  mkdir "$dir/$name" or die "$dir/$name: $!\n";
  my $recommended = slurp("$tools/etc/modsecurity/modsecurity.conf-recommended");
  $recommended =~ s/^SecUnicodeMapFile unicode/SecUnicodeMapFile $tools\/etc\/modsecurity\/unicode/m;
  $recommended =~ s/^(Sec(?:TmpDir|DataDir)) .*/$1 $dir\/$name/mg;
  $recommended =~ s/^SecAuditLog .*/SecAuditLog $dir\/$name\/audit/m;
  $recommended =~ s/^SecAuditEngine .*/SecAuditEngine On/m;
  write_file("$dir/$name/modsecurity.conf", $recommended);
  my $libraries = join '', map { "LoadFile $_\n" } glob "$tools/usr/lib/*-linux-gnu/lib{lua5.*,yajl}.so.?";
  my $hosts = join '', map { "Listen 127.0.0.1:$_\n<VirtualHost 127.0.0.1:$_>\n  SecRuleEngine On\n</VirtualHost>\n" } @ports;
  return $storage->directives . <<"END";
${libraries}LoadModule security2_module $tools/usr/lib/apache2/modules/mod_security2.so
Include $dir/$name/modsecurity.conf
SecRuleEngine Off
SecRule SERVER_PORT "\@eq $second" "id:1,phase:1,pass,nolog,setvar:tx.paranoia_level=2"
@{[ $ours ? "Include " . cwd() . "/conf/modsecurity.conf" : '' ]}
Include $tools/etc/modsecurity/crs/crs-setup.conf
Include $tools/usr/share/modsecurity-crs/rules/*.conf
$hosts
END
}

my $stack = stack(extra => "CollabDispatcher Off\n");
my $node = beside_others($stack, 'node', with_rules('with', 1, $first, $second));
my $direct = traffic($node->url . '/collab', storage => $storage);
my %status = map { /^(.*?): (\d+),/ ? ($1 => $2) : () } @{ $direct->{lines} };
is_deeply [@status{'login', 'a request', 'a merge patch', 'a storage', 'files', '14 MB', 'a callback with an address', 'its end', 'malformed JSON', 'a method', 'closure, without a body'}],
  [200, 200, 200, 200, 200, 200, 200, 204, 400, 405, 200], 'without the firewall, the requests succeed';
is scalar(grep { /is stored as written$/ } @{ $direct->{lines} }), 9, 'the notes are stored as written';

sub same {
  my ($got, $what) = @_;
  is_deeply $got->{lines}, $direct->{lines}, $what;
}

my @secrets = @{ $direct->{secrets} };
for ([$first, 1], [$second, 2]) {
  my ($port, $level) = @$_;
  my $got = traffic("http://127.0.0.1:$port/collab", storage => $storage);
  same($got, "level $level: each answer is as without the firewall");
  push @secrets, @{ $got->{secrets} };
}

subtest 'the rules still check headers, and other paths' => sub {
  my $there = nobody->at("http://127.0.0.1:$first");
  is $there->get('/collab/health/live')->status, 200, 'an ordinary client is served';
  is $there->get('/collab/health/live', headers => { 'user-agent' => 'sqlmap/1.0' })->status, 403, 'a scanner is refused';
  is $there->get('/collaboration?q=%3Cscript%3Ealert(1)%3C/script%3E')->status, 403, 'a path that only begins like the base path is inspected';
  is $there->get('/collab/../x?q=%3Cscript%3Ealert(1)%3C/script%3E')->status, 403, 'a path that leads elsewhere is inspected';
};

subtest 'the audit log has no secret' => sub {
  my $audit;
  wait_for { $audit = slurp("$dir/with/audit"); $audit =~ m{GET /collaboration} } 10, 'the last entry';
  my @entries = $audit =~ /^--[0-9a-f]{8}-A--$/mg;
  cmp_ok scalar @entries, '>', 80, 'it has an entry for each request';
  like $audit, qr/sqlmap/, 'it says what a rule refused';
  my $own = $audit =~ s/^--([0-9a-f]{8})-A--\n(?:(?!^--\1-Z).)*collaboration\?.*?^--\1-Z--$//gmsr;
  unlike $own, qr/authorization:/i, 'it has no headers of our requests';
  cmp_ok scalar @secrets, '>=', 9, 'passwords and tokens were sent';
  is_deeply [grep { index($audit, $_) >= 0 || index($node->log, $_) >= 0 } @secrets], [], 'neither audit log nor error log has one of them';
};

subtest 'without conf/modsecurity.conf, the rules refuse them' => sub {
  my $port = free_port();
  beside_others($stack, 'bare', with_rules('without', 0, $port));
  my $got = traffic("http://127.0.0.1:$port/collab", storage => $storage);
  my %there = map { /^(.*?): (\d+),/ ? ($1 => $2) : () } @{ $got->{lines} };
  is $there{login}, 200, 'logins pass';
  isnt $there{'a request'}, 200, 'a request with technical text is refused';
  my $x = exchange();
  my $sam = $x->submitter->at("http://127.0.0.1:$port/collab");
  is $sam->patch($x->path, { internalCaseNumber => 'CASE-2' })->status, 403, 'PATCH is refused';
  ok index(slurp("$dir/without/audit"), $sam->token) >= 0, 'the audit log has the token';
};

done_testing;
