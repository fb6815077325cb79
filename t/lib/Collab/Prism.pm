# prism (in t/clients), a proxy in front of the server. It validates every HTTP request and response against the description, passes
# everything on, and lists violations in the response's header sl-violations.
#
#   my $prism = Collab::Prism->start($description, $dir);     $description: its JSON text; the server is at COLLAB_TEST_URL
#   my $answer = $prism->request($party, 'GET', '/v1/me');    like $party->request
#   $prism->violations($answer)                               {location, message} of each; without an answer: the lines of both logs about violations
#   $prism->url($name)                                        URL of the proxy `problem` or `plain`, for other clients
# prism ignores the part of a media type before the "+" and takes the first type that matches. It therefore validates every error against
# the type that the description lists first. So two proxies run: the description of `problem` lists application/problem+json first, that of
# `plain` application/json. The order has no other meaning.
package Collab::Prism;
use strict;
use warnings;
use HTTP::Tiny;
use JSON::XS ();
use Collab::Process;
use Collab::Server;
use Collab::Wait qw(wait_for);

sub start {
  my ($class, $description, $dir) = @_;
  my $self = bless { dir => $dir }, $class;
  my $problem_first = $description =~ s/("application\/json":\{"schema":\{[^{}]*\}\}),("application\/problem\+json":\{"schema":\{[^{}]*\}\})/$2,$1/gr;
  $problem_first ne $description or die "the description has no errors with two media types\n";
  my %text = (problem => $problem_first, plain => $description);
  for my $name (sort keys %text) {
    open my $out, '>:raw', "$dir/$name.json" or die "$dir: $!\n";
    print $out $text{$name};
    close $out;
    my $port = $self->{port}{$name} = Collab::Server::free_port();
    push @{ $self->{running} }, (bless {}, 'Collab::Process')->begin(sub {
      open STDIN, '<', '/dev/null';
      open STDOUT, '>', "$dir/$name.log" or die "$dir: $!\n";
      open STDERR, '>&', \*STDOUT;
      exec 'node', 't/clients/node_modules/@stoplight/prism-cli/dist/index.js', 'proxy', "$dir/$name.json", $ENV{COLLAB_TEST_URL}, '--port', $port,
        '--cors', 'false', '--verboseLevel', 'error' or die "node: $!\n";
    });
    wait_for { HTTP::Tiny->new(no_proxy => '*')->get($self->url($name) . '/health/live')->{status} == 200 } 120, 'prism';
  }
  return $self;
}

sub url { my ($self, $name) = @_; return "http://127.0.0.1:$self->{port}{$name}" }

sub request {
  my ($self, $party, $method, $path, %option) = @_;
  my $name = ($option{headers}{accept} // '') =~ m{application/problem\+json} ? 'problem' : 'plain';
  $party->token;        # logs in at the server itself, not through the proxy
  return $party->at($self->url($name))->request($method, $path, %option);
}

sub violations {
  my ($self, $answer) = @_;
  return @{ JSON::XS->new->utf8->decode($answer->header('sl-violations') // '[]') } if $answer;
  return map {
    open my $in, '<', "$self->{dir}/$_.log" or die "$self->{dir}: $!\n";
    grep { /Violation/ } <$in>;
  } qw(problem plain);
}

1;
