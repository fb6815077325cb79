# An exchange in an httpd with other applications' configuration. The interface is below /collab; the status pages are at /collab-status and
# /collab-metrics; all else is the applications'.
#
#   my $beside = beside();                                  options of Collab::Stack::stack; `hosts`: lines for the end of httpd.conf
#   my ($status, $said) = $beside->put($lines);             configtest's exit status and words; httpd runs with the lines if the status is 0
#   my ($status, $said) = $beside->configtest($lines);      without a reload
#   my @odd = $beside->smoke;                               what members see that they would not see without the lines
#   my $report = $beside->doctor;                           as doctor() of Collab::Doctor
#   $beside->line_of(qr/^Dav/)                              "FILE:LINE" of the lines that were put
#   load('headers', 'dav')                                  LoadModule lines, without those that httpd has already
#   $beside->stack  ->server  ->file  ->member
package Collab::Beside;
use strict;
use warnings;
use Collab::Doctor ();
use Collab::Exchange ();
use Collab::File qw(slurp write_file);
use Collab::Party;
use Collab::Stack ();
use Collab::Wait qw(wait_for);
use Exporter 'import';
our @EXPORT = qw(beside load);

my $modules = $ENV{COLLAB_LIBEXECDIR} || '/usr/lib/apache2/modules';

# `beside`: a folder. The lines stand in its file beside.conf, which is read last, after the exchange's own.
sub beside {
  my (%option) = @_;
  my $hosts = delete $option{hosts} // '';
  my $stack = Collab::Stack::stack(%option);
  my $server = $stack->server;
  my $self = bless { stack => $stack, server => $server, conf => "$server->{dir}/conf/httpd.conf", file => "$server->{dir}/beside.conf" }, __PACKAGE__;
  my $conf = slurp($self->{conf});
  $conf =~ s{^(CollabBaseURL \S+)}{$1/collab}m or die "no CollabBaseURL\n";
  $conf =~ s{<Location "/">}{<Location "/collab">} or die "no Location\n";
  my $pages = join '', map { qq(<Location "/collab-$_">\n  SetHandler collab-$_\n  Require local\n</Location>\n) } qw(status metrics);
  write_file($self->{conf}, $conf . load(qw(authz_host)) . $pages . $hosts . "Include \"$self->{file}\"\n");
  my ($status, $said) = $self->put('');
  die "httpd without the lines: $said" if $status;
  $ENV{COLLAB_TEST_URL} = $server->url . '/collab';
  $self->{exchange} = Collab::Exchange::exchange();
  $self->{member} = $self->{exchange}->submitter;
  $self->{usual} = { $self->seen };
  return $self;
}

sub stack    { $_[0]{stack} }
sub server   { $_[0]{server} }
sub file     { $_[0]{file} }
sub member   { $_[0]{member} }

# The modules of lab/httpd.conf.in are loaded already.
sub load {
  my (@names) = @_;
  return join '', map { "<IfModule !${_}_module>\nLoadModule ${_}_module $modules/mod_$_.so\n</IfModule>\n" } @names;
}

sub configtest {
  my ($self, $lines) = @_;
  write_file($self->{file}, $lines =~ s/\n*\z/\n/r);
  return $self->{server}->control('-t');
}

# Reloads httpd, or starts it if it does not run. Returns when no process of the generation before is left.
sub put {
  my ($self, $lines) = @_;
  my $server = $self->{server};
  my ($status, $said) = $self->configtest($lines);
  return ($status, $said) if $status;
  if (!$server->pid) { $server->start; return ($status, $said) }
  my %old = map { $_ => 1 } $server->children;
  $server->graceful;
  wait_for { my @now = $server->children; !$server->pid || (@now && !grep { $old{$_} } @now) } 30, 'another generation';
  die "httpd ended at the reload: " . substr($server->log, -500) . "\n" unless $server->pid;
  return ($status, $said);
}

sub doctor { my ($self, @options) = @_; return Collab::Doctor::doctor($self->{server}, @options) }

sub line_of {
  my ($self, $like) = @_;
  my @lines = split /\n/, slurp($self->{file});
  my ($line) = grep { $lines[$_ - 1] =~ $like } 1 .. @lines;
  return defined $line ? "$self->{file}:$line" : undef;
}

# ---------------------------------------------------------------- what members see
# Method, path, options of Collab::Party::request. The answers depend on nothing that an earlier question has changed.
sub questions {
  my ($self) = @_;
  my $json = 'application/json';
  my $member = $self->{member};
  my $request = $self->{exchange}->notes =~ s{/notes$}{}r;
  return (
    ['GET', '/health/live', token => undef],
    ['POST', '/v1/login', token => undef, type => $json, body => { username => $member->username, password => $member->password }],
    ['POST', '/v1/login', token => undef, type => $json, body => { username => q(' or 1=1; drop table x --<script>alert(1)</script>), password => '' }],
    ['GET', '/v1/me', headers => { 'accept-encoding' => 'gzip' }],
    ['HEAD', '/v1/me'],
    ['GET', '/v1/me', token => undef],
    ['GET', '/v1/me', token => undef, headers => { accept => 'application/problem+json' }],
    ['OPTIONS', '/v2/webhooks/1', token => undef],
    ['PATCH', '/v2/webhooks/999999', type => 'application/merge-patch+json', body => { active => JSON::XS::false() }],
    ['DELETE', '/v2/webhooks/999999'],
    ['PUT', "$request/attachments/config/https", type => $json, body => {}],
    ['POST', '/v1/collaboration-requests', type => $json, body => { summary => 'x' x 300_000 }],
    ['GET', '/v1/me', headers => { 'x-long' => 'x' x 9000 }],
    ['GET', '/v1/partners/a%2Fb'],
    ['GET', $request, headers => { 'accept-encoding' => 'gzip' }],
    ['GET', '/v1/nothing'],
    ['PUT', '/v1/x/y', token => undef, type => $json, body => {}],
    ['GET', '/openapi.json', token => undef],
  );
}

my @headers = qw(content-type cache-control allow www-authenticate location content-encoding set-cookie x-content-type-options referrer-policy
  content-security-policy retry-after expires);

# An answer as one line: status, headers, shape of the body.
sub line {
  my ($answer) = @_;
  my @parts = $answer->status;
  for my $name (@headers) {
    my $value = $answer->{headers}{$name};
    my %once;
    $value = join ', ', grep { !$once{$_}++ } @$value if ref $value;      # a header that is sent twice, in the same words
    push @parts, "$name: $value" if defined $value;
  }
  push @parts, 'etag' if defined $answer->header('etag');
  push @parts, 'no x-request-id' unless defined $answer->header('x-request-id');
  my $json = $answer->json;
  push @parts, !length $answer->text ? 'no body'
    : ref $json ne 'HASH' ? 'body: ' . (ref $json || 'text')
    : exists $json->{'not JSON'} ? 'body: ' . substr $answer->text, 0, 80
    : defined $json->{message} ? "message: $json->{message}"
    : defined $json->{detail} ? "detail: $json->{detail}" : 'members: ' . join ' ', sort keys %$json;
  return join '; ', @parts;
}

# {question => its answer as a line}. A member keeps its token, whatever the login answers.
sub seen {
  my ($self) = @_;
  $self->{member}->token;
  my %seen;
  for my $question ($self->questions) {
    my ($method, $path, %option) = @$question;
    my $name = "$method $path" . (exists $option{token} ? '' : ' (token)') . ($option{headers} ? ' ' . join ' ', sort keys %{ $option{headers} } : '')
      . (ref $option{body} && exists $option{body}{password} ? length $option{body}{password} ? ' right' : ' odd' : '');
    $seen{$name} = line($self->{member}->request($method, $path, timeout => 5, %option));
  }
  for my $page (qw(status metrics)) { $seen{"GET /collab-$page"} = Collab::Party->new(url => $self->{server}->url)->get("/collab-$page")->status }
  return %seen;
}

# The differences, each as "QUESTION: ANSWER, usually ANSWER".
sub smoke {
  my ($self) = @_;
  my %seen = $self->seen;
  return map { "$_: $seen{$_}, usually $self->{usual}{$_}" } grep { $seen{$_} ne $self->{usual}{$_} } sort keys %seen;
}

1;
