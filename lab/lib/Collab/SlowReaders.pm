# Large records, and clients that read them slowly: to measure how much memory slow readers cost a worker.
#
#   add_notes($dbh, $request_id, 125);                            each note has 33 KB in the record; 125 notes have 4 MiB
#   my @readers = slow_readers(10, $server, $party, $path);       each has sent a request; the answer has begun, but the reader reads nothing
#   settled_memory($server)                                       KiB of the workers' own memory (RssAnon), once it no longer changes
#   peak_memory($server)                                          KiB, the workers' maximum so far
package Collab::SlowReaders;
use strict;
use warnings;
use IO::Select;
use Socket qw(AF_INET SOCK_STREAM SOL_SOCKET SO_RCVBUF inet_aton pack_sockaddr_in);
use Collab::Wait qw(wait_for);
use Exporter 'import';
my $NOTE_SIZE = (500 + 5000) * 6 + 2 * 2 + 1024;     # JSON strings of \u0001
our @EXPORT_OK = qw(add_notes slow_readers settled_memory peak_memory);

# Adds notes of the submitter, whose texts have the maximum length in JSON. Ignores the limits of a request, but counts the notes as
# note_create does (interface.md 18.5).
sub add_notes {
  my ($dbh, $request, $count) = @_;
  $dbh->do(qq(insert into note (token, request, company, author, company_name, creator_username, creator_email, creator_name, summary, description, priority, size)
    select 'Fill' || lpad((request.id * 1000 + n)::text, 16, 'x'), request.id, request.submit_company, request.submitter, request.submit_company_name, account.username, account.email,
           'Sam', repeat(chr(1), 500), repeat(chr(1), 5000), 'LOW', $NOTE_SIZE from request join account on account.id = request.submitter, generate_series(0, ? - 1) n where request.id = ?), undef, $count, $request);
  $dbh->do('update request set updated_at = clock_timestamp(), submitter_notes = submitter_notes + $1, submitter_size = submitter_size + $1 * $2 where id = $3', undef, $count, $NOTE_SIZE, $request);
}

# Connections with a small window. Options: http ('1.1').
sub slow_readers {
  my ($count, $server, $party, $path, %option) = @_;
  my $http = $option{http} // '1.1';
  my @readers = map {
    socket my $socket, AF_INET, SOCK_STREAM, 0 or die "socket: $!\n";
    setsockopt $socket, SOL_SOCKET, SO_RCVBUF, pack 'i', 4096 or die "SO_RCVBUF: $!\n";
    connect $socket, pack_sockaddr_in($server->port, inet_aton('127.0.0.1')) or die "connect: $!\n";
    syswrite $socket, "GET $path HTTP/$http\r\nHost: x\r\nAuthorization: Bearer " . $party->token . "\r\n\r\n";
    $socket;
  } 1 .. $count;
  IO::Select->new($_)->can_read(60) or die "GET $path: no answer\n" for @readers;
  return @readers;
}

sub memory {
  my ($what, @pids) = @_;
  my $sum = 0;
  for my $pid (@pids) {
    open my $in, '<', "/proc/$pid/status" or next;
    /^$what:\s+(\d+)/ and $sum += $1 while <$in>;
  }
  return $sum;
}

# The maximum memory of the workers so far, without the memory that they share with files.
sub peak_memory { my @pids = $_[0]->children; return memory('VmHWM', @pids) - memory('RssFile', @pids) - memory('RssShmem', @pids) }

# Waits until the memory no longer changes: by then each answer waits for its reader.
sub settled_memory {
  my ($server) = @_;
  my @pids = $server->children;
  my ($least, $most, $looks) = (0, 0, 0);
  wait_for {
    my $now = memory('RssAnon', @pids);
    ($least, $most, $looks) = ($now, $now, 0) if abs($now - $least) > 256 || abs($now - $most) > 256;
    $least = $now if $now < $least;
    $most = $now if $now > $most;
    return ++$looks > 50;
  } 60, 'the memory to settle';
  return $most;
}

1;
