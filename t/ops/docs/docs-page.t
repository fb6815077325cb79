# t/ops/docs/docs-page.t: the examples on /docs work from top to bottom, and the page shows their real responses and deliveries
# One shell runs all examples on the demo's data, with a storage and a receiver behind the host names of the examples. Responses and deliveries
# are in mod_collab/api/describe/recorded.txt, with the same ids and times in every run. `make recorded` rewrites them.
use lib qw(t/lib lab/lib);
use Collab::Coverage;
use Collab::File qw(slurp write_file);
use Collab::Receiver qw(receiver);
use Collab::Recorded;
use Collab::Stack;
use Collab::Storage;
use Collab::Test;
use File::Temp qw(tempdir);

my $FILE = 'mod_collab/api/describe/recorded.txt';
my $dir = tempdir('clXXXXXX', DIR => '/tmp', CLEANUP => 1);
my $storage = Collab::Storage->start("$dir/storage", domain => 'files.acme.example');
$storage->let($_, 'a password of the storage') for qw(ACME-1042 ACME-1043);
my $receiver = receiver();
my $stack = stack(extra => $storage->directives . "CollabLegacySunset Off\n");
collabctl('demo');
my $ben = Collab::Party->new(username => 'ben@beta.example', password => 'exchange-demo');
my ($v1, $v2, $callback) = map { $receiver->url } 1 .. 3;
my %hook = map { my ($version, $url) = @$_; ($version => $ben->post("/$version/webhooks", { callbackUrl => $url })->ok) } [v1 => $v1], [v2 => $v2];

# After the redelivery of one event, a trigger makes another dead letter, so that the example that redelivers all dead letters finds one.
owner()->do($_) for q(create function give_up() returns trigger language plpgsql security definer set search_path = collab as $$
  begin
    with event as (insert into event (type, subscription, submit_company, receive_company) select 'webhook.test', id, company, company from subscription where id = new.subscription returning id)
    insert into dead_letter (event, subscription, reason) select id, new.subscription, 'HTTP 400' from event;
    return null;
  end $$), q(create trigger give_up after insert on replay for each row when (new.total = 1 and new.wanted like '%event%') execute function give_up());

# ---------------------------------------------------------------- the page
sub copied { my ($text) = @_; my %is = (quot => '"', amp => '&', lt => '<', gt => '>', '#39' => "'"); return $text =~ s/<[^>]*>//gr =~ s/&(#?\w+);/$is{$1}/ger }
my $html = nobody->get('/docs')->{content};
my ($begin) = $html =~ m{<pre id="begin">(.*?)</pre>}s;
my (%example, %shown, @names);
while ($html =~ m{<section id="(\w+)"><h3><span class="m(.*?)</section>}sg) {
  my ($name, $section) = ($1, $2);
  push @names, $name;
  ($example{$name}) = map { copied($_) } $section =~ m{<pre>(.*?)</pre>}s or fail "$name has an example";
  ($shown{$name}) = map { copied($_) } $section =~ m{<pre class="response">(.*?)</pre>}s;
}
my @rows = Collab::Coverage::routes($stack->server);
is_deeply [sort @names], [sort map { $_->{name} } @rows], 'the page has a section for every operation';
for my $last (qw(closure_create webhook_delete webhook_delete_v1)) {
  my ($path) = map { $_->{template} =~ s{/[^/]*$}{}r } grep { $_->{name} eq $last } @rows;
  my %changes = map { $_->{name} => 1 } grep { index($_->{template}, $path) == 0 && $_->{method} ne 'GET' } @rows;
  my ($behind) = "@names" =~ /\b$last\b(.*)/;
  is_deeply [grep { $changes{$_} } split ' ', $behind], [], "no operation that changes data comes after $last";
}

# ---------------------------------------------------------------- its examples
# The first run replaces the examples' host names by the test's own servers. %first: what must happen before an example.
sub until_says {
  my ($path, $what) = @_;
  return qq~for i in \$(seq 200); do
  case \$(command curl -s "\$url$path" -H "Authorization: Bearer \$submitter") in *'$what'*) break ;; esac; sleep 0.1
done~;
}
my %first = (
  webhook_deliveries_v2 => until_says('/v2/webhooks/$id/deliveries', '"success":true'),
  webhook_redelivery => until_says('/v2/webhooks/$id/redeliver', '"done":1'),
  webhook_deliveries => join("\n", q[other=$(command curl -s "$url/v1/collaboration-requests" -H "Authorization: Bearer $submitter" -H 'Content-Type: application/json' \\],
    q[  -d '{"documentId":2,"internalCaseNumber":"ACME-1050","problemSummary":"Another","problemDescription":"Another","priority":"LOW"}' | member token)],
    q[command curl -s "$url/v1/collaboration-requests/$other/notes" -H "Authorization: Bearer $submitter" -H 'Content-Type: application/json' \\],
    q[  -d '{"summary":"Logs","description":"They are in the usual place.","priority":"LOW"}' >/dev/null], until_says('/v1/webhooks/$id/deliveries', '"success":true')));
my %changed = (is => '"newPassword":"your current password"', now => '"newPassword":"another password of Ada"');
my @own = ('"currentPassword":"your current password"' => '"currentPassword":"exchange-demo"', @changed{qw(is now)}, 'https://hooks.acme.example/exchange' => $callback, '"httpsPort":443' => '"httpsPort":' . $storage->{port});
sub led { my ($text) = @_; my @pairs = @own; while (my ($is, $ours) = splice @pairs, 0, 2) { $text =~ s/\Q$is\E/$ours/g } return $text }
sub run_all {
  my ($what, $lines, @examples) = @_;
  write_file("$dir/page", join "\n", 'set -eu -o pipefail', "cd $dir", 'curl() { command curl --fail-with-body "$@" | tee last; }', $lines, @examples, 'echo', 'echo all done', '');
  my ($ended, $said) = output('bash', "$dir/page");
  is $ended, 0, "every example succeeds, in the order of the page: $what" or diag substr $said, -2000;
  like $said, qr/^all done$/m;
}
run_all('with the servers of this test', copied($begin) =~ s/^callback=.*/callback=$callback/mr,
  map { (qq(echo; echo "# $_"), $first{$_} // (), led($example{$_}), "mv last $_.json") } @names);
Collab::Party->new(username => 'ada@acme.example', password => 'another password of Ada')
  ->post('/v1/me/password', { currentPassword => 'another password of Ada', newPassword => 'exchange-demo' })->ok('Ada takes her old password back');
# Unchanged, the change of the password gets 400, and counts for nothing.
run_all('unchanged', copied($begin), map { (qq(echo; echo "# $_"), $_ eq 'password_change' ? ('set +e', $example{$_}, 'set -e', "grep -q 'must differ from currentPassword' last") : $example{$_}) } @names) unless $ENV{COLLAB_RECORDED};

# Each example calls the operation of its section.
my %called;
wait_for {      # httpd logs a request after its response
  open my $log, '<', $stack->server->dir . '/trace_log' or die "trace_log: $!\n";
  my @seen = map { /^\d+ (\S+ \S+) .*\n\z/ ? "$1" : () } <$log>;
  for my $row (@rows) {
    my $like = "$row->{method} " . join '[^/]+', map { quotemeta } split /\{\w+\}/, $row->{template}, -1;
    $called{ $row->{name} } = grep { /^$like$/ } @seen;
  }
  !grep { !$_ } values %called;
} 10;
is_deeply [grep { !$called{$_} } sort keys %called], [], 'every operation is called';

# ---------------------------------------------------------------- responses and deliveries on record
my $recorded = Collab::Recorded->new($stack->server->url => 'https://exchange.example', reverse(@own),
  qq("subscriptionid":"$hook{v2}{id}") => '"subscriptionid":"' . +(slurp("$dir/webhook_create.json") =~ /"id":(\d+)/)[0] . '"');
my $described = nobody->get('/openapi.json')->ok;
my %gives = map { my $to = $described->{paths}{ $_->{template} }{ lc $_->{method} }; my $json = $to->{responses}{200}{content}{'application/json'};
  ($_->{name} => $json && ($json->{schema}{'$ref'} || ($json->{schema}{type} // '') eq 'array' || $json->{schema}{oneOf}) ? $json : undef) } @rows;
$recorded->keep($_, slurp("$dir/$_.json") =~ s/\n+\z//r) for grep { $gives{$_} } @names;

# An error in both forms, under the names of their records.
my %as = (ErrorResponse => 'application/json', ProblemDetail => 'application/problem+json');
my $refused = { documentId => 2, internalCaseNumber => 'ACME-1042', problemSummary => 'Array offline', problemDescription => 'It reboots.', priority => 'URGENT' };
$recorded->keep($_, Collab::Party->new(username => 'ada@acme.example', password => 'exchange-demo')
  ->post('/v1/collaboration-requests', $refused, headers => { accept => $as{$_} })->{content}) for sort keys %as;

# One delivery of each event, to the subscriptions of the test and of the examples.
my %event = map { ($described->{webhooks}{$_}{post}{operationId} => $_) } keys %{ $described->{webhooks} };
my ($token) = slurp("$dir/request_create.json") =~ /"token":"(\w+)"/;
my %many = ('event.note.created' => 2, 'event.v1.note.created' => 2, 'event.response.created' => 3);      # notes and responses of the first request
my %delivery;
for my $name (sort keys %event) {
  my ($url, $of) = $name eq 'event.webhook.test' ? ($callback, '') : ($name =~ /v1/ ? $v1 : $v2, $token);
  my @all;
  wait_for { @all = grep { $_->{headers}{'x-service-event'} eq $event{$name} && index($_->{body}, $of) >= 0 } $receiver->got($url); @all >= ($many{$name} // 1) } 15,
    "deliveries of $event{$name}";
  ($delivery{$name}) = sort { +($a->{body} =~ /"time(?:stamp)?":"([^"]+)/)[0] cmp +($b->{body} =~ /"time(?:stamp)?":"([^"]+)/)[0] } @all;
  $recorded->keep_bytes($name, $delivery{$name}{body});
}
my $text = $recorded->text;
if (my $to = $ENV{COLLAB_RECORDED}) {
  write_file($to, $text);
  pass("written to $to");
  done_testing;
  exit;
}
my (undef, %parts) = split /^> (\S+)\n/m, slurp($FILE);
my (undef, %now) = split /^> (\S+)\n/m, $text;
s/\n+\z// for values %parts, values %now;
is $now{$_} // 'nothing', $parts{$_} // 'nothing', "$_: the same as on record (else run `make recorded`)" for sort keys %{ { %parts, %now } };

# The page and both descriptions show what is on record.
my $url = $stack->server->url;
my $json = JSON::XS->new->utf8->canonical;
my $older = nobody->get('/openapi-3.0.json')->ok;
for my $name (sort keys %parts) {
  my $kept = $parts{$name} =~ s{https://exchange\.example}{$url}gr;
  my @shown = map { $as{$name} ? { example => $_->{components}{schemas}{$name}{example} // $_->{components}{schemas}{$name}{examples}[0] } : $name =~ /^event\./ ? (values %{ $_->{$_->{webhooks} ? 'webhooks' : 'x-webhooks'}{ $event{$name} }{post}{requestBody}{content} })[0]
    : map({ $_->{responses}{200}{content}{'application/json'} } grep { ($_->{operationId} // '') eq $name } map { values %$_ } values %{ $_->{paths} }) } $described, $older;
  is_deeply [map { $json->encode($_->{example} // []) } @shown], [($json->encode($json->decode($kept))) x 2], "$name: both descriptions show it";
  is $shown{$name}, $kept, "$name: the page shows it" unless $name =~ /^event\./ || $as{$name};
  like $html, qr/\Q$kept\E/, "$name: the page shows it" if $name =~ /^event\./;
}

# The style for narrow screens.
my ($narrow) = $html =~ m{\@media\(max-width:[^)]*\)(.*?)</style>}s;
like $narrow, qr/\.fields td:nth-child\(n\)\{width:auto/, 'on a narrow screen, cells have no fixed width';
unlike $narrow, qr/max-height|overflow(?:-y)?:(?:auto|scroll)/, '… and no part of the page scrolls by itself';

like $html, qr{<td>V2</td><td>3 attempts</td><td>wait 1 hour, 1 hour</td>}, 'the page shows the retries of V2';
like $html, qr{<td>V1</td><td>5 attempts</td><td>wait 10 seconds, 20 seconds, 40 seconds, 80 seconds</td>}, '… and those of V1';

ok !eval { Collab::Recorded->new->keep('note_list', '{"count" : 1}') }, 'a response with spaces between its members cannot be recorded';

done_testing;
