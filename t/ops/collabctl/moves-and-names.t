# t/ops/collabctl/moves-and-names.t: names change, users move, unused communities and principals are removed
use lib qw(t/lib lab/lib);
use Collab::Stack;
use Collab::Test;

my $stack = stack(extra => "CollabDispatcher Off\n");
my $json = JSON::XS->new->utf8->canonical;

sub one { return scalar owner()->selectrow_array(shift, undef, @_) }
sub refused {
  my $text = pop;
  local $Test::Builder::Level = $Test::Builder::Level + 1;
  local $ENV{COLLAB_DSN} = $ENV{COLLAB_TEST_DSN};
  my ($status, $said) = output('./collabctl', @_);
  is $status, 1, "refused: @_";
  like $said, $text;
}
sub exported {
  my %records;
  push @{ $records{ $_->{type} } }, $_->{record} for map { $json->decode($_) } split /\n/, collabctl(@_);
  return \%records;
}

subtest 'department set changes name, description and tags' => sub {
  my $x = exchange(request => 0);
  my $company = $x->receiver->company;
  my $id = collabctl('department', 'add', $company->{domain}, 'Vault', '--description', 'Old tapes', '--tags', 'tape') + 0;
  my $other = collabctl('department', 'add', $company->{domain}, 'Attic') + 0;
  my $request = $x->another(receiverDepartmentId => $id);
  collabctl('department', 'set', $id, '--name', 'Zymurgy', '--tags', 'yeast,beer');
  my ($shown) = grep { $_->{id} == $id } @{ $json->decode(collabctl('department', 'list', '--company', $company->{id}, '--json')) };
  is_deeply [@$shown{qw(name description tags active)}], ['Zymurgy', 'Old tapes', ['yeast', 'beer'], true];
  my @found = map { $_->{name} // $_->{departmentName} // '' } @{ $x->submitter->get('/v1/partners/zymurgy')->ok };
  like "@found", qr/Zymurgy/, 'partners find it by the new name' or diag explain $x->submitter->get('/v1/partners/zymurgy')->ok;
  is $x->submitter->get($request->path)->ok->{receiveDepartmentName}, 'Vault', 'a request keeps the name of its creation';
  is $x->another(receiverDepartmentId => $id)->record->{receiveDepartmentName}, 'Zymurgy', 'a new one has the new name';
  collabctl('department', 'set', $id, '--description', '', '--tags', '');
  is_deeply [owner()->selectrow_array('select description, cardinality(tags) from department where id = ?', undef, $id)], [undef, 0], 'an empty value clears';
  refused('department', 'set', $id, '--name', 'Attic', qr/name: the company already has a department Attic, $other$/m);
  refused('department', 'set', $id, '--name', '', qr/name: must not be blank/);
  refused('department', 'set', $id, qr/there is nothing to set/);
  refused('department', 'set', 999_999, '--name', 'x', qr/department: there is no department 999999/);
};

subtest 'community rename and community remove' => sub {
  my ($one, $two) = map { "Circle $$ $_" } 1 .. 2;
  my ($id, $other) = map { collabctl('community', 'add', $_) =~ s/\s//gr } $one, $two;
  my $company = company();
  collabctl('community', 'join', $one, $company->{domain});
  refused('community', 'rename', $one, $two, qr/name: there is a community \Q$two\E, $other$/m);
  refused('community', 'rename', $one, 17, qr/name: must not be a number/);
  refused('community', 'rename', 'nothing', 'x', qr/community: there is no community nothing/);
  collabctl('community', 'rename', $one, uc $one);
  collabctl('community', 'rename', $id, "Ring $$");
  is one('select name from community where id = ?', $id), "Ring $$";
  is one('select count(*) from community_member where community = ?', $id), 1, 'the members stay';
  refused('community', 'remove', "Ring $$", qr/community: Ring $$ has 1 member \(\Q$company->{domain}\E\); end each membership first/);
  collabctl('community', 'join', $id, $_->{domain}) for my @more = map { company() } 1 .. 6;
  refused('community', 'remove', $id, qr/has 7 members \((?:[^,)]+, ){5}[^,)]+\); end/);
  collabctl('community', 'leave', $id, $_->{domain}) for $company, @more;
  collabctl('community', 'remove', $id);
  is one('select count(*) from community where id = ?', $id), 0;
  refused('community', 'remove', $id, qr/there is no community $id/);
};

subtest 'user set --username' => sub {
  my $x = exchange();
  my ($user, $old) = ($x->submitter, $x->submitter->username);
  my $new = "renamed.$old";
  refused('user', 'set', $old, '--username', $x->receiver->username, qr/username: there is an account \Q@{[$x->receiver->username]}\E$/m);
  refused('user', 'set', $old, '--username', uc $x->receiver->username, qr/whose name differs by case alone/);
  refused('user', 'set', $old, '--username', 'erased user 1', qr/username: must not be the name of an erased user/);
  refused('user', 'set', 'nobody', '--username', 'x', qr/username: there is no user nobody/);
  collabctl('user', 'set', $old, '--username', ucfirst $old);
  is one('select username from account where id = ?', $user->id), ucfirst $old, 'the case alone can change';
  collabctl('user', 'set', ucfirst $old, '--username', $new, '--city', 'Ulm');
  like $json->encode($user->get('/v1/me')->ok), qr/"username":"\Q$new\E"/, 'the token stays valid';
  is nobody->post('/v1/login', { username => $old, password => $user->password })->status, 401, 'the former name cannot log in';
  $user->{username} = $new;
  delete $user->{token};
  ok $user->token, 'the new one can';
  is $user->get($x->path)->ok->{submittedBy}{username}, $old, 'a request keeps the name of its creation';
  collabctl('user', 'add', $old, '--company', $x->stranger->company->{id}, '--no-password');
  is one('select count(*) from account where username = ?', $old), 1, 'the former name is free';
  $x->submitter->post($x->notes, a_note(description => "Ask $old"))->ok;
  collabctl('user', 'erase', $new, '--yes');
  unlike $json->encode($x->receiver->get($x->path)->ok), qr/\Q$old\E/, 'an erasure finds the former name, too';
};

subtest 'user move: the requests stay, all tokens end' => sub {
  my $x = exchange();
  my ($user, $domain) = ($x->submitter, $x->stranger->company->{domain});
  my $name = $user->username;
  my $note = $user->post($x->notes, a_note(summary => 'From before'), headers => { 'idempotency-key' => 'before' })->ok;
  my $hook = $user->post('/v2/webhooks', { callbackUrl => 'http://127.0.0.1:9/in' })->ok->{id};
  refused('user', 'move', $name, '--company', 'nobody.example', qr/company: there is no company nobody\.example/);
  refused('user', 'move', 'nobody', '--company', $domain, qr/username: there is no user nobody/);
  like collabctl('user', 'move', $name, '--company', $user->company->{id}), qr/^nothing to do: user \Q$name\E belongs to /;
  is $user->get('/v1/me')->status, 200, '… so the token stays valid';
  my $old_token = $user->token;
  is collabctl('user', 'move', $name, '--company', $domain), "user $name has moved from $user->{company}{domain} to $domain as integrator; all tokens have ended\n";
  is $user->get('/v1/me', token => $old_token)->status, 401, 'the token has ended';
  delete $user->{token};
  is $user->get($x->path)->status, 404, 'the request is not visible any more';
  is_deeply $user->get('/v2/collaboration-requests/list')->ok, [];
  is $user->get("/v2/webhooks/$hook")->status, 404, 'nor is the subscription';
  is $user->post($x->notes, a_note(summary => 'From before'), headers => { 'idempotency-key' => 'before' })->status, 409, 'a repeat of before gets no record of the former company';
  is_deeply $x->receiver->get($x->path)->ok->{submittedBy}{username}, $name, "the partner's record stays";
  my $colleague = user($user->company);
  is $colleague->get($x->path)->ok->{caseNotes}[0]{token}, $note->{token}, 'the former company keeps the request with the note';
  $colleague->delete("/v2/webhooks/$hook");
  like collabctl('audit', '--user', $name, '--what', 'user move'), qr/ user move .*company: $user->{company}{id} -> @{[$x->stranger->company->{id}]}/;
};

subtest 'tokens of other issuers from before the move are refused' => sub {
  my ($from, $to) = map { company() } 1 .. 2;
  my $user = user($from);
  owner()->do(q(update account set issuer = 'https://id.example', subject = 'sub-7' where id = ?), undef, $user->id);
  my $named = q(select account_named('sub-7', 'https://id.example', 'user', extract(epoch from clock_timestamp())::text));
  my $issued = one(q(select extract(epoch from clock_timestamp() - interval '6 minutes')::text));     # there are five minutes of leeway (interface.md 4.2)
  is one(q(select account_named('sub-7', 'https://id.example', 'user', ?)), $issued), $user->id;
  collabctl('user', 'move', $user->username, '--company', $to->{domain});
  is one(q(select account_named('sub-7', 'https://id.example', 'user', ?)), $issued), undef, 'a token that was issued before';
  is one($named), $user->id, 'a later one is valid';
};

subtest 'exports and erasures hold what a moved user wrote' => sub {
  my $x = exchange();
  my ($user, $to) = ($x->submitter, $x->stranger->company);
  my ($name, $from) = ($user->username, $user->company);
  $user->post($x->notes, a_note(summary => 'Old house'))->ok;
  collabctl('user', 'move', $name, '--company', $to->{domain});
  delete $user->{token};
  community($to, $x->receiver->company, $from);
  my $y = bless { %$x, receiver => user($from), submitter => $user }, ref $x;     # a request from the new company to the former one
  $y->open_request;
  $user->post($y->notes, a_note(summary => 'New house'))->ok;

  is_deeply [sort map { $_->{token} } @{ exported('company', 'export', $from->{domain})->{request} }], [sort $x->token, $y->token], "the former company's export has its requests";
  is_deeply [map { $_->{token} } @{ exported('company', 'export', $to->{domain})->{request} }], [$y->token], 'the new one has only its own';
  ok !(grep { $_->{user}{username} eq $name } @{ exported('company', 'export', $from->{domain})->{user} }), 'the user is of the new company';
  ok +(grep { $_->{user}{username} eq $name } @{ exported('company', 'export', $to->{domain})->{user} });
  my $own = exported('user', 'export', $name);
  is_deeply [sort map { $_->{token} } @{ $own->{request} }], [sort $x->token, $y->token], "the user's export has the requests of both, once";
  is_deeply [sort map { $_->{summary} } @{ $own->{note} }], ['New house', 'Old house'];

  $user->post($y->closure)->ok;
  refused('company', 'erase', $to->{domain}, qr/company: 1 of its users came from another company, whose requests name them: \Q$name\E; erase them first/);
  collabctl('user', 'erase', $name, '--yes');
  is one('select count(*) from former_company where account = ?', $user->id), 0;
  for my $record ($x->receiver->get($x->path)->ok, user($from)->get($y->path)->ok) {
    unlike $json->encode($record), qr/\Q$name\E|"Sam/, 'the erasure reaches the requests of both';
    is $record->{submittedBy}{username}, 'erased user ' . $user->id;
  }
  like collabctl_plan('company', 'erase', $to->{domain}), qr/would erase company/, 'now the company can be erased';
  refused('user', 'move', 'erased user ' . $user->id, '--company', $from->{domain}, qr/has been erased, which cannot be undone/);
};

subtest 'principal remove' => sub {
  my $x = exchange();
  my $company = $x->submitter->company;
  my $add = sub { my ($oid) = @_; return collabctl('principal', 'add', 'Robot', '--company', $company->{domain}, '--email', "$oid\@$company->{domain}", '--issuer', 'https://id.example', '--oid', $oid) =~ s/\s//gr };
  my $idle = $add->("idle-$$");
  collabctl('principal', 'remove', "idle-$$");
  is one('select count(*) from account where id = ?', $idle), 0;
  refused('principal', 'remove', "idle-$$", qr/principal: there is no principal idle-$$/);
  is_deeply [map { $_->{what} } @{ $json->decode(collabctl('audit', '--json', '--what', 'principal', '--company', $company->{id})) }], ['principal remove', 'principal add'], 'the audit keeps both acts';
  like collabctl('audit', '--what', 'principal add', '--company', $company->{id}), qr/ account $idle /, '… and the id';
  isnt $add->("idle-$$"), $idle, 'it can be added again';

  my $busy = $add->("busy-$$");
  owner()->do('update request set submitter = ? where token = ?', undef, $busy, $x->token);
  owner()->do(q(insert into note (token, request, company, author, creator_name, summary, description, priority) select 'busy-' || n || ?, id, ?, ?, 'Robot', 'x', 'x', 'LOW' from request, generate_series(1, 2) n where token = ?), undef,
    $$, $company->{id}, $busy, $x->token);
  refused('principal', 'remove', $busy, qr/principal: $busy is named by 1 request, 2 notes; disable it instead \(collabctl principal disable\)/);
  refused('principal', 'remove', $x->submitter->username, qr/principal: there is no principal/);
};

done_testing;
