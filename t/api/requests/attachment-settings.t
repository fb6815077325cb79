# t/api/requests/attachment-settings.t: each party sets its own storage, and files reach both under safe and unique names
# interface.md 13.1 to 13.3
use lib qw(t/lib lab/lib);
use Collab::Test;
use Collab::Attachments;
use Collab::Form;
use Collab::Wire;

my $x = exchange();

# ---------------------------------------------------------------- configuration
subtest 'no storage is configured at first' => sub {
  for my $party ($x->parties) {
    is_deeply $party->get(config($x))->ok, { submitter => { companyId => $x->submitter->company->{id}, parameters => {} },
      receiver => { companyId => $x->receiver->company->{id}, parameters => {} } };
  }
};

subtest 'each party configures its own storage' => sub {
  my $x = exchange();
  my $mine = $x->submitter->put(https($x), a_config())->ok;
  my $shown = a_config(password => '********');
  is_deeply $mine, { submitter => { companyId => $x->submitter->company->{id}, parameters => $shown },
    receiver => { companyId => $x->receiver->company->{id}, parameters => {} } };
  unlike($x->submitter->get(config($x))->text, qr/pass word/, 'the password is not shown');
  my $both = $x->receiver->put(https($x), a_config(domain => 'a.b', httpsPort => 1, expiration => '2098-12-31T23:30:00.5-00:30'))->ok;
  is_deeply $both->{submitter}, $mine->{submitter}, 'the other party\'s storage is unchanged';
  is_deeply $both->{receiver}{parameters}, a_config(domain => 'a.b', httpsPort => 1, password => '********', expiration => '2099-01-01T00:00:00Z');
  is_deeply $x->submitter->get(config($x))->ok, $both;
  revalidates($x->submitter, config($x));
  my $again = $x->submitter->put(https($x), a_config(httpsPort => 65535))->ok;
  is $again->{submitter}{parameters}{httpsPort}, 65535, 'a second PUT changes the storage';
  my $shows = sub { my ($given) = @_; return $x->submitter->put(https($x), a_config(expiration => $given))->ok->{submitter}{parameters}{expiration} };
  $x->submitter->put(https($x), a_config(expiration => '2099-01-01T00:00:00 01:00'))->invalid('expiration');
  is $shows->(4070908800), '2099-01-01T00:00:00Z', 'expiration may be seconds since 1970';
  is $shows->(4070908800.75), '2099-01-01T00:00:00Z', '… with a fraction';
  is $shows->(253402300799.5), '9999-12-31T23:59:59Z', '… until the end of the year 9999';
  my $soon = time + 60;
  $x->submitter->put(https($x), a_config(expiration => $soon + 0.25))->ok;
  is owner()->selectrow_array('select extract(epoch from expiration) from attachment_storage where company = ? and request is not null', undef,
    $x->submitter->company->{id}), "$soon.250000", 'the fraction is stored';
  my ($sealed) = owner()->selectrow_array('select string_agg(encode(password, \'escape\'), \' \') from attachment_storage');
  cmp_ok length($sealed // ''), '>', 20, 'passwords are stored';
  unlike $sealed, qr/pass word/, 'no password is stored in plain text';
};

subtest 'a configuration is for one request, and an expired one is ignored' => sub {
  my $other = $x->another;
  $x->submitter->put(https($x), a_config())->ok;
  is_deeply $x->submitter->get(config($other))->ok->{submitter}{parameters}, {};
  owner()->do(q(update attachment_storage set expiration = now() - interval '1 second' where company = ?), undef, $x->submitter->company->{id});
  is_deeply $x->submitter->get(config($x))->ok->{submitter}{parameters}, {};
};

subtest 'an expired configuration still takes the default\'s place, and an upload says so' => sub {
  my $x = with_storage('submitter', 'receiver');
  my $company = $x->receiver->company;
  collabctl('attachment', 'set', $company->{domain}, '--domain', 'default.partner.example', '--path', '/default', '--password', 'p');
  is $x->receiver->get(config($x))->ok->{receiver}{parameters}{httpsPath}, '/in', 'its own configuration';
  my $tag = $x->receiver->get(config($x))->header('etag');
  my $expire = sub { owner()->do(q(update attachment_storage set expiration = now() - interval '1 second' where company = ?), undef, $company->{id}) };
  my $sent = sub { my ($file) = @{ send_form($x->submitter, $x, [files => $_[0], 'a'])->ok }; return [@{$file}{qw(receiverStatus receiverMessage submitterStatus submitterMessage)}] };
  owner()->do(q(update attachment_storage set expiration = now() - interval '1 second' where company = ? and request is not null), undef, $company->{id});
  is_deeply $x->submitter->get(config($x), headers => { 'if-none-match' => $tag })->ok->{receiver}{parameters}, {}, 'expired: the default is not shown';
  is_deeply $sent->('late.txt'), ['NOT_CONFIGURED', 'The configuration has expired.', 'SUCCESS', undef], 'nor used';
  is $x->receiver->get(config($x->another))->ok->{receiver}{parameters}{httpsPath}, '/default', 'another request has the default';
  $x->receiver->put(https($x), $storage->config(httpsPath => '/in'))->ok;
  is $sent->('again.txt')->[0], 'SUCCESS', 'set again';
  $expire->();
  is_deeply $x->submitter->get(config($x->another))->ok->{receiver}{parameters}, {}, 'an expired default';
  owner()->do('update company set active = false where id = ?', undef, $company->{id});
  is_deeply [@{ $sent->('off.txt') }[0, 1]], ['NOT_CONFIGURED', 'No storage is configured.'], 'a disabled company has none';
};

subtest 'the operator may set a default storage for a company' => sub {
  my $x = exchange();
  my $company = $x->receiver->company;
  my $password = "$dir/password";
  open my $out, '>', $password or die; print $out "default\n"; close $out;
  collabctl('attachment', 'set', $company->{domain}, '--domain', 'default.partner.example', '--password-file', $password);
  is_deeply $x->submitter->get(config($x))->ok->{receiver}{parameters},
    { domain => 'default.partner.example', password => '********', expiration => null, httpsPath => '/', httpsPort => 443 };
  like collabctl('attachment', 'list'), qr{\Q$company->{domain}\E\s+https://default\.partner\.example:443/\s+never\s+number \(default\)};
  collabctl('attachment', 'set', $company->{id}, '--domain', 'b.partner.example', '--port', '8443', '--path', '/x', '--expiration', '2099-01-01T00:00:00Z',
    '--password-file', $password);
  $x->receiver->put(https($x), a_config(httpsPath => '/own'))->ok;
  is $x->receiver->get(config($x))->ok->{receiver}{parameters}{httpsPath}, '/own', 'the storage of the request replaces the default';
  is $x->receiver->get(config($x->another))->ok->{receiver}{parameters}{httpsPath}, '/x';
  collabctl('attachment', 'remove', $company->{domain});
  is_deeply $x->receiver->get(config($x->another))->ok->{receiver}{parameters}, {};
  like collabctl('attachment', 'remove', $company->{domain}), qr/nothing to do/, 'a second removal does nothing';
  my @set = ('set', $company->{domain}, '--password-file', $password);
  for my $wrong ([company => 'remove', 'nobody.example'],
    [company => 'set', 'nobody.example', '--domain', 'a.b', '--password-file', $password], [port => @set, qw(--domain a.b --port 65536)], [path => @set, qw(--domain a.b --path x)],
    (map { [expiration => @set, qw(--domain a.b --expiration), $_] } 'soon', '2001-01-01T00:00:00Z'), ['same-name' => @set, qw(--domain a.b --same-name both)], [domain => @set, qw(--domain 10.0.0.1)]) {
    my ($names, @words) = @$wrong;
    ok !eval { collabctl('attachment', @words); 1 }, "collabctl attachment @words is refused";
    like $@, qr/exit 1\ncollabctl: attachment $words[0]: $names: /, "… because of its $names";
  }
};

subtest 'all invalid members are listed at once' => sub {
  my $put = sub { $x->submitter->put(https($x), @_) };
  $put->({})->invalid(qw(domain password expiration httpsPath httpsPort));
  $put->(a_config(map { $_ => null } qw(domain password expiration httpsPath httpsPort)))->invalid(qw(domain password expiration httpsPath httpsPort));
  $put->(a_config(map { $_ => '' } qw(domain password expiration httpsPath)))->invalid(qw(domain password expiration httpsPath));
  $put->(a_config(domain => 'localhost', httpsPath => 'in', password => "a\nb", expiration => '2001-01-01T00:00:00Z'))->invalid(qw(domain password expiration httpsPath));
  $put->({ domain => 'localhost', httpsPath => 'in', password => "a\nb", expiration => '2001-01-01T00:00:00Z', httpsPort => 0 })
    ->invalid(qw(domain password expiration httpsPath httpsPort));
  $put->({ domain => 'localhost' })->invalid(qw(domain password expiration httpsPath httpsPort));
  $put->(a_config(domain => $_))->invalid('domain') for 'a' x 300, 5, qw(127.0.0.1 a..b -a.b a_b.c 0x7f.0x1 http://a.b [::1]), 'a b.c', 'a' x 64 . '.b';
  $put->(a_config(httpsPath => $_))->invalid('httpsPath') for 'a', '/a b', "/a\tb", '/a?b', '/a#b', '/a\\b', '/%zz', '/' . 'a' x 1000;
  $put->(a_config(httpsPort => $_))->invalid('httpsPort') for 0, 65536, -1, '443', 1.5;
  $put->(a_config(expiration => $_))->invalid('expiration') for 'soon', '2099-02-30T00:00:00Z', '10000-01-01T00:00:00Z', '9999-12-31T23:59:59-00:01', 5, 0, -1, 1.5,
    '4070908800', true, [], {}, time - 0.5, 253402300800, 253402300800.5, 1e18, -1e18, 9.9e300;
  $put->('{"domain":"a.b","password":"p","httpsPath":"/","httpsPort":1,"expiration":' . $_ . '}')->invalid('expiration') for '1e400', '-1e400', '99999999999999999999';
  like $put->(a_config(expiration => 253402300800))->text, qr/must be a time of the years 1 to 9999/;
  like $put->(a_config(expiration => 5))->text, qr/must be in the future/;
  $put->(a_config(unknown => 1, httpsPort => 1, httpsPath => '/' . 'a' x 999))->ok;
};

subtest 'only parties may read the storages, and set their own until the closure' => sub {
  my $x = exchange();
  for my $path (config($x), https($x)) {
    my $method = $path =~ /https$/ ? 'put' : 'get';
    $x->stranger->$method($path, $method eq 'put' ? a_config() : ())->fails(404);
    $x->submitter->$method($path =~ s/\Q@{[ $x->token ]}\E/AAAAAAAAAAAAAAAAAAAA/r, $method eq 'put' ? a_config() : ())->fails(404);
    nobody->$method($path, $method eq 'put' ? a_config() : ())->fails(401);
  }
  $x->submitter->put(https($x), '{', type => 'text/plain')->fails(415);
  $x->submitter->put(https($x), '{')->fails(400);
  $x->submitter->put(https($x), '"' . 'x' x 1100000 . '"')->fails(413);
  $x->in('CLOSED');
  $_->put(https($x), a_config())->fails(409) for $x->parties;
  $x->receiver->get(config($x))->ok;
};

# ---------------------------------------------------------------- forwarding
subtest 'a file goes to both storages' => sub {
  my $x = with_storage('submitter', 'receiver');
  my $content = join "\r\n", map { 'x' x $_ } 1 .. 2000;
  my $answer = send_form($x->submitter, $x, [files => 'log.txt', $content, 'Content-Type: text/plain'])->ok;
  is scalar @$answer, 1;
  is_shaped $answer->[0], ANSWER;
  is_deeply $answer->[0], { fileName => 'log.txt', receiverStatus => 'SUCCESS', submitterStatus => 'SUCCESS', receiverMessage => null, submitterMessage => null,
    completeSuccess => true, partialSuccess => false };
  is $storage->file('log.txt', $_), $content, "the stored file has the same bytes: $_" for qw(in ours);
};

subtest 'a note by the caller records an upload' => sub {
  my $x = with_storage('receiver');
  owner()->do(q(update request set updated_at = updated_at - interval '1 hour' where token = ?), undef, $x->token);
  my $answer = send_form($x->receiver, $x, [description => undef, 'The log of tonight'], [files => 'tonight.txt', 'a'], [files => 'more.txt', ''])->ok;
  my ($note) = @{ $x->submitter->get($x->notes)->ok };
  is_shaped $note, NOTE;
  is_deeply [@{$note}{qw(summary priority status creatorEmail)}], ['Attachment forwarded', 'LOW', 'ENTERED', $x->receiver->email];
  is $note->{description}, "The log of tonight\n\ntonight.txt: receiver SUCCESS, submitter NOT_CONFIGURED\nmore.txt: receiver SUCCESS, submitter NOT_CONFIGURED";
  cmp_ok seconds($x->submitter->get($x->path)->ok->{updatedAt}), '>=', seconds($note->{createdAt}) - 1, 'the note updates the request';
  my ($events) = owner()->selectrow_array(q(select count(*) from event where type = 'note.created' and note_token = ?), undef, $note->{token});
  is $events, 1, 'the note has an event';
  is_deeply [map { @{$_}{qw(completeSuccess partialSuccess)} } @$answer], [false, true, false, true];
  is $answer->[0]{submitterMessage}, 'No storage is configured.';
  is $storage->file('more.txt'), '', 'an empty file is stored';
};

subtest 'without a storage, a file is forwarded nowhere' => sub {
  my $answer = send_form($x->submitter, exchange_of($x), [files => 'a.txt', 'a'])->ok;
  is_deeply [@{ $answer->[0] }{qw(receiverStatus submitterStatus completeSuccess partialSuccess)}], ['NOT_CONFIGURED', 'NOT_CONFIGURED', false, false];
};
sub exchange_of { return $_[0]->another }

subtest 'nothing is forwarded to a disabled company' => sub {
  my $x = with_storage('submitter', 'receiver');
  my $disabled = sub { owner()->do('update company set active = ? where id = ?', undef, $_[0] ? 0 : 1, $x->receiver->company->{id}) };
  $disabled->(1);
  is_deeply $x->submitter->get(config($x))->ok->{receiver}, { companyId => 0 + $x->receiver->company->{id}, parameters => {} }, 'its storage counts as not configured';
  my ($file) = @{ send_form($x->submitter, $x, [files => 'kept.txt', 'a'])->ok };
  is_deeply [@{$file}{qw(receiverStatus submitterStatus)}], ['NOT_CONFIGURED', 'SUCCESS'];
  $disabled->(0);
  ($file) = @{ send_form($x->submitter, $x, [files => 'sent.txt', 'a'])->ok };
  is $file->{receiverStatus}, 'SUCCESS', 'enabled again, it has its storage again';
};

subtest 'the user name at a storage is the party\'s own case number, else the token' => sub {
  my $x = with_storage('submitter', 'receiver');
  $x->receiver->post($x->approval, an_approval(caseNumber => 'R-77'))->ok;
  is send_form($x->submitter, $x, [files => 'one.txt', 'a'])->ok->[0]{receiverStatus}, 'FAILED', 'with a case number, the token is not the user name';
  $storage->let('R-77');
  is send_form($x->submitter, $x, [files => 'one.txt', 'a'])->ok->[0]{receiverStatus}, 'SUCCESS';
  $x->submitter->patch($x->path, { internalCaseNumber => 'with:colon' })->ok;
  $storage->let($x->token);
  is send_form($x->submitter, $x, [files => 'two.txt', 'a'])->ok->[0]{submitterStatus}, 'SUCCESS', 'a case number with a colon gives the token as user name';
};

subtest 'file names keep their text, and dangerous ones are refused' => sub {
  my $x = with_storage('receiver');
  for my $name ('a b.txt', 'ü語.txt', '100%.txt', '#?&=+;.txt', "it's (1).txt", "a\x{200c}b\x{202f}c\x{200f}d\x{206a}\x{61c}", 'RE: case.eml', 'x' x 251 . '.txt') {
    my $answer = send_form($x->submitter, $x, [files => $name, "content of $name" =~ s/[^ -~]//gr])->ok;
    is $answer->[0]{fileName}, $name, 'the answer has the name as sent';
    is $storage->file($name), "content of $name" =~ s/[^ -~]//gr, 'the file is stored under that name';
  }
  for my $name ('', '.', '..', '.profile', '.a.txt', '../a', 'a/b', 'a\\b', 'a..b', "a\tb", "a\x{85}b", 'a.txt::$DATA', 'x' x 256, 'ü' x 128) {
    send_form($x->submitter, $x, [files => $name, 'a'])->invalid('files') unless $name eq "a\tb";
  }
  send_form($x->submitter, $x, [files => "a\tb", 'a'])->fails(400);
  like send_form($x->submitter, $x, [files => '.htaccess', 'a'])->text, qr/without a leading dot/;
  send_form($x->submitter, $x, [files => 'invoice' . chr($_) . 'fdp.exe', 'a'])->fails(400, qr/invisible/) for 0x200b, 0x2028 .. 0x202e, 0x2060 .. 0x2069, 0xfeff;
  my ($body, %option) = a_form([files => 'plain', 'a']);
  $body =~ s/filename="plain"/filename="plain"; filename*=UTF-8''%e8%aa%9e.log/;
  is $x->submitter->request('POST', files($x), body => $body, %option)->ok->[0]{fileName}, '語.log', 'filename* replaces filename';
  is send_form($x->submitter, $x, [files => '=?UTF-8?B?6Kqe?= =?utf-8?Q?_=c3=bc.log?=', 'mail'])->ok->[0]{fileName}, '語 ü.log', 'encoded words are decoded';
  is $storage->file('語 ü.log'), 'mail';
  send_form($x->submitter, $x, [files => "=?UTF-8?Q?$_?=", 'a'])->invalid('files') for '=2e.', '=2ehtaccess', 'a=2fb', 'a=0d=0ab', '=e2=80=ae';
};

subtest 'a repeated file name gets a number' => sub {
  my $x = with_storage('receiver');
  my $answer = send_form($x->submitter, $x, [files => 'same.txt', '1'], [files => 'same.txt', '2'], [files => 'SAME.txt', '3'])->ok;
  is_deeply [map { $_->{fileName} } @$answer], ['same.txt', 'same.txt', 'SAME.txt'];
  is_deeply [map { $_->{receiverMessage} } @$answer], [null, 'Stored as "same (2).txt".', 'Stored as "SAME (3).txt".'], 'the answer names the numbers';
  is $answer->[1]{submitterMessage}, 'No storage is configured.';
  is_deeply [map { $storage->file($_) } 'same.txt', 'same (2).txt', 'SAME (2).txt'], [1, 2, undef];
  is $storage->file('SAME (3).txt'), 3, 'names that differ only in case get numbers, too';
  send_form($x->receiver, $x, [files => 'same.txt', '4'])->ok;
  is_deeply [map { $storage->file($_) } 'same.txt', 'same (4).txt'], [1, 4], 'a later upload replaces no file';
};

subtest 'names that differ in case, in the composition of a letter or in trailing dots and spaces are the same' => sub {
  my $x = with_storage('receiver');
  my @names = ("\x{c9}t\x{e9}.txt", "\x{e9}T\x{c9}.txt", "E\x{301}te\x{301}.txt", "stra\x{df}e", 'STRASSE', "Stra\x{1e9e}e", "\x{3a3}\x{3c2}", "\x{3c3}\x{3c3}", "\x{212b}.txt", "a\x{30a}.txt", "ete.txt", 'ete.txt.', 'ETE.txt ');
  my $answer = send_form($x->submitter, $x, map { [files => $names[$_], $_] } 0 .. $#names)->ok;
  my @stored = map { $answer->[$_]{receiverMessage} ? $answer->[$_]{receiverMessage} =~ /"(.*)"/ : $names[$_] } 0 .. $#names;
  is_deeply \@stored, [$names[0], "\x{e9}T\x{c9} (2).txt", "E\x{301}te\x{301} (3).txt", $names[3], 'STRASSE (2)', "Stra\x{1e9e}e (3)", $names[6], "\x{3c3}\x{3c3} (2)", $names[8], "a\x{30a} (2).txt", 'ete.txt', 'ete.txt (2).', 'ETE (2).txt '], 'each but the first gets a number';
  utf8::upgrade($_) for @stored;
  is_deeply [map { $storage->file($_) } @stored], [0 .. $#names], 'each file has its name as it came';
  owner()->do('insert into attachment_name select id, ? from request where token = ?', undef, "\x{c4}.txt", $x->token);      # as a node of 0.1.0 does
  is send_form($x->submitter, $x, [files => "a\x{308}.TXT", 'x'])->ok->[0]{receiverMessage}, "Stored as \"a\x{308} (2).TXT\".", 'a name that a node of 0.1.0 has taken';
  my $added = owner()->selectcol_arrayref('insert into attachment_name select id, ? from request where token = ? on conflict do nothing returning name', undef, "\x{c9}T\x{c9}.txt", $x->token);
  is_deeply $added, [], 'and one that a node of 0.1.0 may not take';
  my ($slow) = grep { /^-- slow: /m } split /^-- then\n/m, slurp('sql/migrations/0107_attachment_names.sql');
  my @old = ('dotted. .', 'dotted', 'spaced ', 'plain');
  owner()->do($_) for 'alter table attachment_name disable trigger attachment_name_fold',
    (map { "insert into attachment_name select id, '$_' from request where token = '@{[ $x->token ]}'" } @old), 'alter table attachment_name enable trigger attachment_name_fold', $slow;
  my $kept = owner()->selectcol_arrayref(q(select name from attachment_name join request on id = request where token = ? and name ~ '^(dotted|spaced|plain)' order by 1), undef, $x->token);
  is_deeply $kept, [qw(dotted plain spaced)], 'the migration changes the names that were there';
};
sub slurp { my ($path) = @_; open my $in, '<', $path or die "$path: $!\n"; local $/; return scalar <$in> }

subtest 'a file with a name that the storage has from another request gets a number there' => sub {
  my ($x, $y, $z) = map { with_storage('submitter', 'receiver') } 1 .. 3;
  send_form($x->submitter, $x, [files => 'screenshot.png', 'x'])->ok;
  my $answer = send_form($y->submitter, $y, [files => 'screenshot.png', 'y'], [files => 'SCREENSHOT.png', 'Y'])->ok;
  is_deeply [map { @{$_}{qw(fileName receiverMessage submitterMessage)} } @$answer], ['screenshot.png', ('Stored as "screenshot (2).png".') x 2, 'SCREENSHOT.png', ('Stored as "SCREENSHOT (3).png".') x 2];
  for my $folder (qw(in ours)) {
    is_deeply [map { $storage->file($_, $folder) } 'screenshot.png', 'screenshot (2).png', 'SCREENSHOT (3).png'], [qw(x y Y)], "no file replaces another: $folder";
  }
  is $y->submitter->get($y->notes)->ok->[0]{description}, "screenshot.png as screenshot (2).png: receiver SUCCESS, submitter SUCCESS\nSCREENSHOT.png as SCREENSHOT (3).png: receiver SUCCESS, submitter SUCCESS";
  $z->submitter->put(https($z), $storage->config(httpsPath => '/'))->ok;
  $answer = send_form($z->submitter, $z, [files => 'screenshot.png', 'z'])->ok;
  is_deeply [@{ $answer->[0] }{qw(receiverMessage submitterMessage)}], ['Stored as "screenshot (3).png".', null], 'the storages may have it under different names';
  is $z->submitter->get($z->notes)->ok->[0]{description}, 'screenshot.png: receiver SUCCESS as screenshot (3).png, submitter SUCCESS';
  like send_form($z->submitter, $z, [files => 'other.png', 'z'], [files => 'screenshot.png', 'a'], [files => 'a/b', 'd'])->text,
    qr/forwarded: \\"other\.png\\", \\"screenshot\.png\\" as \\"screenshot \(4\)\.png\\" \(receiver\) and \\"screenshot \(2\)\.png\\" \(submitter\)/, 'so does the error message';
  is_deeply owner()->selectcol_arrayref('select name from attachment join request on request.id = attachment.request where token = ? order by attachment.id', undef, $z->token),
    ['screenshot.png/screenshot (3).png', 'other.png', 'screenshot (2).png/screenshot (4).png'], 'the records have both names';
  $x->receiver->put(https($x), $storage->config(password => 'wrong'))->ok;
  send_form($x->submitter, $x, [files => 'SCREENSHOT (3).png', 'x'])->ok;
  is $x->submitter->get($x->notes)->ok->[-1]{description}, 'SCREENSHOT (3).png as SCREENSHOT (3) (2).png: receiver FAILED, submitter SUCCESS', 'a storage that has no part of the file gives it no other name';
};

subtest 'a default storage may have a folder for each request, or overwrite files' => sub {
  my ($x, $y) = map { with_storage() } 1 .. 2;
  my $domain = $x->receiver->company->{domain};
  my @set = ('attachment', 'set', $domain, '--domain', $storage->domain, '--port', $storage->{port}, '--password-file', "$dir/password");
  open my $out, '>', "$dir/password" or die; print $out "pass word:1\n"; close $out;
  collabctl(@set, '--path', '/in/{token}', '--same-name', 'overwrite');
  is $x->submitter->get(config($x))->ok->{receiver}{parameters}{httpsPath}, '/in/{token}';
  mkdir $storage->path($x->token) or die;
  $storage->let($x->token);
  is send_form($x->submitter, $x, [files => 'own.txt', 'a'])->ok->[0]{receiverStatus}, 'SUCCESS';
  is $storage->file($x->token . '/own.txt'), 'a', 'the token names the folder';
  like collabctl('attachment', 'list', '--json'), qr/"sameName" : "overwrite"/, 'the list has it';
  for my $case (['overwrite', null, 'second'], ['number', 'Stored as "number (2).txt".', 'first']) {
    my ($word, $message, $content) = @$case;
    collabctl(@set, '--path', '/in', '--same-name', $word);
    my @x = ($x, $x->another);
    for my $n (0, 1) {
      $storage->let($x[$n]->token);
      is send_form($x[$n]->submitter, $x[$n], [files => "$word.txt", $n ? 'second' : 'first'])->ok->[0]{receiverMessage}, $n ? $message : null, "$word: request $n";
    }
    is $storage->file("$word.txt"), $content;
    like collabctl('attachment', 'list'), qr/\Q$domain\E .* $word$/m, 'the list shows what has been said';
    my $again = send_form($x[1]->submitter, $x[1], [files => "$word.txt", 'third'])->ok->[0]{receiverMessage};
    is $again, $word eq 'overwrite' ? 'Stored as "overwrite (2).txt".' : 'Stored as "number (3).txt".', "$word: no file of the same request is replaced";
  }
  ok !eval { collabctl(@set, '--same-name', 'both'); 1 };
  like $@, qr/attachment set: same-name: must be overwrite or number/;
  collabctl('attachment', 'remove', $domain);
};

subtest 'each party may forward half of the files of a request' => sub {
  my $x = with_storage('receiver');
  my $add = sub { owner()->do(q{insert into attachment (request, company, name, submitter_status, receiver_status)
    select id, submit_company, 'f' || i, 'FAILED', 'SUCCESS' from request, generate_series(1, ?) i where token = ?}, undef, $_[0], $x->token) };
  $add->(499);
  send_form($x->submitter, $x, [files => 'last.txt', 'x'])->ok;
  send_form($x->submitter, $x, [files => 'beyond-half.txt', 'x'])->fails(409, qr/^Your company has forwarded its half of the 1000 files that a collaboration request may have\.$/);
  is $storage->file('beyond-half.txt'), undef, 'nothing is forwarded';
  send_form($x->receiver, $x, [files => 'last.txt', 'x'])->ok('the other party has its own half');
};

subtest 'simultaneous uploads of one name through two servers get different names' => sub {
  my $second = beside('second', $storage->directives . "CollabDispatcher Off\n");
  my $x = with_storage('receiver');
  my ($body, %option) = a_form([files => 'Twice.txt', 'first']);
  my $head = "POST @{[ files($x) ]} HTTP/1.1\r\nHost: x\r\nAuthorization: Bearer " . $x->submitter->token
    . "\r\nContent-Type: $option{type}\r\nContent-Length: @{[ length $body ]}\r\n\r\n";
  my $cut = index($body, 'first') + 2;
  my $begin = sub {
    my $socket = wire_socket($server->url);
    print $socket $head, substr $body, 0, $cut;
    wait_for { my @begun = glob "$dir/storage/files/in/.davfs*"; @begun } 10, 'a file that the storage is writing';
    return $socket;
  };
  my $socket = $begin->();
  send_form($x->receiver->at($second), $x, [files => 'twice.txt', 'second'])->ok;
  print $socket substr $body, $cut;
  read_answer($socket, $head)->ok;
  is_deeply [map { $storage->file($_) } 'Twice.txt', 'twice (2).txt', 'twice.txt'], ['first', 'second', null], 'each file has a name of its own';

  $x = with_storage('receiver');
  $head =~ s/POST \S+/POST @{[ files($x) ]}/;
  $head =~ s/Bearer \S+/Bearer @{[ $x->submitter->token ]}/;
  $body =~ s{Twice.txt}{broke.txt};
  close $begin->();
  wait_for { send_form($x->submitter, $x, [files => 'broke.txt', 'whole'])->ok; defined $storage->file('broke.txt') } 10, 'the name of a broken-off upload to be free';
  $x->receiver->put(https($x), $storage->config(password => 'wrong'))->ok;
  is send_form($x->submitter, $x, [files => 'later.txt', 'a'])->ok->[0]{receiverStatus}, 'FAILED';
  $x->receiver->put(https($x), $storage->config)->ok;
  send_form($x->submitter, $x, [files => 'later.txt', 'a'])->ok;
  is $storage->file('later.txt'), 'a', 'the name of a failed upload is free, too';
};

subtest 'an upload takes one description of at most 500 characters' => sub {
  my $x = with_storage('receiver');
  my $described = sub { my ($query, @parts) = @_; my ($body, %option) = a_form([files => 'd.txt', 'a'], @parts);
    return $x->submitter->request('POST', files($x) . $query, body => $body, %option) };
  my $said = sub { my $notes = $x->submitter->get($x->notes)->ok; return (split /\n\n/, $notes->[-1]{description})[0] };
  $described->('?description=in%20the+query')->ok;
  is $said->(), 'in the query';
  $described->('', [description => undef, text_of(500)])->ok;
  is $said->(), text_of(500);
  $described->('', [description => 'blob', 'of a script', 'Content-Type: text/plain'])->ok;
  is $said->(), 'of a script', 'a description may have a file name';
  $described->('?description=' . in_path(text_of(500)))->ok;
  is $said->(), text_of(500);
  $described->('?description=')->ok;
  like $said->(), qr/^d\.txt as d \(5\)\.txt: receiver SUCCESS/, 'an empty description counts as absent';
  $described->('?description=' . in_path(text_of(501)))->invalid('description');
  $described->('', [description => undef, text_of(501)])->invalid('description');
  $described->('', [description => undef, "a\xff"])->invalid('description');
  $described->('?description=a&description=b')->invalid('description');
  $described->('', [description => undef, 'a'], [description => undef, 'b'])->invalid('description');
};

done_testing;
