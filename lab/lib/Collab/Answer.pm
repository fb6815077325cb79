# An answer of a server. ->ok checks for a 200 and returns its decoded body; ->fails(status, text) checks for an error and returns it decoded.
package Collab::Answer;
use strict;
use warnings;
use Digest::SHA qw(sha256_base64);
use JSON::XS ();
use Test::More ();


sub new { my ($class, %self) = @_; return bless {%self}, $class }
sub status  { $_[0]{status} }
sub text    { $_[0]{content} }
sub header  { my ($self, $name) = @_; my $value = $self->{headers}{lc $name}; return ref $value ? join(', ', @$value) : $value }
sub about   { "$_[0]{method} $_[0]{path}" }

# The body as JSON. Throws no exception: a body that is not JSON becomes { 'not JSON' => the body }.
sub json {
  my ($self) = @_;
  my $value = eval { JSON::XS->new->utf8->allow_nonref->decode($self->{content}) };
  return defined $value || $self->{content} eq 'null' ? $value : { 'not JSON' => $self->{content} };
}

sub is_status {
  my ($self, $status, $what) = @_;
  local $Test::Builder::Level = $Test::Builder::Level + 1;
  Test::More::is($self->{status}, $status, $what // $self->about) or Test::More::diag(substr $self->{content} // '', 0, 500), return 0;
  return 1;
}

# Checks for a 200 with a JSON body, and returns the body.
sub ok {
  my ($self, $what) = @_;
  local $Test::Builder::Level = $Test::Builder::Level + 1;
  my @wrong;
  push @wrong, "status $self->{status}" if $self->{status} != 200;
  push @wrong, 'type ' . ($self->header('content-type') // 'none') if ($self->header('content-type') // '') !~ m{^application/json\b};
  push @wrong, "insignificant blanks" if $self->{content} =~ /^\s|\s$/;
  my $value = $self->json;
  push @wrong, 'no JSON' if ref $value eq 'HASH' && exists $value->{'not JSON'};
  Test::More::ok(!@wrong, $what // $self->about . ': 200') or Test::More::diag(join ', ', @wrong, substr $self->{content} // '', 0, 600);
  return $value;
}

# Was the request for a path of OAuth 2, whose errors have a form of their own?
sub is_oauth { my ($self) = @_; return $self->{status} != 404 && ($self->{path} // '') =~ m{^/oauth2/token(?:\?|$)} }

# Checks for an error of RFC 6749, 5.2 with this status and code (optional). Returns it, with its description as `message`, too.
sub fails_oauth {
  my ($self, $status, $code, $message, $what) = @_;
  local $Test::Builder::Level = $Test::Builder::Level + 1;
  my $error = $self->json;
  my $text = ref $error eq 'HASH' ? $error->{error_description} // '' : '';
  my @wrong;
  push @wrong, "status $self->{status}" if $self->{status} != $status;
  push @wrong, 'type ' . ($self->header('content-type') // 'none') if ($self->header('content-type') // '') !~ m{^application/json$};
  push @wrong, 'cache-control' if ($self->header('cache-control') // '') ne 'no-store';
  push @wrong, 'members' if ref $error ne 'HASH' || join(' ', sort keys %$error) ne 'error error_description';
  push @wrong, 'code' if $code && ref $error eq 'HASH' && ($error->{error} // '') ne $code;
  push @wrong, 'characters' if $text !~ /^[\x20-\x21\x23-\x5b\x5d-\x7e]+$/;
  push @wrong, 'message does not fit' if defined $message && $text !~ $message;
  push @wrong, 'Bearer' if ($self->header('www-authenticate') // '') =~ /Bearer/;
  Test::More::ok(!@wrong, $what // $self->about . ": $status") or Test::More::diag(join ', ', @wrong, substr $self->{content} // '', 0, 600);
  return { %{ ref $error eq 'HASH' ? $error : {} }, message => $text };
}

# Checks for an ErrorResponse with this status and a message that matches. The answer must not reveal internals, such as SQL or source files.
sub fails {
  my ($self, $status, $message, $what) = @_;
  local $Test::Builder::Level = $Test::Builder::Level + 1;
  return $self->fails_oauth($status, undef, $message, $what) if $self->is_oauth;
  my $error = $self->json;
  my @wrong;
  push @wrong, "status $self->{status}" if $self->{status} != $status;
  push @wrong, 'type ' . ($self->header('content-type') // 'none') if ($self->header('content-type') // '') !~ m{^application/json\b};
  if (ref $error ne 'HASH' || !defined $error->{message}) { push @wrong, 'no message' }
  else {
    push @wrong, 'message does not fit' if defined $message && $error->{message} !~ $message;
    push @wrong, 'validationErrors with nothing to list' if exists $error->{validationErrors} && !@{ $error->{validationErrors} || [] };
    push @wrong, 'members ' . join ' ', sort keys %$error if grep { !/^(message|validationErrors)$/ } keys %$error;
  }
  push @wrong, 'tells too much' if $self->{content} =~ /\bselect\b.*\bfrom\b|\.c:\d|SQLSTATE|relation "|libpq|apr_|<html/is;
  Test::More::ok(!@wrong, $what // $self->about . ": $status") or Test::More::diag(join ', ', @wrong, substr $self->{content} // '', 0, 600);
  return ref $error eq 'HASH' ? $error : {};
}

# Checks for a 400 that names exactly these fields, in any order, each with a message.
sub invalid {
  my ($self, @fields) = @_;
  local $Test::Builder::Level = $Test::Builder::Level + 1;
  my $error = $self->json;
  my $list = ref $error eq 'HASH' ? $error->{validationErrors} : undef;
  my @wrong;
  push @wrong, "status $self->{status}" if $self->{status} != 400;
  push @wrong, 'no message' unless ref $error eq 'HASH' && length($error->{message} // '');
  push @wrong, 'an entry without field or message' if grep { !length($_->{field} // '') || !length($_->{message} // '') || keys %$_ != 2 } @{ $list || [] };
  my $got = join ' ', sort map { $_->{field} // '?' } @{ $list || [] };
  my $want = join ' ', sort @fields;
  push @wrong, "names [$got]" if $got ne $want;
  Test::More::ok(!@wrong, $self->about . ": 400 for $want") or Test::More::diag(join ', ', @wrong, substr $self->{content} // '', 0, 600);
  return $list || [];
}

# Like is_problem, for a type below this base URL.
sub is_problem_at {
  my ($self, $base, @more) = @_;
  local $Test::Builder::Level = $Test::Builder::Level + 1;
  return bless({ %$self, base => $base }, ref $self)->is_problem(@more);
}

# Checks for a ProblemDetail with this status and code.
sub is_problem {
  my ($self, $status, $code) = @_;
  local $Test::Builder::Level = $Test::Builder::Level + 1;
  return $self->fails_oauth($status) if $self->is_oauth;
  my $problem = $self->json;
  my @wrong;
  push @wrong, "status $self->{status}" if $self->{status} != $status;
  push @wrong, 'type ' . ($self->header('content-type') // 'none') if ($self->header('content-type') // '') !~ m{^application/problem\+json\b};
  push @wrong, "status in the body: $problem->{status}" if ($problem->{status} // '') ne $status;
  push @wrong, "type $problem->{type}" if ($problem->{type} // '') !~ m{^\Q$self->{base}\E/problems/\Q$code\E$};
  push @wrong, 'no title' unless length($problem->{title} // '');
  push @wrong, 'no detail' unless length($problem->{detail} // '');
  (my $path = $self->{path}) =~ s/\?.*//;
  push @wrong, "instance $problem->{instance}" if ($problem->{instance} // '') ne $path;
  push @wrong, 'message' if exists $problem->{message};
  Test::More::ok(!@wrong, $self->about . ": problem $code") or Test::More::diag(join ', ', @wrong, substr $self->{content} // '', 0, 600);
  return $problem;
}

# Checks the headers that make a browser keep to the content type, send no Referer, refuse to frame the page, load nothing, run nothing,
# and apply only the style sheets in the page. Also checks that an HTML page contains nothing that these headers forbid.
sub is_safe_in_a_browser {
  my ($self, $what) = @_;
  local $Test::Builder::Level = $Test::Builder::Level + 1;
  my $page = ($self->header('content-type') // '') =~ m{^text/html} ? $self->{content} : '';
  my $styles = join '', map { " 'sha256-" . sha256_base64($_) . "='" } $page =~ m{<style>(.*?)</style>}gs;
  my $policy = "default-src 'none';" . ($styles && " style-src$styles;") . " base-uri 'none'; form-action 'none'; frame-ancestors 'none'";
  my @wrong;
  push @wrong, 'X-Content-Type-Options: ' . ($self->header('x-content-type-options') // 'none') if ($self->header('x-content-type-options') // '') ne 'nosniff';
  push @wrong, 'Referrer-Policy: ' . ($self->header('referrer-policy') // 'none') if ($self->header('referrer-policy') // '') ne 'no-referrer';
  push @wrong, 'Content-Security-Policy: ' . ($self->header('content-security-policy') // 'none') . " instead of $policy" if ($self->header('content-security-policy') // '') ne $policy;
  push @wrong, "holds what the policy forbids: $1" if $page =~ /(<(?:script|link|img|iframe|object|form|base)\b|<[^>]*\s(?:style|src|on\w+)=)/i;
  Test::More::ok(!@wrong, "$what is safe in a browser") or Test::More::diag(join "\n", @wrong);
}

1;
