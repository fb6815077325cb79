# A caller of the interface: a user of a company with a token, or an anonymous client.
#
#   $ada->get('/v1/me')->ok;   $ada->post($x->notes, a_note())->fails(409);
#   $ada->post($path, $body, type => 'text/plain', headers => { accept => '…' })
#   $ada->at($server)          the same user on another server
package Collab::Party;
use strict;
use warnings;
use HTTP::Tiny;
use JSON::XS ();
use Socket qw(IPPROTO_TCP TCP_NODELAY);
use Collab::Answer;

# HTTP::Tiny sends head and body separately; without TCP_NODELAY the body would wait 40 ms for the acknowledgement of the head.
my $connect = \&HTTP::Tiny::Handle::connect;
no warnings 'redefine';
*HTTP::Tiny::Handle::connect = sub { my $self = $connect->(@_); setsockopt $self->{fh}, IPPROTO_TCP, TCP_NODELAY, 1; return $self };
use warnings 'redefine';

my %agent;      # one per process: connections do not survive a fork
my $json = JSON::XS->new->utf8->canonical;

sub new { my ($class, %self) = @_; return bless { url => $ENV{COLLAB_TEST_URL}, %self }, $class }

sub email    { $_[0]{email} }
sub username { $_[0]{username} }
sub password { $_[0]{password} }
sub name     { $_[0]{name} }
sub id       { $_[0]{id} }
sub company  { $_[0]{company} }
sub at       { my ($self, $server, %more) = @_; return bless { %$self, url => ref $server ? $server->url : $server, %more }, ref $self }
sub document { $_[0]{company}{document} }

sub get    { my ($self, $path, %o) = @_; return $self->request('GET', $path, %o) }
sub head   { my ($self, $path, %o) = @_; return $self->request('HEAD', $path, %o) }
sub delete { my ($self, $path, %o) = @_; return $self->request('DELETE', $path, %o) }
sub post   { my ($self, $path, $body, %o) = @_; return $self->request('POST', $path, body => $body, type => 'application/json', %o) }
sub put    { my ($self, $path, $body, %o) = @_; return $self->request('PUT', $path, body => $body, type => 'application/json', %o) }
sub patch  { my ($self, $path, $body, %o) = @_; return $self->request('PATCH', $path, body => $body, type => 'application/merge-patch+json', %o) }

# Options: body (a value, sent as JSON; a string, sent unchanged; a function, whose pieces are sent as chunks), type, headers, token,
# timeout (seconds; default 30).
sub request {
  my ($self, $method, $path, %option) = @_;
  my %headers = %{ $option{headers} || {} };
  my $token = exists $option{token} ? $option{token} : $self->token;
  $headers{authorization} //= "Bearer $token" if defined $token;
  my $content = $option{body};
  $content = $json->encode($content) if ref $content && ref $content ne 'CODE';
  $headers{'content-type'} //= $option{type} if defined $content && defined $option{type};
  my $agent = $option{timeout} ? agent($option{timeout}) : ($agent{$$} ||= agent(30));
  my $got = $agent->request($method, $self->{url} . $path, { headers => \%headers, defined $content ? (content => $content) : () });
  hang_up() if ($got->{headers}{connection} // '') =~ /\bclose\b/i;      # HTTP::Tiny overlooks `close` beside other options: "Upgrade, close"
  return Collab::Answer->new(method => $method, path => $path, base => $self->{url}, status => $got->{status}, headers => $got->{headers} || {},
    content => $got->{content} // '');
}

# Closes this process's connections. Call it before a server restarts: the server may close them at any moment, and a POST that is being
# sent would get no answer.
sub hang_up { delete $agent{$$} }

sub agent { return HTTP::Tiny->new(max_redirect => 0, timeout => $_[0], keep_alive => 1, no_proxy => '*', verify_SSL => 0) }

# The token of a real login, cached.
sub token {
  my ($self) = @_;
  return undef unless defined $self->{username};
  return $self->{token} //= do {
    my $answer = $self->request('POST', '/v1/login', token => undef, type => 'application/json',
      body => { username => $self->{username}, password => $self->{password} });
    my $got = $answer->json;
    die "login of $self->{username}: " . $answer->status . ' ' . $answer->text . "\n" unless $answer->status == 200;
    $got->{accessToken};
  };
}

1;
