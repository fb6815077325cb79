# t/ops/collabctl/erase.t: after an erasure, no table, no statistic and no answer to either party has the erased data
use utf8;
use lib qw(t/lib lab/lib);
use Collab::Coverage;
use Collab::Load;
use Collab::Marks;
use Collab::Operations;
use Collab::Stack;
use Collab::Test;
use Collab::Wait qw(background);

my $stack = stack(extra => "CollabDispatcher Off\n");
my %row = map { $_->{name} => $_ } Collab::Coverage::routes($stack->server);
my $operations = operations(rows => \%row);
my @gets = grep { $_->{method} eq 'GET' && $operations->path($_->{name}) =~ m{^/v} } values %row;

sub one { return scalar owner()->selectrow_array(shift, undef, @_) }

# The places where a table, or its statistics in PostgreSQL, has one of these texts.
sub traces {
  my (@texts) = @_;
  my $like = '{' . join(',', map { my $text = lc s/([%_\\])/\\$1/gr; '"%' . $text =~ s/(["\\])/\\$1/gr . '%"' } @texts) . '}';
  my @places;
  for my $table (@{ owner()->selectcol_arrayref(q(select relname from pg_class where relnamespace = 'collab'::regnamespace and relkind in ('r', 'm'))) }) {
    my $rows = one("select count(*) from $table t where lower(t::text) like any (?::text[])", $like) or next;
    push @places, "$table: $rows " . one("select t::text from $table t where lower(t::text) like any (?::text[]) limit 1", $like);
  }
  push @places, map { "pg_stats of $_" }
    @{ owner()->selectcol_arrayref(q(select tablename || '.' || attname from pg_stats s where schemaname = 'collab' and lower(s::text) like any (?::text[])), undef, $like) };
  return @places;
}

# Sends every GET of the interface as each of these parties. Returns the number of answers with 200, and the requests whose answers contain one of
# these texts.
sub shown {
  my ($x, $parties, @texts) = @_;
  my ($found, $asked) = ([], 0);
  for my $party (@$parties) {
    my ($note) = one(q(select token from note where request = (select id from request where token = ?) order by id limit 1), $x->token);
    my %with = (token => $x->token, noteToken => $note, companyId => $x->receiver->company->{id}, documentId => $x->document, query => 'zwettlburg', searchTerm => 'zwettlburg',
                id => one('select max(id) from subscription where company = ?', $party->company->{id}) // 1);
    for my $row (@gets) {
      my $path = $operations->path($row->{name}, %with);
      for my $more ('', '?includeRemoved=true', '?includeRemovedNotes=true', '&includeRemovedNotes=true') {
        next if $more =~ /^&/ ? $path !~ /\?/ : $more && $path =~ /\?/;
        my $answer = $party->get($path . $more);
        $asked++ if $answer->status == 200;
        push @$found, $party->username . " $path$more" if grep { index(lc $answer->text, lc $_) >= 0 } @texts;
      }
    }
  }
  return ($asked, @$found);
}

# The entity tags of a request and its notes.
sub tags { my ($x, $who) = @_; return map { $who->get($_)->header('etag') } $x->path, $x->notes }

# The message of a refused command.
sub said { my @words = @_; my $said = eval { collabctl(@words); '' } // $@; return $said }

my %ada = (lastName => "Zephyrine-Vantrump", phone => '0799 424242', city => 'Zwettlburg');
my @gone = ('quintessa', 'zephyrine', 'qzv-login', '0799 424242', 'qzv@');

# Makes records that mention a user of either side in every possible place. Returns the exchange, both users and a colleague.
my $made = 0;
sub records {
  my (%more) = @_;
  my $x = exchange(request => 0, fields => [['Mail', 'EMAIL']]);
  my ($from, $to) = map { $_->company } $x->parties;
  my $ada = user($from, %ada, username => 'qzv-login' . ++$made, firstName => "Quintessa$made", email => "qzv\@$from->{domain}");
  my $eva = user($to, %ada, username => 'qzv-login' . ++$made, firstName => "Quintessa$made", email => "qzv\@$to->{domain}");
  my ($mail, $other) = ($ada->email, $eva->email);
  my $colleague = $x->{submitter};
  $x->{submitter} = $ada;
  $x->open_request(internalCaseNumber => "C $mail", problemSummary => "Ask \u$mail.", problemDescription => "line\n$mail, or not", internalNotes => [{ note => "call\n$mail" }],
    customFields => [{ fieldId => $to->{document}{fields}[0], value => $mail }]);
  $ada->post($x->notes, a_note(summary => 'By her', description => "Write to $mail"), headers => { 'idempotency-key' => 'ada' })->ok;
  $colleague->post($x->notes, a_note(description => "or to $mail."), headers => { 'idempotency-key' => 'colleague' })->ok;
  $ada->patch($x->path, { submitterContactDetails => { name => 'Q. Z.', email => $mail, phone => $ada{phone} } })->ok;
  $eva->post($x->information_request, a_question(engineerName => 'Q. Z.', engineerEmail => $other, engineerPhone => $ada{phone}))->ok;
  $ada->post($x->information_response, an_answer(requestedInformation => "see $mail"))->ok;
  $eva->post($x->approval, an_approval(engineerName => $eva->name, engineerEmail => 'team@' . $to->{domain}, engineerPhone => $ada{phone}, nextSteps => "Mail $other"))->ok;
  $eva->post($x->notes, a_note(summary => 'By the other'))->ok;
  owner()->do('update document set contact_name = ?, contact_email = ?, contact_phone = ?, admin_note = ? where id = ?', undef, $eva->name, $other, $ada{phone}, "Ask $other", $x->document);
  owner()->do('update company set description = ?, contacts = ? where id = ?', undef, "Call $other in Zwettlburg", [$other], $to->{id});
  for my $user ($ada, $eva) {
    my $webhook = $user->post('/v2/webhooks', { callbackUrl => 'http://127.0.0.1:9/' . $user->company->{domain} })->ok->{id};
    owner()->do(q(update subscription set paused_since = now(), paused_by = ?, paused_why = ? where id = ?), undef, $user->username, 'so says ' . $user->email, $webhook);
    owner()->do(q(insert into attempt (subscription, event, number, success, response_body, error, callback_url, remote_address, duration_ms, created_at)
      values (?, 1, 1, false, ?, 'HTTP 500', ?, '192.0.2.77', 1, now())), undef, $webhook, 'no ' . $user->email, 'http://127.0.0.1:9/' . $user->company->{domain});
    owner()->do(q(insert into replay (wanted, who, why, rate, total) values (?, ?, ?, 1, 1)), undef, '{"company" : "' . $user->company->{domain} . '"}', $user->email, 'for ' . $user->email);
    owner()->do(q(insert into replay (wanted, who, rate, total, subscription) values ('{}', ?, 1, 1, ?)), undef, 'account ' . $user->id . ' of ' . $user->company->{domain}, $webhook);
    owner()->do(q(insert into login_network (account, network, seen_at) values (?, '198.51.100.0/24', now())), undef, $user->id);
    owner()->do(q(insert into login_failure (name, address, failures, since) values ('account/' || ?::text, '198.51.100.9', 1, now())), undef, $user->id);
    owner()->do(q(insert into note (token, request, creator_name, summary, description, priority) select left(md5(?), 20), id, 'SYSTEM', 'Closed', ?, 'LOW' from request where token = ?),
      undef, $user->email, 'asked by ' . $user->email, $x->token);
    owner()->do(q(insert into audit (what, after) values ('request close', ?)), undef, '{"reason": "asked by\n' . $user->email . '"}');
    owner()->do(q(insert into audit (what, by_account, by_address, company, account, after) values ('login.new_network', ?, '198.51.100.9', ?, ?, '{"network": "198.51.100.0/24"}')),
      undef, $user->id, $user->company->{id}, $user->id);
    collabctl('user', 'set', $user->username, '--first-name', $user->name =~ s/ .*//r, '--phone', $ada{phone}, '--city', 'Zwettlburg');
  }
  return ($x, $ada, $eva, $colleague);
}

subtest 'an address is replaced in a text only as a whole' => sub {
  my $erased = sub { return one(q(select erase_emails(?, array['a.b+c@d.example', 'x@y.example'], 'E')), shift) };
  is $erased->($_->[0]), $_->[1], $_->[0] for ['A.B+C@D.example', 'E'], ['<a.b+c@d.example>, x@y.example.', '<E>, E.'], ['za.b+c@d.example', 'za.b+c@d.example'],
    ['aXb+c@d.example', 'aXb+c@d.example'], ['x@y.example.com', 'x@y.example.com'], ['x@y.example-2', 'x@y.example-2'], ["\nx\@y.example\n", "\nE\n"],
    ['{"a":"b\nx@y.example"}', '{"a":"b\nE"}'];
};

subtest 'user erase replaces name and addresses in all records' => sub {
  my ($x, $ada, $eva, $colleague) = records();
  my @mails = map { $_->email } $ada, $eva;
  my $mention = $x->receiver->post($x->notes, a_note(summary => 'Partner', description => $eva->name . ' called'))->ok->{token};
  my @before = tags($x, $x->receiver);
  my $was = $x->receiver->get($x->path)->ok;
  my $events = one('select count(*) from event');
  my @all = traces('zephyrine', @mails);
  cmp_ok scalar @all, '>=', 9, 'the data is in many places';

  my $plan = said('user', 'erase', $ada->username);
  like $plan, qr/would erase user \d+: in 1 requests with 3 notes and 1 responses, .*; nothing is changed without --yes/, 'the plan has the counts';
  is_deeply [sort { $a cmp $b } traces('zephyrine', @mails)], [sort { $a cmp $b } @all], 'the plan changes nothing';
  is $ada->get('/v1/me')->status, 200;

  my $said = collabctl('user', 'erase', $ada->username, '--yes');
  like $said, qr/^erased user @{[$ada->id]}: in 1 requests/;
  is_deeply [traces($ada->email, $ada->username)], [], 'no table and no statistic has the address or the user name';
  is one('select count(*) from last_login where account = ?', $ada->id), 0, 'the last login is gone';
  my ($record, $id) = ($x->receiver->get($x->path)->ok, $ada->id);
  is $record->{submittedBy}{$_->[0]}, $_->[1], "submittedBy $_->[0]" for [id => $ada->id], [username => "erased user $id"], [firstName => "erased user $id"], [lastName => undef],
    [email => "erased-$id\@erased.invalid"], [phone => undef], [city => undef];
  is_deeply $record->{submitterContactDetails}, { name => "erased user $id", email => "erased-$id\@erased.invalid", phone => undef };
  is $record->{summary}, "Ask erased-$id\@erased.invalid.", 'in a text, only the address is replaced';
  is $record->{description}, "line\nerased-$id\@erased.invalid, or not";
  is $record->{customFields}[0]{value}, "erased-$id\@erased.invalid";
  is_deeply [map { [$_->{creatorName}, $_->{description}] } @{ $record->{caseNotes} }[0, 1]],
    [["erased user $id", "Write to erased-$id\@erased.invalid"], [$colleague->name, "or to erased-$id\@erased.invalid."]], 'the creators of notes are replaced';
  cmp_ok $record->{updatedAt}, 'ge', $was->{updatedAt};
  my @after = tags($x, $x->receiver);
  isnt $after[$_], $before[$_], 'the entity tag changes' for 0, 1;
  is one('select count(*) from event'), $events, 'there is no event';
  $ada->get('/v1/me')->fails(401);
  like $x->receiver->get($x->notes . "/$mention")->ok->{description}, qr/Quintessa/, "the partner's text stays";
  $colleague->post($x->notes, a_note(description => 'or to ' . $ada->email . '.'), headers => { 'idempotency-key' => 'colleague' })->fails(409, 'erased');

  like said('user', 'erase', $eva->username), qr/would erase .*^not erased, but has a name or an address: request @{[$x->token]} note $mention$/ms, 'the plan lists places with a name alone';
  owner()->do(q(update note set description = 'gone' where token = ?), undef, $mention);
  collabctl('user', 'erase', $eva->username, '--yes');
  is_deeply [traces(@gone, @mails)], [], 'no table and no statistic has either user';
  my ($asked, @found) = shown($x, [$colleague, $x->receiver], @gone, @mails, 'zwettlburg ');
  is_deeply \@found, [], 'no answer has them';
  cmp_ok $asked, '>', 20, "$asked answers";
  for my $company (map { $_->company } $ada, $eva) {
    my $export = lc collabctl('company', 'export', $company->{domain});
    is_deeply [grep { index($export, $_) >= 0 } @gone, @mails], [], 'no export has them';
  }
  $record = $x->receiver->get($x->path)->ok;
  is $_->{engineerName}, 'erased user ' . $eva->id for @{ $record->{caseResponses} }[0, -1];
  is $record->{receiverContactDetails}{email}, 'erased-' . $eva->id . '@erased.invalid';
  is_deeply $x->receiver->get($x->path)->ok->{responded}, true;
  like said('user', 'erase', $eva->username), qr/there is no user/;

  my $epoch = one('select epoch from account where id = ?', $id);
  like said('user', @$_), qr/username: erased user $id has been erased, which cannot be undone$/m, "@$_"
    for ['enable', "erased user $id"], ['disable', "erased user $id"], ['set', "erased user $id", '--email', $mails[0]], ['password', "erased user $id", '--generate'];
  is_deeply owner()->selectrow_arrayref('select active, email, password_hash, epoch from account where id = ?', undef, $id),
    [0, "erased-$id\@erased.invalid", undef, $epoch], 'and nothing changes';
};

subtest 'an erasure lists the places that keep a name, as its plan does' => sub {
  my ($x, $ada) = records();
  my $note = $x->receiver->post($x->notes, a_note(description => $ada->name . ' called'))->ok->{token};
  my $place = qr/^not erased, but has a name or an address: request @{[$x->token]} note $note$/m;
  like said('user', 'erase', $ada->username), $place, 'the plan';
  like collabctl('user', 'erase', $ada->username, '--yes'), $place, 'the erasure';
  owner()->do(q(update note set description = 'gone' where token = ?), undef, $note);
};

subtest 'a second run finishes a killed erasure' => sub {
  my ($x, $ada) = records();
  $x->another for 1 .. 12;
  owner()->do(q(update account set active = false where id = ?), undef, $ada->id);
  owner()->do(q(update request set submitted_by = erase_account(submitted_by) where token = ?), undef, $x->token);
  my $said = collabctl('user', 'erase', $ada->username, '--yes');
  like $said, qr/^erased user \d+: in 13 requests/, 'it takes more than one batch';
  is_deeply [traces($ada->email)], [];
};

subtest 'requests succeed during an erasure' => sub {
  my ($x, $ada, $eva, $colleague) = records();
  my @x = ($x, map { $x->another } 1 .. 40);
  $eva->post($_->approval, an_approval())->ok for @x[1 .. 5];
  my $load = load(3, sub {
    my ($say, $caller, $turn) = @_;
    my $one = $x[($caller * 7 + $turn) % @x];
    $say->(($turn % 3 == 0 ? $eva->post($one->notes, a_note()) : $turn % 3 == 1 ? $colleague->patch($one->path, { internalCaseNumber => "C$turn" })
           : $eva->patch($x[1 + $turn % 5]->approval, { nextSteps => "step $turn" }))->status);
  });
  wait_for { $load->lines > 20 } 30, 'requests under way';
  like collabctl('user', 'erase', $ada->username, '--yes'), qr/^erased user \d+: in 41 requests/;
  my @calls = $load->end;
  is_deeply [grep { $_->[0] != 200 } @calls], [], scalar(@calls) . ' requests, and none fails';
  is_deeply [traces($ada->email)], [];
};

subtest 'company erase clears its texts and replaces its name' => sub {
  my ($x, $ada, $eva, $colleague) = records();
  my ($from, $to) = map { $_->company } $ada, $eva;
  owner()->do('update company set name = ? where id = ?', undef, 'Xylophonics Limited', $from->{id});
  owner()->do('update request set submit_company_name = ? where token = ?', undef, 'Xylophonics Limited', $x->token);
  owner()->do('update note set company_name = ? where company = ?', undef, 'Xylophonics Limited', $from->{id});
  department($from, name => 'Xylophonics repair', description => 'Xylophonics only');
  $ada->put($x->path . '/attachments/config/https',
    { domain => 'files.xylophonics.example', password => 'x' x 12, expiration => '2099-01-01T00:00:00Z', httpsPath => '/up', httpsPort => 443 })->ok;
  owner()->do(q(insert into attachment (request, company, name, submitter_status, receiver_status)
    values ((select id from request where token = ?), ?, 'xylophonics.txt', 'SUCCESS', 'SUCCESS')), undef, $x->token, $from->{id});
  like said('company', 'erase', $from->{domain}), qr/company: 1 requests are not closed; close them first/;
  $ada->post($x->closure)->ok;
  my ($robot) = collabctl('principal', 'add', 'Robot', '--company', $from->{domain}, '--email', "robot\@$from->{domain}", '--issuer', 'https://id.example', '--oid', 'robot-9') =~ /(\d+)/;
  my @texts = ('xylophonics', $from->{domain}, $ada->name, map { ($_->username, $_->email) } $ada, $colleague);
  my $partner = $x->receiver->get($x->path)->ok;
  like said('company', 'erase', $from->{domain}), qr/would erase company $from->{id}: in 1 requests with 2 notes, 1 responses and 1 attachments, 3 accounts, 1 subscriptions, 1 attempts, 1 forms, 1 departments; nothing/;
  collabctl('company', 'erase', $from->{domain}, '--yes');

  is_deeply [traces(@texts)], [], 'no table and no statistic has the texts';
  my ($asked, @found) = shown($x, [$x->receiver], @texts);
  is_deeply \@found, [], 'no answer has them';
  cmp_ok $asked, '>', 10;
  my $record = $x->receiver->get($x->path . '?includeRemovedNotes=true')->ok;
  is $record->{submitCompanyName}, "erased company $from->{id}";
  is $record->{$_}, '', $_ for qw(summary description);
  is $record->{customFields}[0]{value}, '';
  is $record->{customFields}[0]{fieldName}, 'Mail', "the partner's field name stays";
  is $record->{caseNotes}[0]{status}, 'REMOVED';
  is $record->{caseNotes}[0]{creatorName}, 'erased user ' . $ada->id;
  is_deeply [grep { ($_->{companyName} // '') eq $to->{name} } @{ $record->{caseNotes} }], [grep { ($_->{companyName} // '') eq $to->{name} } @{ $partner->{caseNotes} }],
    "the partner's own notes stay";
  is_deeply $record->{caseResponses}[-1], $partner->{caseResponses}[-1], 'and its responses';
  is one('select count(*) from subscription where company = ?', $from->{id}), 0;
  is one('select count(*) from attachment_storage where company = ?', $from->{id}), 0;
  is one(q(select count(*) from audit where what = 'company erase' and company = ?), $from->{id}), 1, 'the audit has it';
  $_->get('/v1/me')->fails(401) for $ada, $colleague;
  $x->receiver->get('/v1/me')->ok;

  my $erased = "erased-$from->{id}.erased.invalid";
  like said('company', @$_), qr/company: $_->[1] has been erased, which cannot be undone$/m, "@$_" for ['enable', $erased], ['set', $from->{id}, '--name', 'Xylophonics'];
  like said('principal', 'enable', "erased user $robot"), qr/principal: erased user $robot has been erased, which cannot be undone$/m;
  my ($accounts, @identity) = (one('select count(*) from account'), '--issuer', 'https://id.example');
  for my $company ($erased, $from->{id}) {
    like said(@$_, '--company', $company), qr/company: \Q$company\E has been erased, which cannot be undone$/m, "@$_[0, 1] --company $company"
      for [qw(user add new@partner.example --no-password)], [qw(principal add Robot --oid robot-10), @identity, '--email', "new\@$erased"];
  }
  is one('select count(*) from account'), $accounts, 'nobody is added';

  my ($form, $community) = ("$ENV{COLLAB_TEST_DIR}/form-of-the-erased", one('select min(id) from community'));
  open my $out, '>', $form or die "$form: $!\n";
  print $out qq({"company": "$erased", "name": "Form", "fields": []});
  close $out or die "$form: $!\n";
  like said(@$_), qr/company: \Q$erased\E has been erased, which cannot be undone$/m, "@$_[0, 1]"
    for ['department', 'add', $erased, 'Sales'], ['form', 'add', $form], ['community', 'join', $community, $erased],
    ['attachment', 'set', $erased, qw(--domain files.example.com --password secret)];
  is one("select count(*) from $_ where company = ?", $from->{id}), 0, "no row in $_" for qw(community_member attachment_storage);
  is one("select count(*) from $_ where company = ? and name in ('Sales', 'Form')", $from->{id}), 0, "no new $_" for qw(department document);
  for my $row (['department', 'department'], ['form', 'document']) {
    my ($noun, $table) = @$row;
    my $number = one("select min(id) from $table where company = ?", $from->{id});
    like said($noun, 'enable', $number), qr/$noun: $number belongs to a company that has been erased, which cannot be undone$/m, "$noun enable";
    is one("select active from $table where id = ?", $number), 0, "the $noun stays disabled";
  }
  is_deeply owner()->selectcol_arrayref('select active from account where company = ? union select active from company where id = ?', undef, ($from->{id}) x 2), [0],
    'nobody is active again';
};

# Runs an erasure while other sessions write. The holder's lock on the request of $x delays the erasure until each session has made its writes.
# A session commits when the erasure waits for it.
sub erase_during {
  my ($x, $command, @sessions) = @_;
  my ($holder, @writers) = map { another_connection() } 0 .. @sessions;
  $holder->begin_work;
  $holder->do('select from request where token = ? for update', undef, $x->token);
  my $erasure = background("$ENV{COLLAB_TEST_DIR}/erasure", { COLLAB_DSN => $ENV{COLLAB_TEST_DSN} }, './collabctl', @$command, '--yes');
  blocked($holder, 1);
  for my $n (0 .. $#sessions) {
    $writers[$n]->begin_work;
    $writers[$n]->do(shift @$_, undef, @$_) for @{ $sessions[$n] };
  }
  $holder->rollback;
  for my $writer (@writers) {
    blocked($writer, 1);
    $writer->commit;
  }
  waitpid $erasure, 0;
  is $?, 0, 'the erasure succeeds';
  $_->disconnect for $holder, @writers;
  return;
}
sub renames {
  my ($name, $account, $company) = @_;
  return (['update account set first_name = ? where id = ?', $name, $account],
          [q(insert into audit (what, company, account, after) values ('user set', ?, ?, json_build_object('first_name', ?::text))), $company, $account, $name]);
}

subtest 'company erase erases what other sessions are writing' => sub {
  my $x = exchange();
  my $id = $x->submitter->company->{id};
  $x->submitter->post($x->closure)->ok;
  my $hook = $x->submitter->post('/v2/webhooks', { callbackUrl => 'https://callback.example/in' })->ok->{id};
  erase_during($x, ['company', 'erase', $id],
    [['select from subscription where id = ? for update', $hook],
     [q(insert into audit (what, company, subscription, before) values ('subscription pause', ?, ?, '{"callbackUrl": "https://latehook.example"}')), $id, $hook]],
    [[q(insert into department (company, name, description) values (?, 'Late', 'Late department')), $id]],
    [renames('Latename', one('select id from account where username = ?', $x->submitter->email), $id)]);
  is_deeply [traces($_)], [], "$_ is erased, in the audit too" for qw(latename latehook);
  is one('select name = ? || id and description is null and not active from department where company = ?', 'erased department ', $id), 1, 'the new department is erased';
};

subtest 'user erase erases what another session is writing' => sub {
  my $x = exchange();
  my ($id, $company) = owner()->selectrow_array('select id, company from account where username = ?', undef, $x->submitter->email);
  erase_during($x, ['user', 'erase', $x->submitter->email], [renames('Latername', $id, $company)]);
  is_deeply [traces('latername')], [], 'the new name is erased, in the audit too';
};

# The holder's lock on a row of the audit delays the plan.
subtest 'the plan of a user erase delays no other command' => sub {
  my $x = exchange(request => 0);
  my ($id, $company) = owner()->selectrow_array('select id, company from account where username = ?', undef, $x->submitter->email);
  owner()->do(q(insert into audit (what, company, account, by_account) values ('planned', ?, ?, ?)), undef, $company, $id, $id);
  my $holder = another_connection();
  $holder->begin_work;
  $holder->do(q(select from audit where company = ? and what = 'planned' for update), undef, $company);
  my $plan = background("$ENV{COLLAB_TEST_DIR}/plan", { COLLAB_DSN => $ENV{COLLAB_TEST_DSN} }, './collabctl', 'user', 'erase', $x->submitter->email);
  blocked($holder, 1);
  $x->submitter->post('/v2/webhooks', { callbackUrl => 'https://callback.example/in' })->ok('the user adds a row meanwhile');
  collabctl('user', 'set', $x->submitter->email, '--city', 'Ulm');
  is one('select city from account where id = ?', $id), 'Ulm', 'a command changes the user meanwhile';
  $holder->rollback;
  waitpid $plan, 0;
  $holder->disconnect;
};

subtest 'a login that waits for an erasure records nothing' => sub {
  my $x = exchange(request => 0);
  my $name = $x->submitter->email;
  my $id = one('select id from account where username = ?', $name);
  my ($password) = collabctl('user', 'password', $name, '--generate') =~ /^(\S+)\n\z/;
  owner()->do("delete from $_ where account = ?", undef, $id) for qw(last_login login_network);
  my $holder = another_connection();
  $holder->begin_work;
  $holder->do('update account set username = erased_user(id), active = false where id = ?', undef, $id);
  my $login = later { nobody->post('/v1/login', { username => $name, password => $password }) };
  blocked($holder, 1);
  $holder->commit;
  $login->answer;
  is one("select count(*) from $_ where account = ?", $id), 0, "no row in $_" for qw(last_login login_network);
  is one(q(select count(*) from audit where by_account = ? and what = 'login.new_network'), $id), 0, 'no row in the audit';
  $holder->disconnect;
};

# The holder changes the account as an erasure does.
subtest 'a command that waits for an erasure does not change the erased account' => sub {
  my $x = exchange(request => 0);
  my $robot = 'waits@' . $x->submitter->company->{domain};
  collabctl('principal', 'add', 'Waits', '--company', $x->submitter->company->{domain}, '--email', $robot, '--issuer', 'https://id.example', '--oid', 'waits-1');
  for my $case ([user => $x->submitter->email], [principal => $robot]) {
    my ($noun, $name) = @$case;
    my $id = one('select id from account where username = ?', $name);
    my $holder = another_connection();
    $holder->begin_work;
    $holder->do('update account set username = erased_user(id), subject = null, issuer = null, active = false where id = ?', undef, $id) if $noun eq 'user';
    $holder->do(q(update account set username = erased_user(id), subject = 'erased-' || id, issuer = 'erased', active = false where id = ?), undef, $id) if $noun eq 'principal';
    my $command = background("$ENV{COLLAB_TEST_DIR}/waits-$noun", { COLLAB_DSN => $ENV{COLLAB_TEST_DSN} }, './collabctl', $noun, 'enable', $name);
    blocked($holder, 1);
    $holder->commit;
    waitpid $command, 0;
    isnt $?, 0, "$noun enable is refused";
    is one('select active from account where id = ?', $id), 0, "the erased $noun stays disabled";
    $holder->disconnect;
  }
};

subtest 'note erase clears a note for good' => sub {
  my $x = exchange();
  my $note = $x->submitter->post($x->notes, a_note(summary => 'Secretword', description => 'Secretword again'), headers => { 'idempotency-key' => 'n' })->ok;
  my $stays = $x->submitter->post($x->notes, a_note(summary => 'Stays'))->ok;
  my ($count, $size) = map { one("select submitter_$_ from request where token = ?", $x->token) } qw(notes size);
  my @before = tags($x, $x->receiver);
  like said('note', 'erase', $note->{token}), qr/would remove note $note->{token} of request @{[$x->token]} .* and clear its 26 characters; nothing/;
  cmp_ok scalar(traces('secretword')), '>', 0;
  my $events = one('select count(*) from event');
  collabctl('note', 'erase', $note->{token}, '--yes');
  is_deeply [traces('secretword')], [], 'no table and no statistic has the texts';
  my ($asked, @found) = shown($x, [$x->parties], 'secretword');
  is_deeply \@found, [], 'no answer has them';
  my $record = $x->receiver->get($x->notes . "/$note->{token}?includeRemoved=true")->ok;
  is $record->{$_->[0]}, $_->[1], $_->[0] for [summary => ''], [description => ''], [status => 'REMOVED'], [creatorName => $x->submitter->name];
  my @after = tags($x, $x->receiver);
  isnt $after[$_], $before[$_], 'the entity tag changes' for 0, 1;
  is one('select submitter_notes from request where token = ?', $x->token), $count - 1, 'the note no longer counts';
  cmp_ok one('select submitter_size from request where token = ?', $x->token), '<', $size;
  is one('select count(*) from event'), $events, 'there is no event';
  $x->submitter->post($x->notes, a_note(summary => 'Secretword', description => 'Secretword again'), headers => { 'idempotency-key' => 'n' })->fails(409, 'erased');
  like collabctl('note', 'erase', $note->{token}, '--yes'), qr/^nothing to do/;
  is one('select submitter_notes from request where token = ?', $x->token), $count - 1, 'a second run changes nothing';
  my $removed = $x->submitter->post($x->notes, a_note(summary => 'Otherword'))->ok->{token};
  collabctl('note', 'remove', $removed);
  collabctl('note', 'erase', $removed, '--yes');
  is_deeply [traces('otherword')], [], 'a removed note can be erased';
  like said('note', 'erase', 'nosuch'), qr/there is no note/;
};

# Operators and the service write these texts, so their rows belong to nobody. The people of the company have addresses at a domain of others.
subtest 'company erase finds the texts that name the company or its people, and none that is only spelled alike' => sub {
  my $x = exchange();
  $x->submitter->post($x->closure)->ok;
  my ($from, $to) = map { $_->company->{id} } $x->parties;
  owner()->do('update company set domain = ? where id = ?', undef, @$_) for ['beta.example', $from], ['alphabeta.example', $to];
  owner()->do('update account set email = ? where company = ?', undef, @$_) for ['a@post.example', $from], ['maria@post.example', $to];
  my @theirs = ('for A@Post.example.', "said\na\@post.example, twice", 'sales@beta.example', 'see https://hooks.Beta.example/in', "at\nbeta.example.");
  my @others = ('for maria@post.example', 'j.a@post.example', 'a@post.example.org', 'a@post.example-2', 'to sales@alphabeta.example', 'https://alpha-beta.example/', 'beta.example.org');
  my $act = q(replay_act (replay, act, who, why) select (select max(id) from replay), 'begun');
  my %insert = (
    'note.description' => q(note (token, request, creator_name, summary, description, priority)
      select left(md5(v), 20), (select max(id) from request), 'SYSTEM', 'Told', v, 'LOW'),
    'replay.who' => q(replay (wanted, rate, total, who) select '{}', 1, 1, v), 'replay_act.who' => "$act, v, null", 'replay_act.why' => "$act, 'root', v",
    map({ ("replay.$_" => "replay (wanted, rate, total, who, $_) select '{}', 1, 1, 'root', v") } qw(why reason)),
    map({ ("audit.$_" => "audit (what, $_) select 'told', json_build_object('reason', v)") } qw(before after)),
  );
  my @places = sort { $a =~ /act/ <=> $b =~ /act/ } sort keys %insert;        # an act belongs to a replay
  my %ids = map { ($_ => owner()->selectcol_arrayref("insert into $insert{$_} from unnest(?::text[]) with ordinality t (v, n) order by n returning id", undef, [@theirs, @others])) } @places;
  collabctl('company', 'erase', $from, '--yes');
  for my $place (@places) {
    my ($table, $column) = split /\./, $place;
    my $texts = owner()->selectcol_arrayref("select $column" . ($table eq 'audit' && " ->> 'reason'") . " from $table where id = any (?) order by id", undef, $ids{$place});
    my @left = $table eq 'note' ? ('for erased.', "said\nerased, twice", 'sales@erased', 'see https://hooks.erased/in', "at\nerased.") : ($column eq 'who' ? 'erased' : undef) x @theirs;
    is_deeply $texts, [@left, @others], $place;
  }
};

# By the classes of sql/columns.tsv: a column that a statement forgets keeps its mark. The statements' lists of columns stay written by hand, because
# each column has a value or a condition of its own; and a check that they name each column would not notice a wrong condition.

# Rows of every table with data of members, for both parties of a closed request.
sub everywhere {
  my ($x, $ada, $eva) = records();
  $ada->post($x->closure)->ok;
  my $request = one('select id from request where token = ?', $x->token);
  owner()->do(q(insert into attachment_name (request, name) values (?, 'x')), undef, $request);
  for my $user ($ada, $eva) {
    my ($id, $company) = ($user->id, $user->company->{id});
    my $subscription = one('select id from subscription where account = ?', $id);
    department($user->company, tags => ['repair']);
    form($user->company, fields => [['Fault', 'SELECT', { options => "one\r\ntwo" }]]);
    owner()->do($_->[0], undef, @$_[1 .. $#$_]) for
      [q(delete from login_network where account = ? and network <> '198.51.100.0/24'), $id],
      [q(insert into replay_act (replay, act, who) select id, 'begun', 'x' from replay where subscription = ?), $subscription],
      [q(insert into dead_letter (event, subscription, reason) select min(id), ?, 'x' from event), $subscription],
      [q(insert into previous_secret (subscription, secret, until) values (?, '', now() + interval '1 day')), $subscription],
      [q(insert into attachment (request, company, name, submitter_status, receiver_status) values (?, ?, 'x', 'SUCCESS', 'SUCCESS')), $request, $company],
      [q(insert into attachment_storage (uid, company, domain, password, path, port) values (gen_random_uuid(), ?, 'x', '', '/', 443)), $company],
      [q(insert into idempotency (account, scope, key, body_hash, outcome) values (?, 'x', 'x', 'x', 'ok')), $id];
  }
  return ({ company => $ada->company->{id}, account => $ada->id, mark => 'quxmark', network => '198.18.7.0/24' },
          { company => $eva->company->{id}, account => $eva->id, mark => 'prtmark', network => '198.18.8.0/24' });
}

# The columns in which a party has marks. Tests that each column that may hold such data has a mark of one of the parties.
sub marked {
  my ($of, @parties) = @_;
  my @marks = map { marks_of($_) } @parties;
  cmp_ok scalar(markable($of)), '>=', $of eq 'user' ? 60 : 90, "many columns may hold data of a $of";
  is join(' ', grep { my $name = $_; !grep { $_->{$name} } @marks } markable($of)), '', "each column that may hold data of a $of has a mark";
  return map { [sort keys %$_] } @marks;
}
sub marks_of { my ($party) = @_; return marks($party->{mark}, $party->{network}) }
sub name_of { my ($party) = @_; return one('select username from account where id = ?', $party->{account}) }

# Erases one party after the other: nothing of it stays, and the other party keeps its data.
sub erases_each {
  my ($command, @parties) = @_;
  for my $n (0, 1) {
    my ($party, $other) = @parties[$n, 1 - $n];
    my $before = marks_of($other);
    collabctl($command->($party), '--yes');
    is join(' ', sort keys %{ marks_of($party) }), '', "nothing of $party->{mark} is left";
    my $after = marks_of($other);
    delete @$before{qw(attachment_name.name idempotency.answer)};       # names of both parties' files, and sealed answers, go too
    is join(' ', grep { ($after->{$_} // 0) != $before->{$_} } sort keys %$before), '', "$other->{mark} keeps its data";
  }
  return;
}

# The columns that no export has, and why.
my %not_exported = (
  map({ ($_ => 'a secret') } qw(account.password_hash attachment_storage.password previous_secret.secret subscription.auth subscription.secret)),
  map({ ($_ => 'collabctl audit lists it') } qw(audit.after audit.before audit.by_address)),
  map({ ($_ => 'gone after a day') } qw(idempotency.answer idempotency.key login_failure.address)),
  map({ ($_ => 'what operators wrote about their work') } qw(replay.reason replay.wanted replay.who replay.why replay_act.who replay_act.why subscription.paused_by subscription.paused_why)),
  'attachment_name.name' => 'attachment.name', 'dead_letter.reason' => 'the error of its last attempt',
);
# The form of the mark where the column's name does not fit.
my %form = ('account.phone_country_code' => '"phonecountrycode":"%1$s"', 'company.domain' => '"domain":"%1$s.example"', 'login_network.network' => '"%2$s"');

subtest 'each column that may hold data of a company is exported, and erased with it' => sub {
  are_columns(keys %not_exported, keys %form);
  my @parties = everywhere();
  put_marks(company => @parties);
  my @columns = marked(company => @parties);
  for my $n (0, 1) {
    my ($party, @expected) = ($parties[$n], grep { !$not_exported{$_} && !made_by_trigger($_) } @{ $columns[$n] });
    my ($company, $user) = (lc collabctl('company', 'export', $party->{company}), lc collabctl('user', 'export', name_of($party)));
    my $lacks = sub {
      my ($export, @names) = @_;
      return join ' ', grep { my $mark = sprintf $form{$_} // "%1\$s.$_", @{$party}{qw(mark network)}; $export !~ /\Q$mark\E(?!\w)/ } @names;
    };
    is $lacks->($company . $user, @expected), '', 'the exports of a company and its user have all that they should';
    is $lacks->($user, grep { !/^document\./ } of_class('user', @expected)), '', "the user's export has all that is the user's";
  }
  erases_each(sub { ('company', 'erase', $_[0]{company}) }, @parties);
};

subtest 'each column that may hold data of a user is erased with the user' => sub {
  my @parties = everywhere();
  put_marks(user => @parties);
  marked(user => @parties);
  erases_each(sub { ('user', 'erase', name_of($_[0])) }, @parties);
};

done_testing;
