# t/ops/health/least-privilege.t: dispatcher and watcher drop rights that they do not need; programs that they start keep theirs
# A library in httpd makes forbidden calls when each process, already protected, begins its work.
use lib qw(t/lib lab/lib);
use Collab::File qw(slurp);
use Collab::Judgement;
use Collab::Test;
use File::Temp ();

my $dir = File::Temp::tempdir('clprXXXXXX', DIR => '/tmp', CLEANUP => 1);
sub put { my ($name, $text) = @_; open my $out, '>', "$dir/$name" or die; print $out $text; close $out or die; chmod 0755, "$dir/$name" }
my $calls = <<'END';
#define _GNU_SOURCE
#include <dirent.h>
#include <dlfcn.h>
#include <errno.h>
#include <poll.h>
#include <pthread.h>
#include <sched.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/prctl.h>
#include <sys/ptrace.h>
#include <sys/socket.h>
#include <sys/syscall.h>
#include <unistd.h>

static const char *of(long result) { return result < 0 ? strerror(errno) : "allowed"; }

/* The descriptor that answers system calls for the kernel, or -1. */
static int answering(void) {
  char target[100];
  int found = -1;
  DIR *all = opendir("/proc/self/fd");
  for (struct dirent *one; (one = readdir(all));) {
    ssize_t len = readlinkat(dirfd(all), one->d_name, target, sizeof target - 1);
    target[len < 0 ? 0 : len] = 0;
    found = strstr(target, "seccomp") ? atoi(one->d_name) : found;
  }
  closedir(all);
  return found;
}

static void *nothing(void *data) { return data; }

/* A new user namespace. */
static long namespace(void) {
  long pid = syscall(SYS_clone, CLONE_NEWUSER | SIGCHLD, 0, 0, 0, 0);
  if (!pid) {
    _exit(0);
  }
  return pid;
}

/* Asks the helper for the alert program with these texts, of which the first `words` are words. */
static void ask(const char *what, int words, int variables, const char *texts, size_t len) {
  int type = 0, numbers[4] = {0, words, variables, 0}, report[3] = {0, 0, 0};
  char message[400];
  for (int fd = 3; fd < 100; fd++) {
    if (!getsockopt(fd, SOL_SOCKET, SO_TYPE, &type, &(socklen_t){sizeof type}) && type == SOCK_SEQPACKET) {
      memcpy(message, numbers, sizeof numbers);
      memcpy(message + sizeof numbers, texts, len);
      ssize_t sent = send(fd, message, sizeof numbers + len, MSG_NOSIGNAL);
      ssize_t got = sent > 0 && poll(&(struct pollfd){fd, POLLIN, 0}, 1, 5000) == 1 ? recv(fd, report, sizeof report, 0) : -1;
      dprintf(2, "planted helper: %s %s\n", what, got <= 0 ? "no answer" : report[1] ? strerror(report[1]) : "runs");
    }
  }
}

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
    pthread_t thread;
    errno = pthread_create(&thread, NULL, nothing, NULL);
    dprintf(2, "planted %s: thread %s\n", process, of(-errno));
    dprintf(2, "planted %s: clone3 %s\n", process, of(syscall(SYS_clone3, NULL, 0)));
    dprintf(2, "planted %s: namespace %s\n", process, of(namespace()));
    dprintf(2, "planted %s: it answers %s\n", process, answering() < 0 ? "none" : "itself");
    static const char word[] = "/bin/sh\0-c\0echo >@DIR@/word", hyphen[] = "-x", variable[] = "LD_PRELOAD=@DIR@/calls.so\0", database[] = "COLLAB_DSN=host=@DIR@\0",
      fine[] = "name\0began\0COLLAB_NODE=x";
    ask("word", 3, 0, word, sizeof word);
    ask("option", 1, 0, hyphen, sizeof hyphen);
    ask("variable", 0, 1, variable, sizeof variable);
    ask("database", 0, 1, database, sizeof database);
    ask("many words", 100000, 0, "", 1);
    ask("missing word", 2, 0, "name", 5);
    ask("its own words", 2, 1, fine, sizeof fine);
    dprintf(2, "planted %s: execve %s\n", process, of(execve(words[0], words, NULL)));
  }
  return real(name, value, overwrite);
}
END
put('calls.c', $calls =~ s/\@DIR\@/$dir/gr);
put('alert', "#!/bin/sh\necho \"\$*\" \"\$COLLAB_NODE\" >> $dir/alert.words\ncp /proc/self/status $dir/alert.new && mv $dir/alert.new $dir/alert.status\n");
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
  unlink "$dir/alert.status";
  ok !open(my $memory, '<', "/proc/$helper/mem"), 'other processes cannot read its memory';
  owner()->do('revoke select on note from collab_api');
  ok +(wait_for { -e "$dir/alert.status" && -e "$dir/log.status" } 20), 'the programs run';
  owner()->do('grant select on note to collab_api');
  for my $program (qw(alert log)) {
    is field(slurp("$dir/$program.status"), $_), 0, "$program: $_, so that set-group-id works" for qw(NoNewPrivs Seccomp);
  }
};

my $why_not = $filters ? undef : $ENV{COLLAB_SANITIZERS} ? 'the sanitizers need some of the calls' : 'built without libseccomp';

subtest 'the kernel refuses forbidden system calls' => sub {
  plan skip_all => $why_not if $why_not;
  my %refused = ((map { $_ => 'Operation not permitted' } 'ptrace', 'socket', 'kernel socket', 'listen', 'namespace', 'execve'), clone3 => 'Function not implemented', thread => 'allowed');
  for my $name (qw(collab-dispatch collab-watch)) {
    like $server->log, qr/^planted $name: $_ $refused{$_}$/m, "$name: $_ is $refused{$_}" for sort keys %refused;
    like $server->log, qr/^planted $name: it answers none$/m, "$name: injected code cannot answer in the kernel's place";
  }
};

subtest 'the helper starts configured programs alone, whatever it is sent' => sub {
  plan skip_all => $why_not if $why_not;
  like $server->log, qr/^planted helper: $_ Operation not permitted$/m, "refused: $_" for 'word', 'option', 'variable', 'database', 'many words', 'missing word';
  like $server->log, qr/^planted helper: its own words runs$/m, 'the alert program runs';
  like slurp("$dir/alert.words"), qr/^name began x$/m, 'with words and variables of its kind';
  ok !-e "$dir/word", 'no other program has run';
};

subtest 'the dispatcher goes on, and the watcher survives the death of its helper' => sub {
  over();
  is $server->dispatcher, $process{dispatcher}, 'the dispatcher is the same';
  kill KILL => $helper;
  ok +(wait_for { my ($now) = $server->processes('collab-watch'); $now && $now != $process{watcher} } 20), 'a new watcher starts when the helper dies';
  over();
};

done_testing;
