# t/api/http/roles.t: a reader reads, a member works on requests, and an integrator may call every operation
# interface.md 4.10
use lib qw(t/lib lab/lib);
use Collab::Operations;
use Collab::Test;

my @roles = qw(reader member integrator);
my %rank = map { $roles[$_] => $_ } 0 .. $#roles;
my %refusal = (member => qr/^Your account may only read: this needs the role member or integrator\.$/,
  integrator => qr/^Your account needs the role integrator for this\.$/);
my %code = (member => 'member-only', integrator => 'integrator-only');
my @rows = grep { $_->{who} ne 'public' } routes();
my $operations = operations();

sub as {
  my ($role, $party) = @_;
  my $user = user($party->company);
  owner()->do('update account set role = ? where id = ?', undef, $role, $user->id);
  return $user;
}

# The rows and events of two partners, which a refused operation must not change.
sub state_of {
  my ($x) = @_;
  my @ids = map { $_->company->{id} } $x->parties;
  return join "\n", map { @$_ } @{ owner()->selectall_arrayref(<<'END', undef, (\@ids) x 6) };
select request::text from request where submit_company = any (?)
union all select note::text from note where company = any (?)
union all select response::text from response where company = any (?)
union all select event::text from event where submit_company = any (?)
union all select subscription::text from subscription where company = any (?)
union all select attachment_storage::text from attachment_storage where company = any (?) order by 1
END
}

subtest 'each operation is assigned to the right role' => sub {
  my %who;
  push @{ $who{ $_->{who} } }, "$_->{method} $_->{template}" for @rows;
  is_deeply [sort keys %who], [sort @roles], 'each role has operations';
  is_deeply [grep { $_->{who} ne 'reader' && $_->{method} eq 'GET' } @rows], [], 'every GET is for readers';
  is_deeply [grep { !m{^GET |^POST /v1/me/password$} } @{ $who{reader} }], [], 'readers may write only their own password';
  is_deeply [grep { !m{/webhooks|/attachments/config/https$} } @{ $who{integrator} }], [], 'integrators manage webhooks and storages';
  is_deeply [grep { m{/webhooks} } @{ $who{member} }], [], 'members do not manage webhooks';
  for my $row (@rows) {
    my $says = $operations->described($row)->{description};
    my ($needed) = $says =~ /The caller needs the role (.*?)\./;
    is $needed // 'none', { reader => 'none', member => '`member` or `integrator`', integrator => '`integrator`' }->{ $row->{who} }, "$row->{name}: the description names the role";
  }
};

for my $row (@rows) {
  subtest "$row->{method} $row->{template} is for $row->{who}" => sub {
    for my $role (@roles) {
      my $x = exchange();
      my %with = $operations->prepared($x, $row->{name});
      my $party = $operations->party($x, $row->{name});
      my $caller = as($role, $party);
      $with{username} = $caller->username;
      my $before = state_of($x);
      my $answer = $operations->call($caller, $row->{name}, %with);
      if ($rank{$role} >= $rank{ $row->{who} }) {
        cmp_ok $answer->status, '<', 300, "$role may call it" or diag $answer->text;
        next;
      }
      $answer->fails(403, $refusal{ $row->{who} }, "$role may not call it");
      is state_of($x), $before, '… and nothing is changed';
      my ($other) = grep { $_->id != $party->id } $x->parties;
      $operations->call(as($role, $other), $row->{name}, %with)->fails($row->{captures}{id} ? 404 : 403, $row->{captures}{id} ? undef : $refusal{ $row->{who} },
        "$role of the other party: the role is checked before the party");
      next unless %{ $row->{captures} };
      my %nowhere = map { $_ => /^(?:id|deliveryId)$/ ? 999_999_999 : 'A' x 20 } keys %{ $row->{captures} };
      $operations->call($caller, $row->{name}, %with, %nowhere)->fails(404, undef, '… and after existence');
    }
  };
}

subtest 'a changed role takes effect at once, with the same token' => sub {
  my $x = exchange();
  my $user = as('integrator', $x->submitter);
  is $user->get('/v1/me')->ok->{role}, 'integrator';
  my $tag = $user->get('/v1/me')->header('etag');
  $user->post($x->notes, a_note())->ok;
  owner()->do(q(update account set role = 'reader' where id = ?), undef, $user->id);
  $user->get('/v1/me', headers => { 'if-none-match' => $tag })->ok('the ETag changes with the role');
  is $user->get('/v1/me')->ok->{role}, 'reader', 'the role is that of the account now';
  $user->post($x->notes, a_note())->fails(403, $refusal{member});
  $user->post($x->notes, a_note(), headers => { accept => 'application/problem+json' })->is_problem(403, 'member-only');
  $user->post('/v2/webhooks', { callbackUrl => 'http://127.0.0.1:9/' }, headers => { accept => 'application/problem+json' })->is_problem(403, 'integrator-only');
};

subtest 'validation comes before the role, the state after it' => sub {
  my $x = exchange();
  my $reader = as('reader', $x->submitter);
  $reader->post($x->notes, { summary => 'x' })->invalid('description', 'priority');
  $x->submitter->post($x->closure)->ok;
  $reader->post($x->notes, a_note())->fails(403, $refusal{member});
  $reader->post($x->closure)->fails(403, $refusal{member});
};

subtest 'a repeat with an idempotency key checks the role again, and a refusal is not kept' => sub {
  my $x = exchange();
  my $user = as('reader', $x->submitter);
  my $role = sub { owner()->do('update account set role = ? where id = ?', undef, $_[0], $user->id) };
  my %key = (headers => { 'idempotency-key' => 'roles-' . $user->id });
  $user->post($x->notes, a_note(), %key)->fails(403, $refusal{member});
  $role->('member');
  my $first = $user->post($x->notes, a_note(), %key);
  $first->ok('the key is free after a refusal by the role');
  is $user->post($x->notes, a_note(), %key)->text, $first->text, 'a repeat gets the first answer';
  $role->('reader');
  $user->post($x->notes, a_note(), %key)->fails(403, $refusal{member}, 'a repeat as a reader is refused');
  $role->('integrator');
  is $user->post($x->notes, a_note(), %key)->text, $first->text, 'a repeat as an integrator gets the first answer';
  is scalar(@{ $user->get($x->notes)->ok }), 1, 'one note is written';
  $role->('reader');
  my $hidden = exchange()->notes;
  my @answers = map { $user->post($hidden, a_note(), %key) } 1, 2;
  $_->fails(404, undef, 'another\'s request is 404 for a reader, each time') for @answers;
  is $answers[1]->text, $answers[0]->text;
};

done_testing;
