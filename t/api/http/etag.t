# t/api/http/etag.t: a read has a strong ETag, which depends on the caller, and a repeat with the current ETag gets 304
# interface.md 2.10
use lib qw(t/lib lab/lib);
use Collab::Operations;
use Collab::Test;
use Collab::Server;

my $x = exchange();
$x->receiver->post($x->notes, a_note())->ok;
my $me = $x->submitter;

subtest 'every GET that is not streamed revalidates' => sub {
  my $operations = operations();
  my @rows = grep { my $row = $_; $row->{name} ne 'request_page' && grep { $_ == 304 } @{ $row->{statuses} } } routes();      # request_page is streamed without a cursor; below, it is read with a cursor
  cmp_ok scalar @rows, '>', 12;
  for my $row (@rows) {
    revalidates($me, $operations->path($row->{name}, $operations->at_rest($x, $row->{name})));
  }
  revalidates($me, $_) for '/v2/collaboration-requests?cursor=', $x->path . '?includeRemovedNotes=true', $x->notes . '?includeRemoved=true';
};

subtest 'the ETag changes with the record, and differs between the parties' => sub {
  for my $path ($x->path, $x->notes, '/v2/collaboration-requests?cursor=') {
    my $before = revalidates($me, $path);
    $x->receiver->post($x->notes, a_note())->ok;
    my $after = $me->get($path, headers => { 'if-none-match' => $before });
    $after->is_status(200, "$path: 200 after a change");
    isnt $after->header('etag') // $before, $before, '… with another ETag';
  }
  isnt revalidates($x->receiver, $x->path), revalidates($x->submitter, $x->path), 'the parties have different ETags, since they see different directions';
  my $tag = revalidates($me, $x->path);
  $x->receiver->post($x->approval, an_approval())->ok;
  $me->get($x->path, headers => { 'if-none-match' => $tag })->is_status(200);
  $tag = revalidates($me, $x->path);
  my $note = $me->get($x->notes)->ok->[0]{token};
  collabctl('note', 'remove', $note);
  $me->get($x->path, headers => { 'if-none-match' => $tag })->is_status(200, 'a removed note changes the ETag');
};

subtest 'every read decides a 304 by a version, except those in docs/decisions.md' => sub {
  my %hashed = map { $_ => 1 } qw(partner_find partner_search webhook_deliveries webhook_redelivery);
  my @rows = grep { $_->{method} eq 'GET' && $_->{who} ne 'public' && grep { $_ == 304 } @{ $_->{statuses} } } routes();
  cmp_ok scalar @rows, '>', 12;
  for my $row (@rows) {
    my $name = { request_page => 'request_list', webhook_deliveries_v2 => 'webhook_deliveries' }->{ $row->{name} } // $row->{name};
    open my $in, '<', "sql/queries/api/$name.sql" or die "$name: $!\n";
    my ($outcomes) = map { /^-- outcomes: (.*)/ } <$in>;
    is !!($outcomes =~ /\bnot-modified\b/), !$hashed{$name}, $name;
  }
};

subtest 'the ETag of a record that rarely changes depends on everything that it shows' => sub {
  my $x = exchange(fields => [['Serial', 'STRING']]);      # gives the receiver a second form
  my ($ada, $ben) = $x->parties;
  my ($mine, $theirs) = map { $_->company->{id} } $ada, $ben;
  my $changed = sub {
    my ($path, $what, $change) = @_;
    my $before = revalidates($ada, $path);
    my $body = $ada->get($path)->text;
    $change->();
    my $after = $ada->get($path, headers => { 'if-none-match' => $before });
    $after->is_status(200, "$path: $what");
    isnt $after->header('etag'), $before, '… has another ETag';
    isnt $after->text, $body, '… and another body';
    revalidates($ada, $path);
  };
  my $do = sub { my @sql = @_; return sub { owner()->do($sql[0], undef, @sql[1 .. $#sql]) } };
  $changed->('/v1/me', 'the user', sub { collabctl('user', 'set', $ada->username, '--city', 'Lima') });
  $changed->('/v1/me', 'the company', $do->(q(update company set description = 'new' where id = ?), $mine));
  my $form = '/v1/forms/document/' . $x->document;
  for my $path ($form, "/v1/forms/company/$theirs") {
    my $document = $ada->get($path)->ok->{documentId};
    $changed->($path, 'the document', $do->('update document set admin_note = ? where id = ?', "note of $path", $document));
    $changed->($path, 'a new field', $do->(q(insert into document_field (document, section, label, type) values (?, 'PROBLEM_SECTION', 'More', 'STRING')), $document));
    $changed->($path, 'a changed field', $do->(q(update document_field set label = 'Less' where document = ? and label = 'More'), $document));
    $changed->($path, 'a removed field', $do->(q(delete from document_field where document = ? and label = 'Less'), $document));
    $changed->($path, 'the contact of the caller', $do->('update account set phone = ? where id = ?', "555 $path", $ada->id));
  }
  isnt revalidates($ada, $form), revalidates(user($ada->company), $form), 'the ETag of a form differs between callers';
  for my $version (qw(v1 v2)) {
    my $list = "/$version/webhooks";
    my $id;
    $changed->($list, 'a new subscription', sub { $id = $ada->post($list, { callbackUrl => 'http://127.0.0.1:9/' })->ok->{id} });
    next if $version eq 'v1';
    $changed->($_, 'a subscription switched off or on', sub { $ada->patch("/v2/webhooks/$id", { active => !$ada->get("/v2/webhooks/$id")->ok->{active} ? true : false })->ok }) for $list, "$list/$id";
    $changed->($list, 'a deleted subscription', sub { $ada->delete("/v2/webhooks/$id") });
  }
  my $config = $x->path . '/attachments/config';
  my $put = sub { my ($party, %with) = @_; $party->put("$config/https", { domain => 'files.partner.example', password => 'p', expiration => '2099-01-01T00:00:00Z', httpsPath => '/in', httpsPort => 443, %with })->ok };
  $changed->($config, 'the configuration of one party', sub { $put->($ada) });
  $changed->($config, 'that of the other party', sub { $put->($ben, httpsPort => 444) });
  $changed->($config, 'a changed configuration', sub { $put->($ben, httpsPort => 445) });
  $changed->($config, 'an expired configuration', $do->(q(update attachment_storage set expiration = now() - interval '1 second' where company = ?), $mine));
};

subtest 'If-None-Match takes lists, weak tags and *' => sub {
  my $tag = revalidates($me, $x->path);
  my %want = ($tag => 304, "W/$tag" => 304, '*' => 304, qq("a", "b,c" , $tag) => 304, '"other"' => 200, 'nonsense' => 200, '"' => 200, '' => 200, "$tag-more" => 304);
  is $me->get($x->path, headers => { 'if-none-match' => $_ })->status, $want{$_}, $_ for sort keys %want;
  my $head = $me->head($x->path, headers => { 'if-none-match' => $tag });
  is $head->status, 304;
  is $head->header('etag'), $tag;
  $x->stranger->get($x->path, headers => { 'if-none-match' => $tag })->fails(404, undef, 'a current ETag gives a stranger nothing');
  nobody->get($x->path, headers => { 'if-none-match' => $tag })->fails(401);
  $me->get($x->path . '/approval', headers => { 'if-none-match' => '*' })->fails(405);
};

subtest 'a long If-None-Match costs little memory' => sub {
  my $server = Collab::Server->start("$ENV{COLLAB_TEST_DIR}/etag$$", api_dsn => $ENV{COLLAB_TEST_DSN} =~ s/collab_owner/collab_api/r,
    dispatch_dsn => 'host=/nowhere', extra => "CollabBaseURL $ENV{COLLAB_TEST_URL}\nCollabDispatcher Off\nLimitRequestFieldSize 65536\n");
  my $here = $me->at($server);
  $here->get('/v1/me', headers => { 'if-none-match' => '"a"' })->ok;
  my ($child) = $server->children;      # the only worker, which has just answered
  my $peak = sub { open my $in, '<', "/proc/$child/status" or die "status: $!\n"; return map { /^VmHWM:\s+(\d+)/ ? $1 : () } <$in> };
  my $tag = revalidates($me, '/v1/me');
  my ($before) = $peak->();
  is $here->get('/v1/me', headers => { 'if-none-match' => '"a",' x 15_000 . $tag })->status, 304, 'the last of 15,000 ETags counts';
  my ($after) = $peak->();
  cmp_ok $after - $before, '<', 16 * 1024, 'the peak grows by less than 16 MiB for a header of 60 KiB';
};

done_testing;
