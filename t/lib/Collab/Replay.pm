# Dead letters and replays, for the tests of replays.
#
#   my $at = buried($party, $receiver->url, 31);                     a subscription with 31 dead letters: {id, url}
#   my $id = replay('--subscription', $at->{id}, '--rate', 6);
#   ended($id);
#   steps_allowed();                                                 from now on replays with the rate STEPS pause after each batch
#   steps($id, $at)                                                  runs such a replay batch by batch; returns each value of `done`
package Collab::Replay;
use strict;
use warnings;
use JSON::XS ();
use Collab::Members;
use Collab::Test;
use Collab::Wait qw(wait_for);
use Exporter 'import';
our @EXPORT = qw(one replay ended buried shown steps_allowed steps STEPS);

use constant STEPS => 6;

sub one { return scalar owner()->selectrow_array(shift, undef, @_) }
sub replay { return JSON::XS->new->utf8->decode(collabctl('replay', @_, '--yes', '--json'))->{id} }
sub ended { my ($id) = @_; return wait_for { one(q(select state = 'done' from replay where id = ?), $id) } 60, "replay $id" }
sub shown { my ($id) = @_; my ($row) = grep { $_->{id} == $id } @{ JSON::XS->new->utf8->decode(collabctl(qw(replay list --json))) }; return $row }

# A subscription with $count dead letters: {id, url}. Inserts events and dead letters directly; no attempt was made.
sub buried {
  my ($party, $url, $count) = @_;
  my $made = $party->post('/v2/webhooks', { callbackUrl => $url })->ok;
  my $company = $party->company->{id};
  owner()->do(q(with made as (insert into event (type, request, request_token, note_token, submit_company, receive_company)
                              select 'note.created', 1, 'T' || n, 'N' || n, ?::bigint, ?::bigint from generate_series(1, ?::int) n returning id)
                insert into dead_letter (event, subscription, reason) select id, ?::bigint, 'HTTP 400' from made), undef, $company, $company, $count, $made->{id});
  return { id => $made->{id}, url => $url };
}

# Installs a trigger that makes a replay with the rate STEPS wait an hour after each batch.
sub steps_allowed {
  owner()->do(q(create function wait_for_us() returns trigger language plpgsql as
    'begin new.next_at = clock_timestamp() + interval ''1 hour''; return new; end'));
  owner()->do('create trigger wait_for_us before update on replay for each row when (new.rate = ' . STEPS . ' and new.done <> old.done) execute function wait_for_us()');
}

# Releases each batch as soon as the attempts of the previous batch are on record, until the replay ends.
sub steps {
  my ($id, $at) = @_;
  my @seen;
  wait_for {
    my ($done, $state) = owner()->selectrow_array('select done, state from replay where id = ?', undef, $id);
    my $recorded = one('select count(distinct event) from attempt where subscription = ?', $at->{id});
    if ($done && $recorded == $done && $done != ($seen[-1] // 0)) {
      push @seen, $done;
      owner()->do('update replay set next_at = clock_timestamp() where id = ?', undef, $id);
    }
    $state eq 'done' && $recorded == $done;
  } 60, "the end of replay $id";
  return @seen;
}

1;
