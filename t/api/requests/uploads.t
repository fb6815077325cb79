# t/api/requests/uploads.t: uploads are forwarded as clients send them, within limits, and a failing storage is reported
# interface.md 13.4 to 13.9
use lib qw(t/lib lab/lib);
use Collab::Test;
use Collab::Attachments;
use Collab::Form;
use Collab::Server;
use Collab::Upload;
use Collab::Wire;

my $x = exchange();

subtest 'multipart bodies are accepted in the forms that clients send' => sub {
  my $x = with_storage('receiver');
  my ($body, %option) = a_form([other => undef, 'ignored'], [more => 'x.bin', 'ignored'], [files => '', ''], [files => 'clients.txt', 'a']);
  is scalar @{ $x->submitter->request('POST', files($x), body => $body, %option)->ok }, 1, 'parts of other names are ignored, and inputs of a browser without a file';
  my $chunks = $body;
  my $sent = sub { return substr $chunks, 0, 7, '' };
  my $got = $x->submitter->request('POST', files($x), body => $sent, %option)->ok;
  is $got->[0]{receiverStatus}, 'SUCCESS', 'chunked transfer coding works';
  $option{type} =~ s/boundary=(.*)/charset=utf-8; boundary="$1"/;
  $x->submitter->request('POST', files($x), body => "$body\r\n", %option)->ok('a quoted boundary');
  $x->submitter->request('POST', files($x), body => "\r\n$body", %option)->ok('a line before the first boundary');
  $x->submitter->request('POST', files($x), body => $body, %option, headers => { 'content-encoding' => 'Identity' })->ok('the encoding identity is none');
  ($body) = a_form([files => 'folded.txt', 'a']);
  my $odd = $body =~ s/; filename/;\r\n\tfilename/r =~ s/(filename=".*")/$1;/r;
  is $x->submitter->request('POST', files($x), body => $odd, %option)->ok->[0]{fileName}, 'folded.txt', 'a folded Content-Disposition with a semicolon at its end';
};

subtest 'a storage gets the Content-Type of each part' => sub {
  my $x = with_storage('receiver');
  my @types = (['text/plain', 'text/plain'], ['image/svg+xml; charset="utf-8"', 'image/svg+xml; charset="utf-8"'], ['a/' . 'b' x 253, 'a/' . 'b' x 253],
    ['a/' . 'b' x 254], ["text/pl\x01ain"], ["text/pl\0ain"], ["text/plain;\r\n x=y", 'text/plain; x=y'], ['text'], ['text /plain'], ['text/plain; charset'], ["text/pl\xe4in"], ['']);
  my ($body, %option) = a_form([files => 'untyped.txt', 'a'], map { [files => "typed$_.txt", 'a', "Content-Type: $types[$_][0]"] } 0 .. $#types);
  $x->submitter->request('POST', files($x), body => $body, %option)->ok;
  wait_for { !grep { !defined $storage->type($_) } 'untyped.txt', map { "typed$_.txt" } 0 .. $#types } 10, 'the log lines of all files';      # httpd logs after its response
  is $storage->type('untyped.txt'), 'application/octet-stream', 'a part without a type';
  for my $n (0 .. $#types) {
    is $storage->type("typed$n.txt") =~ s/\\"/"/gr, $types[$n][1] // 'application/octet-stream', substr $types[$n][0], 0, 40;
  }
};

subtest 'Expect: 100-continue gets 100 only when the upload is allowed' => sub {
  my $x = with_storage('receiver');
  my ($body) = a_form([files => 'waits.txt', 'patience']);
  my $begin = sub {
    my ($party, $path) = @_;
    my $socket = wire_socket($server->url);
    my $sent = "POST $path HTTP/1.1\r\nHost: x\r\nAuthorization: Bearer @{[ $party->token ]}\r\nContent-Type: multipart/form-data; boundary=@{[ BOUNDARY ]}\r\n"
      . 'Content-Length: ' . length($body) . "\r\nExpect: 100-continue\r\n\r\n";
    print $socket $sent;
    return ($socket, $sent);
  };
  my ($socket, $sent) = $begin->($x->submitter, files($x));
  my $said = '';
  $said .= <$socket> // last for 1 .. 2;
  like $said, qr{^HTTP/1\.1 100 \S+\r\n\r\n\z}, '100 comes before the body';
  print $socket $body;
  read_answer($socket, $sent)->ok('the upload then succeeds');
  is $storage->file('waits.txt'), 'patience';
  ($socket, $sent) = $begin->($x->stranger, files($x));
  read_answer($socket, $sent)->fails(404, undef, 'a stranger gets 404 instead of 100');
};

subtest 'uploads work over HTTP/2' => sub {
  my $h2 = beside('h2', $storage->directives . "CollabDispatcher Off\nLoadModule http2_module $ENV{COLLAB_LIBEXECDIR}/mod_http2.so\nProtocols h2c http/1.1\n");
  my $x = with_storage('receiver');
  my $file = "$dir/h2.bin";
  open my $out, '>', $file or die; print $out 'h2' x 3_000_000; close $out;
  my $said = run('curl', '-s', '--http2-prior-knowledge', '-m', 60, '-w', '%{http_version}', '-H', 'Authorization: Bearer ' . $x->submitter->token,
    '-F', "files=\@$file", '-F', 'description=by stream', $h2->url . files($x));
  like $said, qr/^\[\{"fileName":"h2\.bin","receiverStatus":"SUCCESS".*\]2$/;
  is length $storage->file('h2.bin'), 6_000_000;
  my $told = run('curl', '-sv', '--http2-prior-knowledge', '-m', 60, '-o', '/dev/null', '-H', 'Expect: 100-continue', '--expect100-timeout', 50,
    '-H', 'Authorization: Bearer ' . $x->submitter->token, '-F', "files=\@$file", $h2->url . files($x));
  like $told, qr{< HTTP/2 100.*< HTTP/2 200}s, 'Expect: 100-continue gets 100';
};

subtest 'uploads work over TLS' => sub {
  my $tls = beside('tls', $storage->directives . "CollabDispatcher Off\nLoadModule socache_shmcb_module $ENV{COLLAB_LIBEXECDIR}/mod_socache_shmcb.so\n"
    . "LoadModule ssl_module $ENV{COLLAB_LIBEXECDIR}/mod_ssl.so\nSSLEngine On\nSSLCertificateFile \"@{[ $storage->ca ]}\"\nSSLCertificateKeyFile \"$dir/storage/key.pem\"\n");
  my $x = with_storage('receiver');
  my $file = "$dir/tls.bin";
  open my $out, '>', $file or die; print $out 'tls' x 1_000_000; close $out;
  my $said = run('curl', '-sk', '--limit-rate', '3M', '-m', 60, '-H', 'Authorization: Bearer ' . $x->submitter->token, '-F', "files=\@$file",
    'https' . substr($tls->url, 4) . files($x));
  like $said, qr/^\[\{"fileName":"tls\.bin","receiverStatus":"SUCCESS"/;
  is length $storage->file('tls.bin'), 3_000_000;
};

subtest 'another type or a broken form is refused' => sub {
  my $x = with_storage('receiver');
  my ($body, %option) = a_form([files => 'bad.txt', 'a']);
  my $post = sub { my ($body, %option) = @_; return $x->submitter->request('POST', files($x), body => $body, %option) };
  $post->($body, type => $_)->fails(415) for 'application/json', 'multipart/mixed; boundary=x', 'application/x-www-form-urlencoded';
  $post->($body)->fails(415);
  $post->($body, %option, headers => { 'content-encoding' => $_ })->fails(415, qr/: its Content-Encoding is not supported, send it without one\.$/) for 'gzip', 'identity, br';
  $post->($body, type => 'multipart/form-data')->fails(400, qr/boundary is missing/);
  $post->($body, type => "multipart/form-data; boundary=$_")->fails(400, qr/quote it/) for '=_a', 'a/b', 'a:b';
  $post->(substr($body, 0, -10), %option)->fails(400, qr/ends before its last boundary/);
  $post->('', %option)->fails(400);
  $post->('hello', %option)->fails(400);
  $post->($body =~ s/Content-Disposition/X-Other/r, %option)->fails(400);
  $post->($body =~ s/; filename="bad.txt"//r, %option)->fails(400, qr/files needs a filename/);
  $post->($body =~ s/filename=/filename*0=/r, %option)->fails(400, qr/filename\*0/);
  $post->($body =~ s/filename="/filename="..\/=?/r, %option)->invalid('files');
  $post->(a_form([files => '', '']))->invalid('files');
  is $post->(a_form([$_ => 'a.txt', 'a']))->invalid('files')->[0]{message}, "is required: the part is called files, not $_" for 'files[]', 'files[0]', 'file';
  is $post->(a_form([other => undef, 'a']))->invalid('files')->[0]{message}, 'is required', 'a field is no file';
  my $y = with_storage();
  send_form($y->submitter, $y, map { [files => "$_.txt", ''] } 1 .. 101)->fails(400, qr/too many parts/);
  is $storage->file('bad.txt'), undef, 'the storage has no partial file';
};

subtest 'many parameters in part headers cost little memory' => sub {
  my $x = with_storage();
  my ($child) = $server->children;
  my $peak = sub { open my $in, '<', "/proc/$child/status" or die "status: $!\n"; return map { /^VmHWM:\s+(\d+)/ ? $1 : () } <$in> };
  my $part = '--' . BOUNDARY . "\r\nContent-Disposition: form-data; name=x" . ';a=""' x 1500 . "\r\n\r\n1\r\n";
  my ($before) = $peak->();
  $x->submitter->request('POST', files($x), body => $part x 99 . '--' . BOUNDARY . "--\r\n", type => 'multipart/form-data; boundary=' . BOUNDARY)
    ->invalid('files');
  my ($after) = $peak->();
  cmp_ok $after - $before, '<', 64 * 1024, 'the peak grows by less than 64 MiB for a body of 750 KiB';
};

subtest 'files before a bad part are stored and noted' => sub {
  my $x = with_storage('receiver');
  send_form($x->submitter, $x, [files => 'whole.txt', 'a'], [files => '../../etc/passwd', 'b'])->invalid('files');
  is $storage->file('whole.txt'), 'a';
  like $x->submitter->get($x->notes)->ok->[0]{description}, qr/^whole\.txt: receiver SUCCESS/;
};

subtest 'the error for a bad part names the files already forwarded' => sub {
  my $x = with_storage('receiver');
  my $refused = send_form($x->submitter, $x, [files => 'one.txt', 'a'], [files => 'two.txt', 'b'], [files => 'one.txt', 'c'], [files => 'a/b', 'd']);
  $refused->invalid('files');
  my $names = '"one\.txt", "two\.txt", "one\.txt" as "one \(2\)\.txt"\.';
  my $wrong = 'files must have a file name without a path: no slash, no backslash, no "\.\."';
  like $refused->json->{message}, qr/^The request is not valid: $wrong; these files were already forwarded: $names\z/, 'after the bad field';
  $refused = send_form($x->submitter, $x, [files => 'three.txt', 'a'], [description => undef, text_of(501)]);
  $refused->invalid('description');
  like $refused->json->{message}, qr/: description must have at most 500 characters; these files were already forwarded: "three\.txt"\.\z/, 'a bad description names them, too';
  my ($body, %option) = a_form([files => 'four.txt', 'a'], [files => 'five.txt', 'b']);
  $refused = $x->submitter->request('POST', files($x), body => substr($body, 0, -10), %option);
  $refused->fails(400, qr/ends before its last boundary; these files were already forwarded: "four\.txt"\.\z/, 'a truncated form names them, too');
  $x->receiver->put(https($x), $storage->config(password => 'wrong'))->ok;
  $refused = send_form($x->submitter, $x, [files => 'six.txt', 'a'], [files => 'a/b', 'd']);
  $refused->invalid('files');
  unlike $refused->text, qr/forwarded|FAILED/, 'a file that no storage took is not named';
  my $notes = $x->submitter->get($x->notes)->ok;
  ($body, %option) = a_form([files => 'seven.txt', 'a']);
  $refused = $x->submitter->request('POST', files($x), body => substr($body, 0, -10), %option);
  $refused->fails(400, qr/: the form ends before its last boundary\.\z/, 'nor is one of which no storage was offered a byte');
  is_deeply $x->submitter->get($x->notes)->ok, $notes, 'which has no note';
};

subtest 'a file of which a storage got a part is FAILED in note and error' => sub {
  my $x = with_storage('receiver');
  my $said = 'torn.bin: receiver FAILED, submitter NOT_CONFIGURED (did not arrive as a whole)';
  my $upload = Collab::Upload->begin($x->submitter, files($x), 'first.bin')->more(5)->next_file('torn.bin')->more(600_000);
  $upload->{socket}->print("0\r\n\r\n");
  $upload->answer->fails(400, qr/; these files were already forwarded: "first\.bin"; these files FAILED: "torn\.bin" \(did not arrive as a whole\)\.\z/);
  is $x->submitter->get($x->notes)->ok->[0]{description}, "first.bin: receiver SUCCESS, submitter NOT_CONFIGURED\n$said";
  my $y = with_storage('receiver');
  $upload = Collab::Upload->begin($y->submitter, files($y), 'torn.bin')->more(600_000);
  wait_for { my @begun = glob "$dir/storage/files/in/.davfs*"; @begun } 10, 'the storage to take the file';
  $upload->drop;
  wait_for { @{ $y->submitter->get($y->notes)->ok } } 10, 'the note';
  is $y->submitter->get($y->notes)->ok->[0]{description}, $said, 'when the client closes the connection, too';
  is_deeply owner()->selectall_arrayref('select name, submitter_status, receiver_status from attachment join request on request.id = attachment.request where token = ?', undef, $y->token),
    [['torn.bin', 'NOT_CONFIGURED', 'FAILED']], 'the record has it';
  is $storage->file('torn.bin'), undef, 'this storage keeps no part';
};

subtest 'the error for a bad part names 20 files and counts the others' => sub {
  my $x = with_storage('receiver');
  my @names = map { sprintf 'many%02d.txt', $_ } 1 .. 23;
  for my $count (20, 23) {
    my $refused = send_form($x->submitter, $x, (map { [files => "$count$_", 'a'] } @names[0 .. $count - 1]), [files => 'a/b', 'b']);
    $refused->invalid('files');
    my $list = join(', ', map { qq("$count$_") } @names[0 .. 19]) . ($count > 20 ? ' and 3 more' : '');
    like $refused->json->{message}, qr/; these files were already forwarded: \Q$list\E\.\z/, "of $count files";
  }
};

subtest 'party and status are checked before the body is read' => sub {
  my $x = exchange();
  my $head = sub { my ($party, $path) = @_; return "POST $path HTTP/1.1\r\nHost: x\r\nAuthorization: Bearer " . $party->token
    . "\r\nContent-Type: multipart/form-data; boundary=b\r\nContent-Length: 1000000\r\nExpect: 100-continue\r\n\r\n" };
  wire($head->($x->stranger, files($x)))->fails(404);
  wire($head->($x->submitter, '/v1/collaboration-requests/AAAAAAAAAAAAAAAAAAAA/attachments'))->fails(404);
  my $refused = wire($head->($x->submitter, files($x)) =~ s/Bearer /Bearer x/r =~ s/: 1000000/: 2000000000/r);
  $refused->fails(401);
  is lc($refused->header('connection') // ''), 'close', 'the connection ends instead of waiting for 2 GB';
  wire($head->($x->submitter, files($x)) =~ s/: 1000000/: 3000000000/r)->fails(413);
  wire($head->($x->submitter, files($x)) =~ s/form-data/mixed/r)->fails(415);
  $x->submitter->get('/v1/collaboration-requests/%ff/attachments/config')->invalid('token');
  $x->in('CLOSED');
  my $closed = wire($head->($x->receiver, files($x)));
  $closed->fails(409);
  is lc $closed->header('connection'), 'close', 'the connection ends instead of waiting for the body';
};

subtest 'uploads are limited in size and number' => sub {
  my $small = beside('small', $storage->directives . "CollabDispatcher Off\nCollabMaxAttachment 5000\nCollabAttachmentSlots 1\nTimeout 2\n");
  my $x = with_storage('receiver');
  my $party = $x->submitter->at($small);
  send_form($party, $x, [files => '5000.txt', 'a' x 5000])->ok;
  send_form($party, $x, [files => '5001.txt', 'a' x 5001])->fails(413);
  send_form($party, $x, [files => '4000.txt', 'a' x 4000], [files => '1001.txt', 'a' x 1001])->fails(413);
  is_deeply [map { defined $storage->file("$_.txt") ? 1 : 0 } 5000, 5001, 4000, 1001], [1, 0, 1, 0], 'the limit counts all files of an upload';
  my $begun = Collab::Upload->admitted($party, files($x), 'begun.txt');
  my $busy = send_form($party, $x, [files => 'busy.txt', 'a']);
  $busy->fails(503);
  like $busy->header('retry-after'), qr/^\d+$/, 'without a free slot, Retry-After is sent';
  $begun->answer->fails(408, undef, 'an upload that stops gets 408');
  send_form($party, $x, [files => 'free.txt', 'a'])->ok('its slot is free again');
};

subtest 'one company cannot take all slots' => sub {
  my $small = beside('share', $storage->directives . "CollabDispatcher Off\nCollabAttachmentSlots 4\n");
  my $x = with_storage('receiver');
  my ($sam, $rita) = map { $_->at($small) } $x->submitter, $x->receiver;
  my $first = sub {       # begins an upload; returns 100 if the upload got a slot, else the status of the refusal
    my ($party) = @_;
    my $socket = wire_socket($small->url);
    my $begun = "POST @{[ files($x) ]} HTTP/1.1\r\nHost: x\r\nAuthorization: Bearer " . $party->token
      . "\r\nContent-Type: multipart/form-data; boundary=b\r\nExpect: 100-continue\r\nContent-Length: 1000\r\n\r\n";
    print $socket $begun;
    my $line = <$socket> // '';
    return ($line =~ m{^HTTP/1.1 (\d+)}, $socket);
  };
  my @held = map { [$first->($sam)] } 1 .. 4;
  is_deeply [map { $_->[0] } @held], [100, 100, 100, 503], 'a company gets three of four slots';
  send_form(user($sam->company)->at($small), $x, [files => 'b.txt', 'b'])->fails(503, undef, 'its other users get none');
  push @held, [$first->($rita)];
  is $held[-1][0], 100, 'another company gets the fourth';
  is +($first->($rita))[0], 503, 'then no slot is left';
  close $_->[1] for @held;
  wait_for { send_form($sam, $x, [files => 'c.txt', 'c'])->status == 200 } 10;
  send_form($_, $x, [files => 'd.txt', 'd'])->ok for $sam, $rita;
};

subtest 'without a database, attachments answer 503' => sub {
  my $deaf = beside('deaf', "CollabDispatcher Off\nCollabDatabaseWait 100ms\n", api_dsn => 'host=/nonexistent dbname=none user=collab_api');
  my $party = $x->submitter;
  $party->token;
  $party = $party->at($deaf);
  $party->get(config($x))->fails(503);
  $party->put(https($x), a_config())->fails(503);
  send_form($party, $x, [files => 'a.txt', 'a'])->fails(503);
};

# ---------------------------------------------------------------- storages that fail
subtest 'a failing storage is reported with its reason, and the other party still gets the file' => sub {
  my @wrong = (
    [{ password => 'wrong' },                    qr/^The storage refuses the credentials \(HTTP 401\)\.$/],
    [{ httpsPath => '/shut' },                   qr/^The storage refuses the credentials \(HTTP 403\)\.$/],
    [{ httpsPath => '/nowhere/deep' },           qr/^The storage refuses the file: is the folder there\? \(HTTP 40[49]\)\.$/],
    [{ domain => 'there.storage.example' },      qr/^The storage's certificate is not trusted\.$/],
    [{ httpsPort => 0 + Collab::Server::free_port() }, qr/^The storage cannot be reached\.$/],
    [{ domain => 'nowhere.invalid' },            qr/^The storage's name is not known\.$/],
  );
  for my $case (@wrong) {
    my ($with, $message) = @$case;
    my $x = with_storage('submitter', 'receiver');
    $x->receiver->put(https($x), $storage->config(%$with))->ok;
    my $content = join '', map { chr 65 + $_ % 26 } 1 .. 700_000;
    my $answer = send_form($x->submitter, $x, [files => $x->token, $content])->ok->[0];
    is_deeply [@{$answer}{qw(receiverStatus submitterStatus completeSuccess partialSuccess)}], ['FAILED', 'SUCCESS', false, true];
    like $answer->{receiverMessage}, $message;
    unlike $answer->{receiverMessage}, qr/127\.0\.0\.1|\d{5}/, 'the reason names no address or port';
    is $storage->file($x->token, 'ours'), $content, 'the other storage has the whole file';
  }
};

subtest 'the address guard applies to storages' => sub {
  my $inside = beside('inside', $storage->directives . "CollabDispatcher Off\nCollabOutboundAllow None\n");
  my $x = with_storage('receiver');
  my $answer = send_form($x->submitter->at($inside), $x, [files => 'inside.txt', 'a'])->ok->[0];
  is_deeply [@{$answer}{qw(receiverStatus receiverMessage)}], ['FAILED', 'The storage\'s address may not be called (loopback).'];
  is $storage->file('inside.txt'), undef;
  my $refused = $x->receiver->at($inside)->put(https($x), $storage->config);
  $refused->invalid('domain');
  like $refused->text, qr/leads to an address that may not be called \(loopback\)/, 'the error names the rule';
};

$_->stop for $storage, $there, $server;      # while their folders still exist, because the coverage gate reads the log
like $server->log, qr/resuming normal operations/, 'the log is written';
unlike $server->log, qr/Sanitizer|runtime error:|exit signal|pass word/, 'the log has no crash and no password';
done_testing;
