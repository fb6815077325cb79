# t/api/etag.t: conditional reads (contract.md 1): a strong ETag that depends on the caller; 304 to who has it
use lib 't/lib';
use Collab::Test;

my $x = exchange();
$x->receiver->post($x->notes, a_note())->ok;
my $me = $x->submitter;
my $partner = in_path($x->receiver->company->{name});

subtest 'every GET that is not streamed' => sub {
  my $department = department($x->receiver->company);
  my $hook = $me->post('/v2/webhooks', { callbackUrl => 'http://127.0.0.1:9/' })->ok->{id};
  revalidates($me, $_) for '/v1/me', "/v1/partners/$partner", '/v1/forms/document/' . $x->document, '/v1/forms/company/' . $x->receiver->company->{id},
    "/v1/forms/department/$department->{id}", '/v2/collaboration-requests', '/v2/collaboration-requests?cursor=', '/v1/collaboration-requests?paginated=true',
    $x->path, $x->path . '?includeRemovedNotes=true', $x->notes, $x->notes . '?includeRemoved=true', '/v1/webhooks', '/v2/webhooks',
    "/v2/webhooks/$hook", "/v1/webhooks/$hook/deliveries";
};

subtest 'the tag moves with the record, and differs by side' => sub {
  for my $path ($x->path, $x->notes, '/v2/collaboration-requests', '/v2/collaboration-requests?cursor=') {
    my $before = revalidates($me, $path);
    $x->receiver->post($x->notes, a_note())->ok;
    my $after = $me->get($path, headers => { 'if-none-match' => $before });
    $after->is_status(200, "$path: changed");
    isnt $after->header('etag'), $before;
  }
  isnt revalidates($x->receiver, $x->path), revalidates($x->submitter, $x->path), 'the other side sees another direction';
  my $tag = revalidates($me, $x->path);
  $x->receiver->post($x->approval, an_approval())->ok;
  $me->get($x->path, headers => { 'if-none-match' => $tag })->is_status(200);
  $tag = revalidates($me, $x->path);
  my $note = $me->get($x->notes)->ok->[0]{token};
  collabctl('note', 'remove', $note);
  $me->get($x->path, headers => { 'if-none-match' => $tag })->is_status(200, 'a removal counts');
};

subtest 'forms of If-None-Match' => sub {
  my $tag = revalidates($me, $x->path);
  my %want = ($tag => 304, "W/$tag" => 304, '*' => 304, qq("a", "b,c" , $tag) => 304, '"other"' => 200, 'nonsense' => 200, '"' => 200, '' => 200, "$tag-more" => 304);
  is $me->get($x->path, headers => { 'if-none-match' => $_ })->status, $want{$_}, $_ for sort keys %want;
  my $head = $me->head($x->path, headers => { 'if-none-match' => $tag });
  is $head->status, 304;
  is $head->header('etag'), $tag;
  $x->stranger->get($x->path, headers => { 'if-none-match' => $tag })->fails(404, undef, 'a tag opens nothing');
  nobody->get($x->path, headers => { 'if-none-match' => $tag })->fails(401);
  $me->get($x->path . '/approval', headers => { 'if-none-match' => '*' })->fails(405);
};

done_testing;
