# t/api/http/access.t: every non-public operation requires a valid token, and hides the records of other companies
# interface.md 4.6, 4.8 and 4.9
use lib qw(t/lib lab/lib);
use Collab::Operations;
use Collab::Test;

my @rows = grep { $_->{who} ne 'public' } routes();
my $operations = operations();
my $x = exchange();
$x->receiver->post($x->approval, an_approval())->ok;
my %hook = map { $_ => $x->submitter->post("/$_/webhooks", { callbackUrl => 'http://127.0.0.1:9/' })->ok->{id} } qw(v1 v2);

# Values for the captures of an operation: those of `there` lead to a record of the two parties, and those of `nowhere` to no record.
my %made;
sub there { my ($row) = @_; return ($made{ $row->{name} } ||= { $operations->prepared($x, $row->{name}) })->%* }
sub nowhere {
  my ($row) = @_;
  my %type = map { $_->{name} => $_->{schema}{type} } grep { ($_->{in} // '') eq 'path' } @{ $operations->described($row)->{parameters} };
  return map { $_ => $type{$_} eq 'integer' ? 999_999_999 : 'A' x 20 } keys %{ $row->{captures} };
}

sub call { my ($party, $row, %with) = @_; return $operations->call($party, $row->{name}, %with) }

subtest 'every operation answers 401 without a valid token' => sub {
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
    call($gone, $row, there($row))->fails(401, undef, "$what: 401 with the token of a disabled user");
  }
};

subtest 'a company that is not a party gets 404 for requests and subscriptions' => sub {
  my @addressed = grep { %{ $_->{captures} } } @rows;
  there($_) for @addressed;
  my $record = $x->submitter->get($x->path)->text;
  my $hooks = sub { return join "\n", map { $x->submitter->get("/$_/webhooks")->text } qw(v1 v2) };
  my $before = $hooks->();
  for my $row (@addressed) {
    my $what = "$row->{method} $row->{template}";
    my $answer = call($x->stranger, $row, there($row));
    $answer->fails(404, undef, "$what: 404");
    is $answer->text, call($x->stranger, $row, there($row), nowhere($row))->text, "$what: the same answer as for a record that does not exist";
  }
  cmp_ok scalar @addressed, '>=', 20, 'at least 20 operations address a record';
  is $x->submitter->get($x->path)->text, $record, 'the request is unchanged';
  is $hooks->(), $before, 'the subscriptions are unchanged';
  my @forms = grep { $_->{template} =~ m{^/v1/forms/} } @rows;
  is scalar @forms, 3, 'three operations read a form';
  for my $row (@forms) {
    my %mine = (companyId => $x->receiver->company->{id}, departmentId => department($x->receiver->company)->{id}, documentId => $x->document);
    my $answer = call($x->stranger, $row, %mine);
    $answer->fails(403, qr/^You are not able to interact with the referenced company\.$/, "$row->{template}: 403");
    is $answer->text, call($x->stranger, $row, map { $_ => 999999999 } keys %mine)->text, 'the answer is the same for a form that does not exist';
  }
  for my $list (qw(/v2/collaboration-requests /v2/collaboration-requests/list /v1/collaboration-requests /v1/webhooks /v2/webhooks)) {
    my ($theirs, $own) = map { $_->get($list) } $x->stranger, $x->submitter;
    my $shows = qr/@{[ $x->token ]}|"id":$hook{v1}\b|"id":$hook{v2}\b/;
    $theirs->ok("$list: a stranger gets a list");
    unlike $theirs->text, $shows, '… without records of the parties';
    like $own->text, $shows, '… which the submitter gets';
  }
};

done_testing;
