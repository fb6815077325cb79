# An httpd with mod_collab on a free port of the loopback interface, configured by lab/httpd.conf.in.
#
#   my $server = Collab::Server->start($dir, database => $pg, extra => "CollabWebhookTimeout 2\n");
#   $server->url  ->pid  ->children  ->dispatcher  ->log
#   $server->graceful;  $server->stop
#
# Options: database (Collab::Postgres), extra (directives), body_timeout (seconds), api_dsn and dispatch_dsn (default: the database's),
# port, so (the module; default: this tree's), orderly (->stop ends it as an operator would), timers (of node/timer.h, in milliseconds:
# { rescan => 2000 }), previous (the module is of 0.1.0, which lacks newer timers).
package Collab::Server;
use strict;
use warnings;
use Cwd ();
use File::Path ();
use Scalar::Util qw(weaken);
use Collab::Port qw(free_port connects);
use Collab::File qw(slurp write_file);
use Collab::Wait qw(wait_for halt left runs pid_in name_of output);

my $top = Cwd::cwd();
my $lab = Cwd::abs_path(__FILE__) =~ s{/lib/Collab/Server\.pm$}{}r;
my $httpd = $ENV{COLLAB_HTTPD} ||= "/usr/sbin/apache2";
my @running;
my $modules = $ENV{COLLAB_LIBEXECDIR} ||= "/usr/lib/apache2/modules";

sub new {
  my ($class, $dir, %option) = @_;
  File::Path::make_path("$dir/conf", "$dir/htdocs");
  my $keys = $option{keys} || $ENV{COLLAB_TEST_DIR};
  my $database = $option{database};
  my $self = bless { dir => $dir, owner => $$, orderly => $option{orderly}, port => $option{port} || free_port(), timers => $option{timers} || {}, previous => $option{previous}, environment => environment(($option{extra} || '') =~ /mod_ssl\.so/) }, $class;
  my %value = (
    serverroot => $dir, port => $self->{port}, so => $option{so} || "$top/mod_collab.so", keys => $keys, extra => $option{extra} || '',
    body_timeout => $option{body_timeout} || '20,MinRate=500',
    api_dsn => $option{api_dsn} || $database->dsn('collab_api'),
    dispatch_dsn => $option{dispatch_dsn} || $database->dsn('collab_dispatch'),
  );
  write_file("$dir/conf/mime.types", "text/html html\n");
  write_file("$dir/conf/httpd.conf", template() =~ s/\@(\w+)\@/$value{$1} \/\/ die "httpd.conf: no $1\n"/ger);
  return $self;
}

# httpd.conf with names between at signs for what differs between servers. t/TEST makes it once for all its tests (COLLAB_TEST_CONF): each
# program that loads Apache::TestConfig costs a second of processor time.
my $template;
sub template {
  return $template ||= slurp($ENV{COLLAB_TEST_CONF} || '') || do { require Collab::Template; Collab::Template::of("$lab/httpd.conf.in", $httpd, $modules) };
}

sub start {
  my @wanted = @_;
  my $self = ref $wanted[0] ? $wanted[0] : new(@wanted);
  push @running, $self;
  weaken($running[-1]);
  delete $self->{stopped};      # if it is started again
  unlink "$self->{dir}/httpd.pid" unless $self->pid;      # after a kill, httpd would mistake the zombie for a running server
  my ($status, $said) = $self->control('-k', 'start');
  die "httpd did not start: $said\n" . (eval { $self->log } // '') if $status;
  wait_for { $self->pid && connects($self->{port}) } 15
    or die "httpd does not listen: $said\n" . $self->log;
  return $self;
}

# Runs httpd with these arguments on this server's configuration; returns (exit status, output).
sub control {
  my ($self, @arguments) = @_;
  my %timers = ($self->{previous} ? () : (flaps => 1), %{ $self->{timers} });     # a test may raise and end an alarm often; t/ops/health/flapping.t has real flapping
  local %ENV = (%ENV, %{ $self->{environment} }, %timers ? (COLLAB_TIMERS => join ',', map { "$_=$timers{$_}" } sort keys %timers) : ());
  delete local $ENV{GLIBC_TUNABLES};      # t/TEST's large pages would count in the memory that tests measure
  return output($httpd, '-d', $self->{dir}, '-f', "$self->{dir}/conf/httpd.conf", @arguments);
}

# Returns variables for httpd's environment. COLLAB_PRELOAD is a test's library, which only httpd loads.
#
# A module built with sanitizers needs their runtime loaded before httpd's own code. mod_ssl leaks at the end of the process that starts
# the daemon, with a stack that no suppression can name, so servers with mod_ssl are not checked for leaks.
sub environment {
  my ($with_ssl) = @_;
  my @preload = grep { $_ } @ENV{qw(COLLAB_SANITIZERS COLLAB_PRELOAD)};
  return @preload ? { LD_PRELOAD => "@preload" } : {} unless $ENV{COLLAB_SANITIZERS};
  local $ENV{ASAN_OPTIONS} = ($ENV{ASAN_OPTIONS} || 'detect_leaks=1:abort_on_error=0:exitcode=99') . ($with_ssl ? ':detect_leaks=0' : '');
  return {
    LD_PRELOAD => "@preload",
    ASAN_OPTIONS => $ENV{ASAN_OPTIONS},
    UBSAN_OPTIONS => $ENV{UBSAN_OPTIONS} || 'halt_on_error=1:print_stacktrace=1',
    LSAN_OPTIONS => $ENV{LSAN_OPTIONS} || "suppressions=$top/t/lsan.supp:print_suppressions=0",
  };
}

sub url { "http://127.0.0.1:$_[0]{port}" }
sub port { $_[0]{port} }
sub dir { $_[0]{dir} }

# The parent's process id while it lives. After a kill the file remains, and another process may have the id by now.
sub pid { my ($self) = @_; return pid_in("$self->{dir}/httpd.pid", "$self->{dir}/conf/httpd.conf") }

# All processes that run with this server's configuration, even if the pid file does not exist (yet): httpd writes it some time after
# `-k start` has returned.
sub all_started {
  my ($self) = @_;
  return grep { runs($_, "$self->{dir}/conf/httpd.conf") } map { m{(\d+)$} } glob '/proc/[0-9]*';
}

# The process ids of the dispatcher and of the workers: children of the parent, distinguished by their names.
sub dispatcher { my @found = $_[0]->processes('collab-dispatch'); return $found[0] }
sub children { my ($self) = @_; return grep { name_of($_) !~ /^collab-(?:dispatch|watch)$/ } $self->processes(undef) }

sub processes {
  my ($self, $name) = @_;
  my $parent = $self->pid or return;
  my @found = sort { $a <=> $b } grep { !defined $name || name_of($_) eq $name } Collab::Wait::children($parent);
  return @found;
}

# The error log. Dies if the file does not exist: with an empty text, a test for the absence of a message would pass.
sub log {
  my ($self) = @_;
  my $file = $self->{error_log} // "$self->{dir}/error_log";
  open my $in, '<', $file or die "$file: $!\n";
  local $/;
  return scalar(<$in>) // '';
}

sub graceful { my ($self) = @_; Collab::Party->hang_up if Collab::Party->can('hang_up'); kill 'USR1', $self->pid }

# Ends the server and waits until it is gone. Adds the log's forbidden lines, such as crashes, to @faults. A hard end kills all processes. An
# orderly end takes two seconds: every process finishes, so that the log also shows errors at the end.
our @faults;
our %crashed;      # process ids of workers that a test has made crash: their lines are allowed
sub stop {
  my ($self) = @_;
  return if $self->{owner} != $$ || $self->{stopped};
  my $pid = $self->pid;
  my $orderly = $pid && ($self->{orderly} || $ENV{COLLAB_TEST_ORDERLY});
  halt($pid) if $pid && !$orderly;       # so that httpd starts no other processes
  my @all = ($pid ? $self->processes(undef) : (), $self->all_started);
  my @ours = ("$self->{dir}/conf/httpd.conf", @all);
  if ($orderly) { kill 'TERM', $pid; wait_for { !left(@ours) } 15 or kill 'KILL', left(@ours) }
  else          { kill 'KILL', @all; wait_for { !left(@ours) } 15 }
  $self->{stopped} = 1;
  push @faults, grep { !(/child pid (\d+) / && $crashed{$1}) } $self->log =~ /^(.*(?:AddressSanitizer|LeakSanitizer|runtime error:|Segmentation fault|exit signal (?!Killed|Terminated)).*)$/mg;
  $self->keep_access_log;
}

# Appends this server's access log to one file of the whole run, for the coverage gate.
sub keep_access_log {
  my ($self) = @_;
  my $sum = $ENV{COLLAB_TEST_COVERAGE} or return;
  open my $out, '>>', $sum or die "$sum: $!\n";
  syswrite $out, slurp("$self->{dir}/access_log");
}

sub DESTROY { local ($?, $@, $!); eval { $_[0]->stop } }

# Stops all servers when the program ends, even when it dies. Global destruction would be too late.
# Faults in the logs of a test's own servers fail the test here. Collab::Stack has already reported the faults of its servers.
END {
  local ($?, $@, $!);
  for (grep { defined } @running) { eval { $_->stop } }
  if ($INC{'Test/More.pm'}) { Test::More::fail("a clean log: $_") for splice @faults }
}

1;
