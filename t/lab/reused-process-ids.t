# t/lab/reused-process-ids.t: the lab does not mistake another process for its killed server when the process id is reused
use lib qw(t/lib lab/lib);
use Collab::File qw(slurp write_file);
use Collab::Httpd;
use Collab::Process;
use Collab::Stack;
use Collab::Test;
use Collab::Wait qw(gone);

my $other = (bless {}, 'Collab::Process')->begin(sub { sleep 600 });
my $stack = stack();
my $dir = $ENV{COLLAB_TEST_DIR};

subtest 'a dead PostgreSQL counts as gone when its process id is reused' => sub {
  mkdir "$dir/second" or die;
  my $pg = Collab::Postgres->start("$dir/second");
  ok $pg->pid, 'it runs';
  $pg->vanish;
  my $file = "$pg->{dir}/postmaster.pid";
  ok -e $file, 'it has left its pid file';
  write_file($file, slurp($file) =~ s/^\d+/$other->{pid}/r);
  is $pg->pid, undef, 'it is gone';
  $pg->stop;
};

subtest 'a dead httpd counts as gone when its process id is reused' => sub {
  my $httpd = Collab::Httpd->start("$dir/httpd", config => '');
  ok $httpd->pid, 'it runs';
  my @all = $httpd->processes;
  kill 'KILL', @all;
  wait_for { gone(@all) } 10;
  $httpd->{pid} = $other->{pid};
  is $httpd->pid, undef, 'it is gone';
  $httpd->stop;
};

subtest 'a dead node counts as gone when its process id is reused' => sub {
  my $server = $stack->another_server('other', extra => "CollabDispatcher Off\n");
  my @all = ($server->pid, $server->processes(undef));
  kill 'KILL', @all;
  wait_for { gone(@all) } 10;
  write_file($server->dir . '/httpd.pid', "$other->{pid}\n");
  is $server->pid, undef, 'it is gone';
  $server->stop;
};

ok !gone($other->{pid}), 'the other process still runs';

done_testing;
