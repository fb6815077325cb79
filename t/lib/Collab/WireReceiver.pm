# The receiver that misbehaves at random (t/wire/receiver.c): one process with many doors, which are ports of the loopback interface.
#
#   my $receiver = wire_receiver(seed => 7, doors => [qw(wild wild-tls tame token proxy)]);     also: names of the good certificate; keys, a folder
#   $receiver->url('wild')              http://127.0.0.1:PORT; of a door whose name ends in -tls: https
#   $receiver->url('wild', 'a.example') the same port at another host
#   $receiver->ca                       the file of its certificates
#   $receiver->more                     the new lines of its ledger, as lists of words
package Collab::WireReceiver;
use strict;
use warnings;
use File::Temp ();
use Collab::File qw(lines_from slurp write_file);
use Collab::Httpd;
use Collab::Port qw(free_port);
use Collab::Wait qw(run);
use parent 'Collab::Process';
use Exporter 'import';
our @EXPORT = qw(wire_receiver);

my $program = 'build/wire/receiver';

sub wire_receiver {
  my (%option) = @_;
  -x $program or die "there is no $program: run `make libraries`\n";
  my $dir = File::Temp::tempdir('clXXXXXX', DIR => '/tmp', CLEANUP => 1);
  my $self = bless { address => '127.0.0.1', %option, dir => $dir, ledger => $option{ledger} // "$dir/ledger" }, __PACKAGE__;
  $self->make_certificates(@{ $option{names} || [] });
  $self->{port}{$_} = free_port() for @{ $option{doors} };
  my @words = ($option{seed} // 1, $self->{ledger}, $dir, map { "$_:$self->{address}:$self->{port}{$_}" } @{ $option{doors} });
  my $pid = open(my $said, '-|') // die "fork: $!\n";
  if (!$pid) {
    delete @ENV{qw(LD_PRELOAD)};
    setpriority 0, 0, $option{nice} if $option{nice};
    exec $program, @words or POSIX::_exit(127);
  }
  @{$self}{qw(pid owner said)} = ($pid, $$, $said);
  my $first = <$said> // '';
  $first eq "ready\n" or die "the receiver did not start\n";
  return $self;
}

# good: for 127.0.0.1 and the names. expired: for the same, but its time is over. other: for another name.
sub make_certificates {
  my ($self, @names) = @_;
  my $dir = $self->{dir};
  my $names = join ',', 'IP:127.0.0.1', map { "DNS:$_" } @names;
  my @key = qw(openssl req -x509 -newkey ec -pkeyopt ec_paramgen_curve:P-256 -nodes -days 30);
  run(@key, '-subj', '/CN=good', '-addext', "subjectAltName=$names", '-keyout', "$dir/good.key", '-out', "$dir/good.crt");
  run(@key, '-subj', '/CN=other', '-addext', 'subjectAltName=DNS:other.invalid', '-keyout', "$dir/other.key", '-out', "$dir/other.crt");
  my ($crt, $key) = Collab::Httpd::certificate("$dir/old", $names[0] // '127.0.0.1', -1);
  run('cp', $crt, "$dir/expired.crt");
  run('cp', $key, "$dir/expired.key");
  write_file("$dir/ca.pem", map { slurp("$dir/$_.crt") } qw(good other expired));
}

sub ca { "$_[0]{dir}/ca.pem" }

sub url {
  my ($self, $door, $host) = @_;
  return sprintf '%s://%s:%d', $door =~ /-tls$/ ? 'https' : 'http', $host // $self->{address}, $self->{port}{$door} // die "no door $door\n";
}

sub more { my ($self) = @_; return map { [split] } lines_from($self->{ledger}, \$self->{read}) }

1;
