# What the keeper, which may be root, takes from a lab that an unprivileged user ran. That user owns the lab's folder, and may have put
# a link in the place of any file there: so root reads and deletes there as that user.
#
#   my $out = create('report.json');                 before the lab starts; undef, with $!: cannot be written
#   my $text = as($user, sub { content("$dir/report.json") });      $user: Collab::Keeper's; undef: the program itself is not root
package Collab::Lab::Handover;
use strict;
use warnings;
use Exporter 'import';
use Fcntl qw(O_CREAT O_NOCTTY O_NOFOLLOW O_NONBLOCK O_RDONLY O_WRONLY S_ISREG);
our @EXPORT_OK = qw(as content create);

# Opens the file that the operator wants, before the lab's user can do anything, and never through a link.
sub create {
  my ($path) = @_;
  sysopen my $out, $path, O_WRONLY | O_CREAT | O_NOFOLLOW, 0666 or return;
  return $out;
}

# Calls it with the rights of that user alone.
sub as {
  my ($user, $do) = @_;
  return $do->() if !$user;
  local $) = "$user->{gid} $user->{gid}";
  local $> = $user->{uid};
  die "faultlab: cannot work as $user->{name}: $!\n" if $> != $user->{uid} || $) != $user->{gid};
  return $do->();
}

# The text of a regular file; undef when there is none, or when a link or anything else is in its place.
sub content {
  my ($path) = @_;
  sysopen my $in, $path, O_RDONLY | O_NOFOLLOW | O_NONBLOCK | O_NOCTTY or return;
  return if !S_ISREG((stat $in)[2]);
  local $/;
  return scalar <$in>;
}

1;
