# t/ops/health/json-logs.t: with the lines of docs/profiles.md each line of the logs is JSON, whatever clients send
use lib qw(t/lib lab/lib);
use Collab::File qw(slurp write_file);
use Collab::Stack;
use Collab::Test;
use Cwd qw(cwd);
use Encode qw(decode FB_CROAK);
use File::Temp qw(tempdir);
use IO::Socket::IP;
use MIME::Base64 qw(encode_base64);

my $logs = tempdir('clXXXXXX', DIR => '/tmp', CLEANUP => 1);
my %block = slurp('docs/profiles.md') =~ /^```apache (\w+)\n(.*?)^```$/msg;
my $modules = $ENV{COLLAB_LIBEXECDIR};
write_file("$logs/passwords", "somebody:x\n");
# The last log writes each line to httpd's standard error, as a program of an alarm may.
my $stack = stack(extra => join '', qq{Define APACHE_LOG_DIR "$logs"\n}, $block{json}, $block{errors} =~ s{/usr/share/mod_collab/}{cwd . '/'}er,
  map({ "<IfModule !${_}_module>\n  LoadModule ${_}_module $modules/mod_$_.so\n</IfModule>\n" } qw(authn_core authn_file auth_basic authz_user)), <<"END");
LimitRequestFieldSize 16380
LimitRequestLine 16380
<Location "/basic">
  SetHandler none
  AuthType Basic
  AuthName basic
  AuthUserFile "$logs/passwords"
  Require valid-user
</Location>
LogFormat "{\\"note\\":%{no such note}^CJ,\\"nameless\\":%^CJ,\\"agent\\":%{agent}^CJ}" odd
CustomLog "$logs/odd.json" odd
CustomLog "|\$cat >&2" odd
END
my $server = $stack->server;
$server->{error_log} = "$logs/error.json";

# The lines of a log, as a strict parser has them.
sub parsed {
  my ($file) = @_;
  my @lines = split /\n/, slurp("$logs/$file");
  my @parsed = map { my $line = $_; eval { JSON::XS->new->decode(decode('UTF-8', my $copy = $line, FB_CROAK)) } || do { fail("JSON: $line"); () } } @lines;
  return @parsed;
}

# Sends these bytes alone; returns the first line of the answer.
sub send_bytes {
  my ($bytes) = @_;
  my $socket = IO::Socket::IP->new(PeerAddr => '127.0.0.1', PeerPort => $server->port) or die "httpd: $@\n";
  print $socket $bytes;
  shutdown $socket, 1;
  local $/;
  my $answer = <$socket> // '';
  return $answer =~ /^HTTP\S+ (\d+)/ ? $1 : 0;
}
sub asks { my ($line, @headers) = @_; return send_bytes(join "\r\n", $line, 'Host: localhost', @headers, 'Connection: close', '', '') }

my $x = exchange();
$x->submitter->post($x->notes, a_note(), headers => { 'x-request-id' => 'my-own-id', 'user-agent' => "desk/1 \"a\\b\"" })->ok;
$x->submitter->get('/v1/collaboration-requests/nothing')->fails(404);
nobody->get('/v1/me');

# %odd has for each User-Agent (bytes) what the log has.
my %odd = (
  'quote " and backslash \\'         => 'quote " and backslash \\',
  '\\x41 \\u0041 \\'                  => '\\x41 \\u0041 \\',
  "tab\there"                        => "tab\there",
  '{"status":200},'                  => '{"status":200},',
  "\xc3\xa4 \xe8\xaa\x9e \xf0\x9f\x90\x98" => "ä 語 🐘",
  "\xe2\x80\xa8 \xc2\x85"            => "\x{2028} \x{85}",
  "invalid \xff\xfe \xc3( \xed\xa0\x80 end" => "invalid \x{fffd}\x{fffd} \x{fffd}( \x{fffd}\x{fffd}\x{fffd} end",
  "\xc0\xaf overlong"                => "\x{fffd}\x{fffd} overlong",
);
asks('GET /v1/me HTTP/1.1', "User-Agent: $_") for sort keys %odd;
my @control = map { asks('GET /v1/me HTTP/1.1', "User-Agent: a${_}b") } "\x01", "\x1b[2J", "\x7f", "\x0b";
asks("GET /v1/p\"\\\xff\xc3\xa4?q=\"%22\\\xfe HTTP/1.1", 'User-Agent: path');
asks("G\"ET\\\xff /v1/me HTTP/1.1", 'User-Agent: method');
asks('GET /' . '"' x 15000 . ' HTTP/1.1', 'User-Agent: ' . '\\"' x 7000);
asks('GET /v1/me HTTP/1.1', 'User-Agent: ' . "\xff" x 16000);
asks('GET ' . '/a' x 9000 . ' HTTP/1.1', 'User-Agent: long');
asks('GET', 'User-Agent: nothing');
send_bytes("\x16\x03\x01\x02\x00\x01\xff\"\\\r\n\r\n");
my @names = ('some"body\\', "tab\tname", "\xc3\xa4\xff", "line\nend", '"},{"', '-');
asks('GET /basic HTTP/1.1', 'User-Agent: basic', 'Authorization: Basic ' . encode_base64("$_:x", '')) for @names;
ok +(wait_for { slurp("$logs/collab_access.json") =~ /"agent":"basic"\}\n(?:.*\n){5}\z/ } 15), 'the requests are logged';

my @access = parsed('collab_access.json');
subtest 'the access log names request, company, user, operation and times' => sub {
  my ($note) = grep { ($_->{request_id} // '') eq 'my-own-id' } @access;
  my ($company, $user) = owner()->selectrow_array('select company::text, id::text from account where username = ?', undef, $x->submitter->username);
  is_deeply { %$note{qw(company user operation request method path status agent address)} },
    { company => $company, user => $user, operation => 'note_create', request => $x->token, method => 'POST', path => $x->notes, status => 200, agent => 'desk/1 "a\\b"', address => '127.0.0.1' };
  like $note->{time}, qr/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{6}Z$/, 'the time is a date-time';
  cmp_ok $note->{$_}, '>', 0, $_ for qw(bytes microseconds);
  my ($login) = grep { ($_->{operation} // '') eq 'login' && $_->{company} eq $company } @access;
  is $login->{user}, $user, 'a login has its user and company';
  my ($anonymous) = grep { ($_->{operation} // '') eq 'me' && $_->{status} == 401 } @access;
  is_deeply [@$anonymous{qw(company user request)}], [undef, undef, undef], 'a missing value is null';
};

subtest 'values are what clients sent' => sub {
  my %agent = map { $_->{agent} => 1 } grep { defined $_->{agent} } @access;
  ok $agent{ $odd{$_} }, $odd{$_} =~ s/([^ -~])/sprintf '<%x>', ord $1/ger for sort keys %odd;
  is_deeply \@control, [(400) x 4], 'httpd refuses control characters';
  my ($path) = grep { ($_->{agent} // '') eq 'path' } @access;
  is $path->{path}, "/v1/p\"\\\x{fffd}ä?q=\"%22\\\x{fffd}", 'the path';
  is_deeply [sort { $a cmp $b } map { $_->{user} // () } grep { ($_->{agent} // '') eq 'basic' } @access], [sort { $a cmp $b } map { decode('UTF-8', $_) } @names], 'user names';
};

subtest 'a line fits into what a pipe takes at once' => sub {
  my ($longest) = sort { $b <=> $a } map { length } split /\n/, slurp("$logs/collab_access.json");
  cmp_ok $longest, '>', 1800, 'a long path and a long User-Agent are in one line';
  cmp_ok $longest, '<', 4096;
};

subtest 'odd items' => sub {
  my @lines = parsed('odd.json');
  is_deeply { %{ $lines[0] }{qw(note nameless)} }, { note => undef, nameless => undef };
};

subtest 'the error log' => sub {
  ok +(wait_for { slurp("$logs/error.json") =~ /some\\"body/ } 15), 'it has the user names';
  my @lines = parsed('error.json');
  my ($started) = grep { $_->{message} =~ /AH00489/ } @lines;
  like $started->{time}, qr/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{6}$/;
  is_deeply [@$started{qw(level request_id address company operation)}], ['mpm_event:notice', (undef) x 4], 'a missing value is null';
  is $started->{pid}, $server->pid;
  like join("\n", map { $_->{message} } @lines), qr/user some"body\\\\ not found: /, 'a message has its quotes';
  ok scalar(grep { ($_->{level} // '') =~ /^collab:/ } @lines), 'the module writes there, too';
  my ($program) = grep { !$_->{level} && $_->{message} =~ /^\{"note":null,.*some/ || $_->{message} =~ /"agent":"basic"/ } @lines;
  ok $program, 'so do programs, in lines without fields';
};

done_testing;
