# Collects what t/ops/docs/docs-page.t records for mod_collab/api/describe/recorded.txt. Replaces ids, tokens, times and secrets by values that
# are the same in every run.
#
#   my $recorded = Collab::Recorded->new($from => $to, …);      replaces texts of the test's own servers
#   $recorded->keep('request_create', $body);                  a response, laid out in lines
#   $recorded->keep_bytes('event.created', $body);             a delivery, not laid out
#   $recorded->text                                            the text of the file
#   $recorded->secret                                          the stand-in for the first secret
package Collab::Recorded;
use strict;
use warnings;
use Digest::SHA qw(sha256 sha256_hex);
use MIME::Base64 qw(encode_base64);

my $WIDTH = 100;
my %when = (respondBy => '16:00:00', previousSecretExpiresAt => '13:00:00');

sub new { my ($class, @texts) = @_; return bless { texts => \@texts, parts => [], known => {} }, $class }

sub secret { my ($self) = @_; return made_up('secret', 0) }

# The stand-in for the $number-th value of its kind.
sub made_up {
  my ($kind, $number) = @_;
  my $bytes = "$kind $number";
  return 'whsec_' . encode_base64(sha256($bytes), '') if $kind eq 'secret';
  return substr(encode_base64(sha256($bytes), '') =~ tr{+/=}{}dr, 0, 20) if $kind eq 'token';
  return substr(encode_base64(sha256($bytes), '') =~ tr{+/=}{}dr, 0, 27) if $kind eq 'request';
  return sha256_hex($bytes) =~ s/^(.{8})(.{4}).(.{3}).(.{3})(.{12}).*/$1-$2-4$3-8$4-$5/r if $kind eq 'uuid';
  return 'eyJhbGciOiJFUzI1NiJ9.' . encode_base64(qq({"sub":"$number"}), '') =~ tr/=//dr . '.' . substr encode_base64(sha256($bytes), '') =~ tr{+/=}{}dr, 0, 20;
}

sub stand_in {
  my ($self, $kind, $is) = @_;
  return $self->{known}{$kind}{$is} //= made_up($kind, scalar keys %{ $self->{known}{$kind} // {} });
}

sub usual {
  my ($self, $text) = @_;
  my @texts = @{ $self->{texts} };
  while (my ($from, $to) = splice @texts, 0, 2) { $text =~ s/\Q$from\E/$to/g }
  $text =~ s/(?<=")whsec_[^"\\]+/$self->stand_in('secret', $&)/ge;
  $text =~ s/(?<=")eyJ[\w-]+\.[\w-]+\.[\w-]+/$self->stand_in('jwt', $&)/ge;
  $text =~ s/((?:oken|subject)\\?":\\?")([A-Za-z0-9]{20})(?=\\?")/$1 . $self->stand_in('token', $2)/ge;
  $text =~ s/\b[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}\b/$self->stand_in('uuid', $&)/ge;
  $text =~ s/"20(?!99)\d\d-\d\d-\d\dT\d\d:\d\d:\d\d\.\d+Z/"2026-01-31T12:00:00.250000Z/g;
  $text =~ s/("(\w+)":)"20(?!99)\d\d-\d\d-\d\dT\d\d:\d\d:\d\dZ"/qq($1"2026-01-31T@{[ $when{$2} \/\/ '12:00:00' ]}Z")/ge;
  $text =~ s/(requestid\\?":\\?")([\w@-]{27})/$1 . $self->stand_in('request', $2)/ge;
  $text =~ s/("id":)\d+(?=,"cloudEventId")/${1}31/g;
  $text =~ s/("durationMs":)\d+/${1}42/g;
  $text =~ s/("nextCursor":")[^"]+/${1}c1769860800000000-2-2166136261-318193/g;
  return $text;
}

my $value = qr/(?<value>"(?:[^"\\]|\\.)*"|\[(?:(?&value)|,)*\]|\{(?:(?&value)|[:,])*\}|[^][{},:"\s]+)/;

# The members of an object or elements of an array, each as [name with its colon, value].
sub parts_of {
  my ($inner) = @_;
  my @parts;
  push @parts, [$1 // '', $2] while $inner =~ /\G,?("(?:[^"\\]|\\.)*":)?($value)/gc;
  die "a recorded response has no spaces between its members: $inner\n" if (pos($inner) // 0) < length $inner;
  return @parts;
}

# Breaks JSON into lines; an object or array that fits into $WIDTH characters stays on one line.
sub laid_out {
  my ($text, $indent, $named) = @_;
  my ($open, $inner, $close) = $text =~ /^([\[{])(.+)([\]}])$/s or return $text;
  my @parts = parts_of($inner);
  my $line = "$open" . join(', ', map { my ($name, $of) = @$_; ($name && "$name ") . laid_out($of, '', 0) } @parts) . $close;
  return $line if length($indent) + length($line) + ($named // 0) <= $WIDTH && $line !~ /\n/;
  return "$open\n" . join(",\n", map { my ($name, $of) = @$_; "$indent  " . ($name && "$name ") . laid_out($of, "$indent  ", length $name) } @parts) . "\n$indent$close";
}

sub keep       { my ($self, $name, $body) = @_; push @{ $self->{parts} }, [$name, laid_out($self->usual($body), '')]; return }
sub keep_bytes { my ($self, $name, $body) = @_; push @{ $self->{parts} }, [$name, $self->usual($body)]; return }
sub text       { my ($self) = @_; return join "\n", map { "> $_->[0]\n$_->[1]\n" } @{ $self->{parts} } }

1;
