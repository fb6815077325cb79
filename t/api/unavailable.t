# t/api/unavailable.t: every operation while the database cannot be reached: 503 with Retry-After, soon, in JSON (contract.md 3)
use lib 't/lib';
use Collab::Test;
use Collab::Form;
use Collab::Server;
use List::Util qw(min);

# The same keys, another server: nobody listens on its database's socket. The token's issuer is the base URL.
my $user = user(company());
my $server = Collab::Server->start("$ENV{COLLAB_TEST_DIR}/unavailable$$", api_dsn => "host=$ENV{COLLAB_TEST_DIR}/nowhere dbname=collab user=collab_api",
  dispatch_dsn => 'host=/nowhere', extra => "CollabBaseURL $ENV{COLLAB_TEST_URL}\nCollabDispatcher Off\nCollabDatabaseWait 100ms\n");
my $there = $user->at($server, token => $user->token);

# What each operation needs to get as far as the database.
my %body = (
  login => { username => 'a', password => 'b' }, note_create => a_note(), approval_create => an_approval(), rejection_create => a_rejection(),
  information_request_create => a_question(), information_response_create => an_answer(), map({ $_ => { callbackUrl => 'http://127.0.0.1/' } } qw(webhook_create webhook_create_v1)),
  request_create => { documentId => 1, internalCaseNumber => 'x', problemSummary => 's', problemDescription => 'd', priority => 'LOW' },
  attachment_config_set => { domain => 'a.invalid', password => 'p', expiration => '2099-01-01T00:00:00Z', httpsPath => '/', httpsPort => 443 },
);
my ($form, %form) = a_form([files => 'a.txt', 'a']);
$body{attachment_create} = $form;

for my $row (grep { grep { $_ == 503 } @{ $_->{statuses} } } routes()) {
  (my $path = $row->{template}) =~ s/\{[^}]*\}/1/g;
  $path .= '?query=x' if $row->{name} eq 'partner_search';     # required
  my @took;
  for my $accept ('*/*', 'application/problem+json') {
    my $start = time;
    my $answer = $there->request($row->{method}, $path, $row->{method} =~ /POST|PATCH|PUT/ ? (body => $body{ $row->{name} } || {}, type => 'application/json', $row->{name} eq 'attachment_create' ? %form : ()) : (),
      headers => { accept => $accept }, timeout => 600);
    push @took, time - $start;
    $accept eq '*/*' ? $answer->fails(503, undef, "$row->{name}: 503") : $answer->is_problem_at($ENV{COLLAB_TEST_URL}, 503, 'unavailable');
    like $answer->header('retry-after'), qr/^[1-9]\d*$/, "$row->{name}: Retry-After";
  }
  cmp_ok min(@took), '<', 8, "$row->{name}: nobody hangs";      # the machine itself may have stood still during one of them
}

nobody->at($server)->get('/v1/me')->fails(401, undef, 'who has no token is told so without a database');
$there->post('/v1/collaboration-requests', {})->invalid(qw(documentId internalCaseNumber problemSummary problemDescription priority));

done_testing;
