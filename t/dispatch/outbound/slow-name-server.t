# t/dispatch/outbound/slow-name-server.t: an unresponsive name server delays few callers by three seconds, and no others
# interface.md 17.4
use lib qw(t/lib lab/lib);
use Collab::Test;
use Collab::Receiver;
use Collab::Stack;
use Collab::Wait qw(run);
use File::Temp ();
use Time::HiRes qw(time);

my $dir = File::Temp::tempdir('clXXXXXX', DIR => '/tmp', CLEANUP => 1);
open my $out, '>', "$dir/names.c" or die "$dir: $!\n";
print $out <<'END';
#define _GNU_SOURCE
#include <dlfcn.h>
#include <netdb.h>
#include <string.h>
#include <unistd.h>

/* Whoever asks for a name that begins with "slow" waits for a minute, in vain. */
int getaddrinfo(const char *node, const char *service, const struct addrinfo *hints, struct addrinfo **found) {
  int (*real)(const char *, const char *, const struct addrinfo *, struct addrinfo **) =
      (int (*)(const char *, const char *, const struct addrinfo *, struct addrinfo **))dlsym(RTLD_NEXT, "getaddrinfo");

  if (node && !strncmp(node, "slow", 4)) {
    sleep(60);
    return EAI_AGAIN;
  }
  return real(node, service, hints, found);
}
END
close $out;
run($ENV{CC} || 'cc', '-shared', '-fPIC', '-o', "$dir/names.so", "$dir/names.c", '-ldl');
my $stack = do {
  local $ENV{COLLAB_PRELOAD} = "$dir/names.so";     # only httpd
  stack(extra => "CollabWebhookRetry V2 600 600\n");
};
my $receiver = receiver();
my $user = exchange()->submitter;
my $names = 0;
sub subscribe { my ($party) = @_; return $party->post('/v2/webhooks', { callbackUrl => 'https://slow-' . ++$names . '.example/hook' })->ok->{id} }
sub took { my ($do) = @_; my $from = time; $do->(); return time - $from }

subtest 'a caller waits for three seconds, and a name without an answer is accepted' => sub {
  my $took = took(sub { subscribe($user) });
  cmp_ok $took, '>=', 2.9;
  cmp_ok $took, '<', 30;
};

subtest 'only a few callers wait at once' => sub {
  $user->token;
  my @took = map { $_->answer->text } map { later { { status => 200, content => took(sub { subscribe($user) }) } } } 1 .. 12;
  my $waited = grep { $_ >= 2.5 } @took;
  is scalar(grep { $_ } @took), 12, 'all URLs are accepted';
  cmp_ok $waited, '>=', 1, 'some callers wait';
  cmp_ok $waited, '<=', 4, "at most four callers wait: $waited";
};

subtest 'a delivery that waits for its name delays no other' => sub {
  my $x = exchange();
  my $slow = subscribe($x->submitter);
  my $url = $receiver->url;
  $x->submitter->post('/v2/webhooks', { callbackUrl => $url })->ok;
  $x->submitter->post($x->notes, a_note())->ok for 1 .. 6;
  $receiver->wait($url, 6, 8);
  is owner()->selectrow_array('select count(*) from attempt where subscription = ?', undef, $slow), 0, 'the name is still being looked up when the other deliveries have arrived';
  my $attempt;
  wait_for { $attempt = owner()->selectrow_hashref('select * from attempt where subscription = ? order by id limit 1', undef, $slow) } 40, 'the end of its patience';
  is $attempt->{error}, 'no connection in time';
  ok $attempt->{next_attempt_at} && !$attempt->{dead_letter}, 'it is tried again';
  cmp_ok $attempt->{duration_ms}, '<', 30_000, 'the attempt ends long before the name server would answer';
};

done_testing;
