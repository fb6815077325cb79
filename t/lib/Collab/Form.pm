# Builds multipart/form-data bodies, and those of application/x-www-form-urlencoded (form_of).
#
#   my ($body, %option) = a_form([files => 'a.txt', 'content'], [description => undef, 'why']);
#   $party->request('POST', $path, body => $body, %option)
# A part is [name, file name (undef: a field), content]; further header lines may follow.
package Collab::Form;
use strict;
use warnings;
use Exporter 'import';
our @EXPORT = qw(a_form form_of form_text form_head BOUNDARY);

use constant BOUNDARY => '----------------------------dc2f0a71b9e4';

sub a_form {
  my (@parts) = @_;
  my $body = join '', map { form_head(@{$_}[0, 1], @{$_}[3 .. $#$_]) . bytes_of($_->[2]) . "\r\n" } @parts;
  return ($body . '--' . BOUNDARY . "--\r\n", type => 'multipart/form-data; boundary=' . BOUNDARY);
}

# name => value, … as a form-encoded body; and one text so encoded.
sub form_of { my @pairs; while (my ($name, $value) = splice @_, 0, 2) { push @pairs, form_text($name) . '=' . form_text($value) } return join '&', @pairs }
sub form_text { my ($text) = @_; return bytes_of($text) =~ s/([^A-Za-z0-9*\-._ ])/sprintf '%%%02X', ord $1/ger =~ tr/ /+/r }

sub bytes_of { my ($text) = @_; utf8::encode($text) if utf8::is_utf8($text); return $text }

# The boundary and header lines of a part.
sub form_head {
  my ($name, $file, @lines) = @_;
  utf8::encode($file) if defined $file;
  my $disposition = qq(Content-Disposition: form-data; name="$name") . (defined $file ? qq(; filename="$file") : '');
  return join "\r\n", '--' . BOUNDARY, $disposition, @lines, '', '';
}

1;
