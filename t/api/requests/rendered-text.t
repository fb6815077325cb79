# t/api/requests/rendered-text.t: the JSON text that a row stores of itself equals the text rendered from its columns
use lib qw(t/lib lab/lib);
use Collab::Rendered;
use Collab::Stack ();
use Collab::Test;

my $x = exchange(fields => [['Site "main"', 'STRING'], ['Größe', 'INTEGER']]);
my $awkward = qq("\\ \x{1F600} \x{2028} </script> \x01 tab\tnewline\n);
$x->open_request(problemSummary => $awkward, problemDescription => $awkward x 20, internalCaseNumber => $awkward,
  customFields => [{ fieldId => 0 + $x->receiver->document->{fields}[0], value => $awkward }], internalNotes => [{ note => $awkward }]);
$x->receiver->post($x->information_request, a_question(requestedInformation => $awkward))->ok;
$x->submitter->post($x->information_response, an_answer())->ok;
$x->receiver->post($x->approval, an_approval(nextSteps => $awkward))->ok;
$x->receiver->patch($x->approval, { engineerPhone => undef, caseNumber => 'other' })->ok;
$x->submitter->patch($x->path, { internalCaseNumber => 'moved', submitterContactDetails => { phone => '1' } })->ok;
my $note = $x->submitter->post($x->notes, a_note(summary => $awkward, description => $awkward))->ok;
collabctl('note', 'remove', $note->{token});
my $id = $x->record->{id};

# All rows of the request, and the account of its author.
for (['request', 'id', $id], ['note', 'request', $id], ['response', 'request', $id], ['account', 'id', $x->submitter->id]) {
  my $rows = rendered_as_now(@$_);
  ok $rows, "$_->[0] has rows to compare";
}

# The benchmarks make the same record (bench/record).
{
  my $dir = "$ENV{COLLAB_TEST_DIR}/bench";
  mkdir $dir;
  Collab::Stack::write_file("$dir/description.json", nobody->get('/openapi.json')->text);
  run('bench/record', "$dir/description.json", $dir);
  open my $in, '<', "$dir/plain.sql" or die "plain.sql: $!\n";
  my $sql = (join '', grep { !/^\\/ } <$in>) =~ s/:token/?/r;
  my $plain = JSON::XS->new->decode(scalar owner()->selectrow_array($sql, undef, $x->token));
  my $record = $x->submitter->get($x->path)->ok;
  is_deeply [sort keys %$plain, 'direction'], [sort keys %$record], 'plain SQL has the members of a record';
  is_deeply $plain->{$_}, $record->{$_}, $_ for grep { !/At\z|By\z|^direction$|^case(?:Notes|Responses)$/ } sort keys %$record;
  is_deeply [sort keys %{ $plain->{$_}[0] }], [sort keys %{ $record->{$_}[0] }], "$_: their members" for qw(caseNotes caseResponses);
}

# The trigger must list each column that the text holds and that a program may change. A change of an unlisted column would leave the text stale.
# submitter_size is an exception, because it is computed from the text.
my $changeable = owner()->selectall_arrayref(q(
  select attname, attnum = any (tgattr) as listed from pg_trigger t join pg_proc p on p.oid = t.tgfoid join pg_attribute a on a.attrelid = t.tgrelid
   where t.tgname = 'request_render' and p.prosrc ~ ('\mnew\.' || attname || '\M')
     and (has_column_privilege('collab_api', attrelid, attnum, 'update') or has_column_privilege('collab_dispatch', attrelid, attnum, 'update'))
     and attname not in ('rendered', 'submitter_size')), { Slice => {} });
cmp_ok scalar @$changeable, '>=', 4, 'at least four such columns may change';
is_deeply [map { $_->{attname} } grep { !$_->{listed} } @$changeable], [], 'request_render lists all of them';

my $read = $x->submitter->get($x->path . '?includeRemovedNotes=true')->ok;
is $read->{summary}, $awkward, 'text comes back exactly';
is $read->{customFields}[0]{value}, $awkward;
is $read->{internalNotes}[0]{note}, $awkward;
is $read->{caseNotes}[0]{status}, 'REMOVED';
is $read->{caseResponses}[0]{nextSteps}, $awkward;
is $read->{submitterCaseNumber}, 'moved';
is_deeply $read->{submitterContactDetails}, { name => $x->submitter->name, email => $x->submitter->email, phone => '1' };

done_testing;
