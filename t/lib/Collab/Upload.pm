# Uploads files piece by piece, with chunked transfer coding, as the test asks for.
#
#   my $upload = Collab::Upload->begin($party, $x->path . '/attachments', 'a.bin');
#   $upload->more(1_000_000)->next_file('b.bin')->more(5);      bytes of the current file; then the next one
#   my $answer = $upload->end->answer;
#   $upload->drop                                               closes the connection in the middle
#   my $upload = Collab::Upload->admitted($party, …);           like begin, but waits for 100 Continue: then the upload has its slot
package Collab::Upload;
use strict;
use warnings;
use IO::Select;
use Collab::Form;
use Collab::Wire;

sub begin { my ($class, @what) = @_; return $class->head('', @what)->raw(form_head(files => $what[2])) }

sub admitted {
  my ($class, @what) = @_;
  my $self = $class->head("Expect: 100-continue\r\n", @what);
  my $told = '';
  until ($told =~ /\r\n\r\n\z/) {
    IO::Select->new($self->{socket})->can_read(30) && sysread $self->{socket}, $told, 1, length $told or die "the upload is not admitted: $told\n";
  }
  $told =~ m{^HTTP/1\.1 100 } or die "the upload is not admitted: $told\n";
  return $self->raw(form_head(files => $what[2]));
}

sub head {
  my ($class, $field, $party, $path) = @_;
  my $self = bless { socket => wire_socket($party->{url}), sent => "POST $path HTTP/1.1" }, $class;
  local $SIG{PIPE} = 'IGNORE';
  $self->{socket}->print("POST $path HTTP/1.1\r\nHost: x\r\nAuthorization: Bearer @{[ $party->token ]}\r\nTransfer-Encoding: chunked\r\n${field}"
    . "Content-Type: multipart/form-data; boundary=@{[ BOUNDARY ]}\r\n\r\n");
  return $self;
}

sub raw {
  my ($self, $bytes) = @_;
  local $SIG{PIPE} = 'IGNORE';
  $self->{socket}->print(sprintf("%x\r\n", length $bytes), $bytes, "\r\n");
  return $self;
}

sub more {
  my ($self, $count) = @_;
  my $block = 'x' x 65536;
  for (; $count > 0; $count -= 65536) { $self->raw($count < 65536 ? substr $block, 0, $count : $block) }
  return $self;
}

sub next_file { my ($self, $name) = @_; return $self->raw("\r\n" . form_head(files => $name)) }

sub end {
  my ($self) = @_;
  $self->raw("\r\n--" . BOUNDARY . "--\r\n");
  local $SIG{PIPE} = 'IGNORE';
  $self->{socket}->print("0\r\n\r\n");
  return $self;
}

sub answer { my ($self, $limit) = @_; return read_answer($self->{socket}, $self->{sent}, timeout => $limit // 30) }
sub drop   { my ($self) = @_; close $self->{socket} }

1;
