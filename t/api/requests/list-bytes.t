# t/api/requests/list-bytes.t: lists of large records are written in runs of about 1 MiB, and a page by cursor ends after 1 MiB
# interface.md 11.3, 11.4, 11.6, 11.7 and 18.5
use lib qw(t/lib lab/lib);
use Collab::SlowReaders qw(add_notes);
use Collab::Test;
use Collab::Wire;

my $MIB = 1024 * 1024;
my $V2 = '/v2/collaboration-requests';
my $V1 = '/v1/collaboration-requests';
nobody->get('/health/ready')->ok('the watcher has looked for nodes of 0.1.0, so cursors have the new form');
my $x = exchange(request => 0);
my $me = $x->submitter;

# For each request, from the newest to the oldest, the number of its notes, of 33 KB each. One record exceeds 1 MiB, and all records together
# fill several runs.
my @notes = (0, 10, 0, 40, 12, 0, 0, 30, 2, 31, 9, 9, 9, 9, 0);
my @made = map { my $made = $x->open_request(problemSummary => "of $_ notes"); add_notes(owner(), $made->{id}, $_); $made } reverse @notes;
my @texts = map { $me->get("$V1/$_->{token}")->text } reverse @made;
my $all = join ',', @texts;
# The size of a record in bytes, as the service estimates it.
sub estimate { my ($made) = @_; return owner()->selectrow_array('select submitter_size + receiver_size + 256 from request where id = ?', undef, $made->{id}) }
my @sizes = map { estimate($_) } reverse @made;
cmp_ok length $all, '>', 5 * $MIB, 'the list has more than 5 MiB';
cmp_ok length $texts[3], '>', $MIB, 'one record has more than 1 MiB';

# The raw answer: its header, body and chunk sizes in bytes.
sub raw {
  my ($path, %o) = @_;
  my $socket = wire_socket();
  print $socket +($o{method} // 'GET') . " $path HTTP/" . ($o{http} // '1.1') . "\r\nHost: x\r\nConnection: close\r\nAuthorization: Bearer " . $me->token . "\r\n" . join('', map { "$_\r\n" } @{ $o{headers} // [] }) . "\r\n";
  my $got = do { local $/; <$socket> };
  my ($head, $body) = split /\r\n\r\n/, $got, 2;
  my (@chunks, $plain);
  while ($head =~ /^transfer-encoding: chunked/mi && $body =~ s/^([0-9a-f]+)\r\n//i) { push @chunks, hex $1; $plain .= substr $body, 0, $chunks[-1]; substr $body, 0, $chunks[-1] + 2, '' }
  return { head => $head, body => $plain // $body, chunks => \@chunks };
}

subtest 'lists and pages hold the records byte for byte, in chunks that a slow client can take' => sub {
  my $totals = sub { my ($total, $size, $number, $next) = @_;
    return sprintf '"totalElements":%d,"totalPages":%d,"size":%d,"number":%d,"nextCursor":%s', $total, ($total + $size - 1) / $size, $size, $number, $next };
  my @of = map { $_->{id} } reverse @made;
  my $key = sub { my ($n) = @_; my ($micros) = owner()->selectrow_array('select (extract(epoch from created_at) * 1000000)::bigint from request where id = ?', undef, $of[$n]);
    my $none = 2166136261;      # the digest of no filters
    return sprintf '"c%d-%d-%d-%d"', $micros, $of[$n], $none, ($micros % 999983 + $of[$n] % 999983 * 7 + $none % 999983) % 999983 };
  my %want = ("$V2/list" => "[$all]", $V1 => "[$all]", $V2 => qq({"content":[$all],) . $totals->(15, 50, 0, 'null') . '}',
    "$V1?paginated=true" => qq({"content":[$all],) . $totals->(15, 50, 0, 'null') . '}',
    "$V2?size=9&page=0" => '{"content":[' . join(',', @texts[0 .. 8]) . '],' . $totals->(15, 9, 0, $key->(8)) . '}',
    "$V2?size=9&page=1" => '{"content":[' . join(',', @texts[9 .. 14]) . '],' . $totals->(15, 9, 1, 'null') . '}');
  for my $path (sort keys %want) {
    my $answer = raw($path);
    ok $answer->{body} eq $want{$path}, "$path: " . length($want{$path}) . ' bytes as expected';
    like $answer->{head}, qr{^HTTP/1\.1 200 };
    unlike $answer->{head}, qr/^(?:etag|content-length):/mi, 'it has neither ETag nor Content-Length';
    is $answer->{chunks}[-1], 0, 'the last chunk has come';
    my ($most) = sort { $b <=> $a } @{ $answer->{chunks} };
    cmp_ok $most, '<=', 65536 + 1000, 'no chunk is larger than 64 KiB and the closing text';
    cmp_ok scalar(grep { $_ > 20_000 } @{ $answer->{chunks} }), '>', 1, 'several chunks are larger than 20 kB';
  }
};

subtest 'HEAD works; conditions and ranges are ignored' => sub {
  for my $path ("$V2/list", $V1, $V2, "$V1?paginated=true", "$V2?size=1") {
    my $head = raw($path, method => 'HEAD');
    like $head->{head}, qr{^HTTP/1\.1 200 }, "HEAD $path";
    is $head->{body}, '', 'HEAD has no body';
    my $whole = raw($path)->{body};
    for my $header ('If-None-Match: *', 'Range: bytes=0-9') {
      my $answer = raw($path, headers => [$header]);
      like $answer->{head}, qr{^HTTP/1\.1 200 }, "$path with $header";
      ok $answer->{body} eq $whole, 'the answer has the whole body';
    }
    my $old = raw($path, http => '1.0');
    ok $old->{body} eq $whole, 'HTTP/1.0 gets the whole body';
    unlike $old->{head}, qr/^transfer-encoding:/mi, '… without chunks';
  }
};

subtest 'the estimated size of a record is at least that of its text' => sub {
  my $other = exchange();
  my $compare = sub {
    my ($what) = @_;
    my ($size, $length) = (estimate($other->record), length $other->submitter->get($other->path)->text);
    cmp_ok $size, '>=', $length, "$what: $size >= $length";
    cmp_ok $size, '<', $length + 1024 * (1 + @{ $other->submitter->get($other->path)->ok->{caseNotes} }), '… and exceeds it by less than 1 KiB for the record and each note';
  };
  $compare->('as submitted');
  my @steps = (['receiver', 'notes', a_note()], ['submitter', 'notes', a_note(description => "\x01" x 5000)], ['receiver', 'information-request', a_question()],
    ['submitter', 'information-response', an_answer()], ['receiver', 'approval', an_approval(nextSteps => '"' x 5000)]);
  for my $step (@steps) {
    my ($party, $what, $body) = @$step;
    $other->$party->post($other->path . "/$what", $body)->ok;
    $compare->("$what of the $party");
  }
  cmp_ok $sizes[$_], '>=', length $texts[$_], "$notes[$_] long notes" for 0 .. $#texts;
};

subtest 'a page by cursor ends with the record that reaches 1 MiB by the estimates' => sub {
  for my $size (200, 4, 1) {
    my ($cursor, $at, @pages) = ('', 0);
    while (defined $cursor) {
      my $end = $at;
      for (my $bytes = 0; $end < @texts && $end - $at < $size && $bytes < $MIB; $end++) { $bytes += $sizes[$end] }
      my $answer = $me->get("$V2?size=$size&cursor=" . in_path($cursor));
      $cursor = $answer->ok->{nextCursor};
      ok $answer->text eq '{"content":[' . join(',', @texts[$at .. $end - 1]) . qq(],"size":$size,"nextCursor":) . (defined $cursor ? qq("$cursor") : 'null') . '}',
        "size $size: records $at to " . ($end - 1) or last;
      ok defined $answer->header('etag') && defined $answer->header('content-length'), 'the page has ETag and Content-Length';
      is $me->get("$V2?size=$size&cursor=" . in_path($cursor // ''), headers => { 'if-none-match' => '*' })->status, 304;
      is defined $cursor, $end < @texts, 'the page has a cursor exactly if more records follow';
      push @pages, $end - $at;
      $at = $end;
    }
    is $at, @texts, "size $size: each record is on one page: @pages";
  }
};

subtest 'the ETag of a page cut at 1 MiB changes with its records' => sub {
  my $path = "$V2?size=200&cursor=";
  my $before = revalidates($me, $path);
  my $note = owner()->selectrow_array('select token from note where request = ? order by id limit 1', undef, $made[-2]{id});
  collabctl('note', 'remove', $note);
  my $after = $me->get($path, headers => { 'if-none-match' => $before });
  $after->is_status(200);
  isnt $after->header('etag'), $before;
  is scalar @{ $after->ok->{content}[1]{caseNotes} }, 9, 'a removed note is left out';
  is scalar @{ $me->get("$path&includeRemovedNotes=true")->ok->{content}[1]{caseNotes} }, 10;
};

subtest 'removed notes do not count towards the 1 MiB, even if shown' => sub {
  my $y = exchange();
  my @of = map { my $made = $y->open_request; add_notes(owner(), $made->{id}, 30); $made } 1 .. 3;
  my $shown = sub { my ($more) = @_; return scalar @{ $y->submitter->get("$V2?cursor=$more")->ok->{content} } };
  is $shown->(''), 2, 'two records reach 1 MiB';
  collabctl('note', 'remove', $_) for @{ owner()->selectcol_arrayref('select token from note where request = ?', undef, $of[1]{id}) };
  is $shown->(''), 3, 'three records do when one has lost its notes';
  is $shown->('&includeRemovedNotes=true'), 3, 'shown removed notes are not counted';
};

done_testing;
