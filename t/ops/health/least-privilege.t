# t/ops/health/least-privilege.t: dispatcher and watcher drop rights that they do not need; programs that they start keep theirs
# A library in httpd makes forbidden calls when each process, already protected, begins its work.
use lib qw(t/lib lab/lib);
use Collab::File qw(slurp);
use Collab::Judgement;
use Collab::Test;
use File::Temp ();

my $dir = File::Temp::tempdir('clprXXXXXX', DIR => '/tmp', CLEANUP => 1);
sub put { my ($name, $text) = @_; open my $out, '>', "$dir/$name" or die; print $out $text; close $out or die; chmod 0755, "$dir/$name" }
put('calls.c', <<'END');
#define _GNU_SOURCE
#include <dlfcn.h>
#include <errno.h>
#include <stdio.h>
#include <string.h>
#include <sys/prctl.h>
#include <sys/ptrace.h>
#include <sys/socket.h>
#include <unistd.h>

static const char *of(long result) { return result < 0 ? strerror(errno) : "allowed"; }

int setenv(const char *name, const char *value, int overwrite) {
  int (*real)(const char *, const char *, int) = (int (*)(const char *, const char *, int))dlsym(RTLD_NEXT, "setenv");
  if (!strcmp(name, "PGCONNECT_TIMEOUT")) {
    char process[20] = "";
    char *const words[] = {"/bin/false", NULL};
    prctl(PR_GET_NAME, process);
    dprintf(2, "planted %s: ptrace %s\n", process, of(ptrace(PTRACE_TRACEME, 0, 0, 0)));
    dprintf(2, "planted %s: socket %s\n", process, of(socket(AF_PACKET, SOCK_RAW, 0)));
    dprintf(2, "planted %s: kernel socket %s\n", process, of(socket(AF_ALG, SOCK_SEQPACKET, 0)));
    dprintf(2, "planted %s: listen %s\n", process, of(listen(socket(AF_INET, SOCK_STREAM, 0), 1)));
    dprintf(2, "planted %s: execve %s\n", process, of(execve(words[0], words, NULL)));
  }
  return real(name, value, overwrite);
}
END
put('alert', "#!/bin/sh\ncp /proc/self/status $dir/alert.new && mv $dir/alert.new $dir/alert.status\n");
put('log', "#!/bin/sh\ncp /proc/self/status $dir/log.new && mv $dir/log.new $dir/log.status\nexec cat > /dev/null\n");
system('cc', '-shared', '-fPIC', '-o', "$dir/calls.so", "$dir/calls.c", '-ldl') == 0 or die "cc failed\n";

my $filters = slurp('Makefile') =~ /-DCOLLAB_SECCOMP\b/ && !$ENV{COLLAB_SANITIZERS};
$ENV{COLLAB_PRELOAD} = "$dir/calls.so" if $filters;         # without the filter, execve() would succeed
my $stack = judged(extra => qq(CollabDispatcherUser daemon\nCollabAlertCommand "$dir/alert"\nCollabEventLog "|$dir/log"\n), timers => { alert => 300 });
my $server = $stack->server;
my $helper;         # a process gets its name some time after the fork
wait_for { ($helper) = map { grep { slurp("/proc/$_/status") =~ /^Name:\s+collab-programs$/m } Collab::Wait::children($_) } $server->processes('collab-watch'); $helper && $server->dispatcher } 20,
  'dispatcher, watcher and helper';
my %process = (dispatcher => $server->dispatcher, watcher => $server->processes('collab-watch'));
my $locks = !$ENV{COLLAB_SANITIZERS};         # with the address sanitizer mlock() does nothing
sub field { my ($status, $name) = @_; return $status =~ /^$name:\s+(\S+)/m ? $1 : undef }

for my $name (sort keys %process) {
  subtest "the $name has no needless rights" => sub {
    my $pid = $process{$name};
    my $status;         # a new process takes a moment to confine itself
    wait_for { $status = slurp("/proc/$pid/status"); field($status, 'NoNewPrivs') && (!$locks || field($status, 'VmLck')) } 20, "the $name to be confined";
    is field($status, 'NoNewPrivs'), 1, 'no_new_privs is set';
    is field($status, $_), '0' x 16, "no capabilities: $_" for qw(CapInh CapPrm CapEff CapAmb);
    is field($status, 'Seccomp'), $filters ? 2 : 0, 'the filter of system calls is as built';
    cmp_ok field($status, 'VmLck'), '>', 0, 'its keys are locked in memory' if $locks;
    ok !open(my $memory, '<', "/proc/$pid/mem"), 'its own user cannot read its memory';
    ok !open(my $environment, '<', "/proc/$pid/environ"), '… nor its environment';
    unlike $server->log, qr/CB064[5679]/, 'every protection works';
    like $server->log, qr/CB0640: the dispatcher does not run as daemon/, '… except CollabDispatcherUser, which needs root' if $name eq 'dispatcher';
  };
}

subtest 'the helper is protected; the programs that it starts keep their rights' => sub {
  ok $helper, 'the helper is a child of the watcher';
  ok !open(my $memory, '<', "/proc/$helper/mem"), 'other processes cannot read its memory';
  owner()->do('revoke select on note from collab_api');
  ok +(wait_for { -e "$dir/alert.status" && -e "$dir/log.status" } 20), 'the programs run';
  owner()->do('grant select on note to collab_api');
  for my $program (qw(alert log)) {
    is field(slurp("$dir/$program.status"), $_), 0, "$program: $_, so that set-group-id works" for qw(NoNewPrivs Seccomp);
  }
};

subtest 'a forbidden system call is refused and logged' => sub {
  plan skip_all => $ENV{COLLAB_SANITIZERS} ? 'the sanitizers need some of the calls' : 'built without libseccomp' unless $filters;
  for my $name (qw(collab-dispatch collab-watch)) {
    like $server->log, qr/^planted $name: $_ Operation not permitted$/m, "$name: $_ is refused" for 'ptrace', 'socket', 'kernel socket', 'listen', 'execve';
  }
  for my $what ('the dispatcher', 'the watcher') {
    ok +(wait_for { $server->log =~ /CB0648: $what called $_, which no part of this module needs: refused with EPERM/ } 10), "$what: $_ is logged" for qw(ptrace socket listen execve);
  }
};

subtest 'the dispatcher goes on, and the watcher survives the death of its helper' => sub {
  over();
  is $server->dispatcher, $process{dispatcher}, 'the dispatcher is the same';
  kill KILL => $helper;
  ok +(wait_for { my ($now) = $server->processes('collab-watch'); $now && $now != $process{watcher} } 20), 'a new watcher starts when the helper dies';
  over();
};

done_testing;
