# t/dispatch/claim/slow-look.t: a look that takes longer than the time for an answer ends after all, and deliveries go on
# Old row versions that a snapshot keeps can make the first look of a session as slow as that.
use lib qw(t/lib lab/lib);
use Collab::Test;
use Collab::Receiver;
use Collab::Stack;
use Collab::Subscription;

my $stack = stack(extra => "CollabDispatcher Off\n");
my $receiver = receiver();
my $x = exchange();
my $at = subscribed($receiver->url, exchange => $x);
$x->submitter->post($x->notes, a_note())->ok;
owner()->do(q(create function slowly() returns boolean language plpgsql security definer set search_path = collab as
  'begin if session_user = ''collab_dispatch'' and current_query() like ''%unknown_queue%'' then perform pg_sleep(2); end if; return true; end'));
owner()->do('alter table subscription enable row level security');
owner()->do("create policy others on subscription for select using (slowly())");
owner()->do("create policy changes on subscription for update using (true)");
owner()->do(q(insert into delivery (event, queue) select max(id), ? from event), undef, $at->{id});      # another dispatcher's
owner()->do('delete from outbox');
my $node = $stack->another_server('node', extra => "CollabDispatcher On\n", timers => { answer => 1000 });
ok +(wait_for { $node->log =~ /CB0603: dispatcher \(claims\)/ } 30), 'the first look is given up';
$receiver->wait($at->{url}, 1, 30);
ok +(wait_for { !pending($at) } 15), 'the delivery is on record';
done_testing;
