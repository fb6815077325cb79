# t/previous/story.pl OUT: what the members of an exchange of 0.1.0 do, and what its node then shows them
#
# build/previous-dump runs this in a checkout of 0.1.0, with that version's own lab, and keeps what it writes below OUT:
#   dump.sql        the database, by pg_dump
#   records.json    {at, url, users, hooks, keyed, erased, answers}: the time; the server's address; the users' names; the subscriptions, by what
#                   became of them; a POST with an idempotency key and its answer; the names that were erased; and the answers to every GET of
#                   the description
#   token.key, secrets.key
use lib qw(t/lib lab/lib);
use Collab::File qw(write_file);
use Collab::Receiver;
use Collab::Stack;
use Collab::Test;
use JSON::XS ();

my ($out) = @ARGV;
my $json = JSON::XS->new->utf8->canonical->pretty;
my $receiver = receiver();
my $stack = stack(extra => "CollabWebhookRetry V2 1 3600\nCollabWebhookRetry V1 1 3600\nCollabSharedAddress None\nCollabSharedAddress 127.0.0.0/8\n");
my $prefix = 'org.provider.core.collaboration-request.';
my $bin = $ENV{COLLAB_PG_BINDIR} || '/usr/lib/postgresql/15/bin';

# ---------------------------------------------------------------- members
my $x = exchange(request => 0, hours => { high => 4, medium => 8, low => 24 },
  fields => [['Serial', 'STRING', { required => 'true' }], ['Count', 'INTEGER'], ['Colour', 'SELECT', { options => "red\r\ndark green" }]]);
my ($submitter, $receiving) = $x->parties;
my ($own, $their) = map { $_->company } $submitter, $receiving;
my ($serial, $count, $colour) = @{ $their->{document}{fields} };
my $gone = exchange()->in('CLOSED');
my $away = user($own, firstName => 'Gone', lastName => 'Away');
{ local $their->{document}; form($their, name => 'Twice') for 1 .. 2 }      # later versions refuse the second
department($their, name => 'Störung', description => 'Nights "only"', tags => ['dsl', 'Größe']);
collabctl('principal', 'add', 'Robot', '--company', $own->{domain}, '--email', "robot\@$own->{domain}", '--issuer', 'https://issuer.example', '--oid', 'robot-1');
write_file("$stack->{dir}/password", "pass word:1\n");
collabctl('attachment', 'set', $their->{domain}, '--domain', 'files.partner.example', '--path', '/in', '--password-file', "$stack->{dir}/password");

# ---------------------------------------------------------------- subscriptions
# Each has a receiver of its own, whose path says how it answers.
my %hook;
sub hook {
  my ($name, $party, $version, $answers, %more) = @_;
  $hook{$name} = { url => $receiver->url(@$answers), user => $party->username, version => $version };
  @{ $hook{$name} }{qw(id secret)} = @{ $party->post("/$version/webhooks", { callbackUrl => $hook{$name}{url}, eventTypes => $version eq 'v1' ? undef : ["${prefix}created", "${prefix}note.created"], %more })->ok }{qw(id secret)};
}
hook('fine', $receiving, 'v2', ['200']);
hook('bearer', $receiving, 'v2', ['200'], callbackAuth => { type => 'BEARER', token => 'token-1' }, partnerCompanyIds => [0 + $own->{id}], caseDirections => ['INBOUND']);
hook('old', $receiving, 'v1', ['200'], eventTypes => ['collaboration-request.created', 'note.created']);
hook('waits', $receiving, 'v2', ['503']);
hook('refuses', $receiving, 'v2', ['400']);
hook('paused', $receiving, 'v2', ['200']);
collabctl('subscription', 'pause', $hook{paused}{id});

# ---------------------------------------------------------------- requests
my @requests;
sub request_in {
  my ($status, %with) = @_;
  my $other = $x->another(customFields => [{ fieldId => $serial, value => 'SN 1' }, { fieldId => $count, value => '3' }, { fieldId => $colour, value => 'dark green' }], %with);
  $other->in($status);
  push @requests, $other;
  return $other;
}
my $open = request_in('OPEN', problemSummary => 'Größe <b>"quoted"</b> & more');
$submitter->post($open->notes, a_note(description => "Two\nlines & \x{1F600}"))->ok;
$receiving->post($open->notes, a_note())->ok;
request_in($_) for qw(INFORMATION ANSWERED ACCEPTED REJECTED CLOSED);
my $settings = request_in('OPEN');
$receiving->put($settings->path . '/attachments/config/https', { domain => 'files.partner.example', password => 'pass word:1', expiration => '2099-01-01T00:00:00Z', httpsPath => '/in', httpsPort => 8443 });
my $removed = $submitter->post($settings->notes, a_note(summary => 'Removed'))->ok;
collabctl('note', 'remove', $removed->{token});
my $by_away = $away->post('/v1/collaboration-requests', $x->a_request(customFields => [{ fieldId => $serial, value => 'SN 2' }]))->ok;

# ---------------------------------------------------------------- deliveries, erasures
wait_for { owner()->selectrow_array('select not exists (select from outbox) and not exists (select from lease)
  and exists (select from dead_letter) and not exists (select from delivery d where attempts = 0 and queue <> ?)', undef, $hook{paused}{id}) } 60
  or die "the deliveries do not settle\n";
my %erased = (company => $gone->submitter->company->{domain}, user => $away->username);
collabctl('company', 'erase', $erased{company}, '--yes');
collabctl('user', 'erase', $erased{user}, '--yes');
# After the erasures, which erase stored answers.
my $keyed = { user => $submitter->username, path => $open->notes, key => 'kept-over-the-upgrade', body => a_note(summary => 'Once') };
$keyed->{answer} = $submitter->post($keyed->{path}, $keyed->{body}, headers => { 'idempotency-key' => $keyed->{key} })->ok;
wait_for { owner()->selectrow_array('select not exists (select from outbox) and not exists (select from lease)') } 60 or die "the last deliveries do not settle\n";

# ---------------------------------------------------------------- what is shown
my %users = map { ($_->username => $_) } $submitter, $receiving, $x->stranger, $gone->receiver;
my $description = nobody->get('/openapi.json')->json;
my %value = (
  token => [map { $_->token } @requests], id => [map { $hook{$_}{id} } sort keys %hook], companyId => [$own->{id}, $their->{id}],
  departmentId => [owner()->selectrow_array('select min(id) from department')], documentId => [owner()->selectcol_arrayref('select id from document')->@*],
  noteToken => owner()->selectcol_arrayref('select token from note order by id'), responseId => owner()->selectcol_arrayref('select id from response order by id'),
  searchTerm => [qw(company storung)],
);
my (@answers, %unknown);
for my $path (sort grep { $description->{paths}{$_}{get} } keys $description->{paths}->%*) {
  next if $path !~ m{^/v[12]/};
  my @paths = ($path);
  while (grep { /\{/ } @paths) {
    @paths = map { my $one = $_; my ($name) = /\{(\w+)\}/; $unknown{"$path: $name"}++ unless $value{$name};
      map { my $value = $_; $one =~ s/\{$name\}/$value/r } ($value{$name} || [])->@* } @paths;
  }
  my $query = $path =~ /search$/ ? '?query=company' : '';
  for my $shown (@paths) {
    for my $user (sort keys %users) {
      my $answer = $users{$user}->get($shown . $query);
      push @answers, { user => $user, path => $shown . $query, status => $answer->status, length $answer->text ? (body => $answer->json) : () };
    }
  }
}
die 'parameters without a value: ', join(', ', sort keys %unknown), "\n" if %unknown;

write_file("$out/records.json", $json->encode({
  at => time, url => $stack->server->url, users => [sort keys %users], hooks => \%hook, keyed => $keyed, erased => \%erased, answers => \@answers,
}));
$stack->server->stop;
my $dump = run("$bin/pg_dump", '-h', $stack->{dir}, '-U', 'postgres', '--no-comments', $stack->pg->name);
write_file("$out/dump.sql", $dump);
done_testing;
run('cp', map({ "$stack->{dir}/$_.key" } qw(token secrets)), $out);
