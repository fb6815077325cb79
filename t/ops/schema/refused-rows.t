# t/ops/schema/refused-rows.t: the database refuses rows that no operation may write, and deletions that would leave references
use lib qw(t/lib lab/lib);
use Collab::Stack;
use Collab::Test;

# A database of its own: who deletes a request locks all notes and responses, and a test that holds a request would wait in a circle with it.
my $stack = stack(extra => "CollabDispatcher Off\n");
my $x = exchange();
$x->receiver->post($x->approval, an_approval())->ok;
$x->receiver->post($x->notes, a_note())->ok;
my $record = $x->record;

# Runs a statement in a transaction that is taken back: the SQLSTATE, '' when it worked.
sub refusal {
  my ($sql, @values) = @_;
  my $connection = another_connection();
  $connection->{RaiseError} = $connection->{PrintError} = 0;
  $connection->begin_work;
  my $state = $connection->do($sql, undef, @values) ? '' : $connection->state;
  $connection->rollback;
  return $state;
}

subtest 'a value that is none of its column' => sub {
  my %bad = (
    request => { status => 'DONE', priority => 'URGENT', token => 'short', submit_company => $x->receiver->company->{id} },
    note => { status => 'SEEN', priority => 'URGENT' },
    response => { type => 'MAYBE' },
    event => { type => 'note.lost', request_token => undef, subscription => 1 },
  );
  for my $table (sort keys %bad) {
    my $which = $table eq 'request' ? 'id' : 'request';
    is refusal("update $table set $which = $which where $which = ?", $record->{id}), '', "$table: as it is";
    for my $column (sort keys %{ $bad{$table} }) {
      is refusal("update $table set $column = ? where $which = ?", $bad{$table}{$column}, $record->{id}), '23514', "$table.$column";
    }
  }
  is refusal(q(insert into note (token, request, creator_name, summary, description, priority) values ('rows', ?, 'x', 'x', 'x', 'URGENT')), $record->{id}),
    '23514', 'inserted';
  is refusal(q(insert into response (request, type, company, author) values (?, 'MAYBE', ?, ?)), $record->{id}, $x->receiver->company->{id}, $x->receiver->id),
    '23514', 'inserted';
  is refusal(q(insert into event (type, submit_company, receive_company) values ('created', 1, 2))), '23514', 'an event about nothing';
};

subtest 'what a note or a response names stays' => sub {
  for my $row ([request => $record->{id}], [account => $x->receiver->id], [company => $x->receiver->company->{id}]) {
    my ($table, $id) = @$row;
    is refusal("delete from $table where id = ?", $id), '23503', "$table: deleted";
    is refusal("update $table set id = id + 1000000000 where id = ?", $id), '23503', "$table: with another id";
  }
  my $new = owner()->selectrow_array(q(insert into company (name, domain) values ('Nobody''s', 'nobodys.example') returning id));
  is refusal('delete from company where id = ?', $new), '', 'what none names goes';
};

subtest 'who deletes waits for a note that is being written' => sub {
  my $x = exchange();
  my $writer = another_connection();
  $writer->begin_work;
  $writer->do(q(insert into note (token, request, creator_name, summary, description, priority)
    select 'rows-' || id, id, 'x', 'x', 'x', 'LOW' from request where token = ?), undef, $x->token);
  my $state = later { { content => refusal('delete from request where token = ?', $x->token) } };
  blocked($writer, 1);
  $writer->commit;
  is $state->answer->text, '23503';
};

done_testing;
