# t/api/http/access.t: every operation that is not public requires a token, and hides what belongs to others
# interface.md 4.6, 4.8 and 4.9
use lib qw(t/lib lab/lib);
use Collab::Operations;
use Collab::Test;

my @rows = grep { $_->{who} ne 'public' } routes();
my $operations = operations();
my $x = exchange();
$x->receiver->post($x->approval, an_approval())->ok;
my %hook = map { $_ => $x->submitter->post("/$_/webhooks", { callbackUrl => 'http://127.0.0.1:9/' })->ok->{id} } qw(v1 v2);

# What the captures of an operation address: a record of the two parties, and one that does not exist.
my %made;
sub there { my ($row) = @_; return ($made{ $row->{name} } ||= { $operations->prepared($x, $row->{name}) })->%* }
sub nowhere {
  my ($row) = @_;
  my %type = map { $_->{name} => $_->{schema}{type} } grep { ($_->{in} // '') eq 'path' } @{ $operations->described($row)->{parameters} };
  return map { $_ => $type{$_} eq 'integer' ? 999_999_999 : 'A' x 20 } keys %{ $row->{captures} };
}

sub call { my ($party, $row, %with) = @_; return $operations->call($party, $row->{name}, %with) }

subtest 'no row answers without a good token' => sub {
  cmp_ok scalar @rows, '>', 30;
  my $gone = user($x->submitter->company);
  $gone->token;
  owner()->do('update account set active = false where id = ?', undef, $gone->id);
  my ($head, $claims, $signature) = split /\./, $x->submitter->token;
  my %bad = ('none' => undef, 'rubbish' => 'x', 'an empty one' => '', 'no signature' => "$head.$claims.", 'another signature' => "$head.$claims." . reverse($signature),
    'no algorithm' => "eyJhbGciOiJub25lIn0.$claims.");
  for my $row (@rows) {
    my $what = "$row->{method} $row->{template}";
    for my $kind (sort keys %bad) {
      my $party = Collab::Party->new;
      my $answer = call(defined $bad{$kind} ? $party->at($ENV{COLLAB_TEST_URL}, username => 'x', token => $bad{$kind}) : $party, $row, there($row));
      $answer->fails(401, qr/The authorization token provided was invalid/, "$what: 401 with $kind");
      like $answer->header('www-authenticate'), qr/^Bearer /;
    }
    call($gone, $row, there($row))->fails(401, undef, "$what: 401 with that of a disabled user");
  }
};

subtest 'to a company that is no party there is no request, and no subscription' => sub {
  my @addressed = grep { %{ $_->{captures} } } @rows;
  there($_) for @addressed;
  my $record = $x->submitter->get($x->path)->text;
  my $hooks = sub { return join "\n", map { $x->submitter->get("/$_/webhooks")->text } qw(v1 v2) };
  my $before = $hooks->();
  for my $row (@addressed) {
    my $what = "$row->{method} $row->{template}";
    my $answer = call($x->stranger, $row, there($row));
    $answer->fails(404, undef, "$what: 404");
    is $answer->text, call($x->stranger, $row, there($row), nowhere($row))->text, "$what: told apart from nothing by nothing";
  }
  cmp_ok scalar @addressed, '>=', 20, 'rows that address a record';
  is $x->submitter->get($x->path)->text, $record, 'the request is what it was';
  is $hooks->(), $before, 'and so are the subscriptions';
  my @forms = grep { $_->{template} =~ m{^/v1/forms/} } @rows;
  is scalar @forms, 3, 'operations for a form';
  for my $row (@forms) {
    my %mine = (companyId => $x->receiver->company->{id}, departmentId => department($x->receiver->company)->{id}, documentId => $x->document);
    my $answer = call($x->stranger, $row, %mine);
    $answer->fails(403, qr/^You are not able to interact with the referenced company\.$/, "$row->{template}: 403");
    is $answer->text, call($x->stranger, $row, map { $_ => 999999999 } keys %mine)->text, 'whether it exists or not';
  }
  for my $list (qw(/v2/collaboration-requests /v2/collaboration-requests/list /v1/collaboration-requests /v1/webhooks /v2/webhooks)) {
    my ($theirs, $own) = map { $_->get($list) } $x->stranger, $x->submitter;
    my $shows = qr/@{[ $x->token ]}|"id":$hook{v1}\b|"id":$hook{v2}\b/;
    $theirs->ok("$list: a list");
    unlike $theirs->text, $shows, '… with nothing of theirs';
    like $own->text, $shows, '… which the submitter sees';
  }
};

done_testing;
