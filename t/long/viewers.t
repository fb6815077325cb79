# t/long/viewers.t: Swagger UI and RapiDoc in Chromium log in and call the interface; Redoc and Elements show it without an error
# The viewers are pages of another origin, and read /openapi.json. They log in by OAuth, then send a GET, a POST and an upload, by mouse and
# keyboard. The password has characters that viewers encode differently. A viewer that `make viewers` could not fetch is skipped by its name.
use lib qw(t/lib lab/lib);
use Collab::Browser;
use Collab::File qw(write_file);
use Collab::Stack;
use Collab::Test;
use Cwd qw(getcwd);
use File::Path qw(make_path);
use File::Temp qw(tempdir);

my $chromium = Collab::Browser::installed() or plan skip_all => 'Chromium is not installed (Debian: chromium)';
my $modules = getcwd() . '/t/viewers/node_modules';

my $dir = tempdir('clXXXXXX', DIR => '/tmp', CLEANUP => 1);
make_path("$dir/pages", "$dir/browser");
chmod 0755, $dir, "$dir/pages";
symlink $modules, "$dir/pages/modules" or die "$dir: $!\n";
my ($origin, $directives) = other_origin("$dir/pages");
my $stack = stack(extra => "CollabTokenEndpoint On\n$directives");
my $description = $stack->server->url . '/openapi.json';
my %page = (
  'swagger-ui' => qq{<link rel="stylesheet" href="modules/swagger-ui-dist/swagger-ui.css"><div id="ui"></div><script src="modules/swagger-ui-dist/swagger-ui-bundle.js"></script>
    <script>SwaggerUIBundle({ url: '$description', dom_id: '#ui' })</script>},
  rapidoc => qq{<script type="module" src="modules/rapidoc/dist/rapidoc-min.js"></script><rapi-doc spec-url="$description" load-fonts="false" render-style="view"></rapi-doc>},
  redoc => qq{<redoc spec-url="$description"></redoc><script src="modules/redoc/bundles/redoc.standalone.js"></script>},
  elements => qq{<link rel="stylesheet" href="modules/\@stoplight/elements/styles.min.css"><script src="modules/\@stoplight/elements/web-components.min.js"></script>
    <elements-api apiDescriptionUrl="$description" router="hash"></elements-api>},
);
write_file("$dir/pages/$_.html", qq{<!DOCTYPE html><meta charset="utf-8"><link rel="icon" href="data:,"><title>$_</title>\n$page{$_}\n}) for keys %page;
write_file("$dir/controller.log", "controller A: reboot\n");

my $x = exchange();
my $user = user($x->submitter->company, password => 'Grün + 50% = ß:&x');
my $browser;
sub page { my ($name) = @_; $browser //= Collab::Browser->start($chromium, "$dir/browser"); $browser->go("$origin/$name.html"); return $browser }
sub missing { my ($folder) = @_; return !-d "$modules/$folder" && "$folder is missing: `make viewers` fetches it" }

# What the page shows of a response.
sub shown { my ($text) = @_; my ($json) = $text =~ /^([{\[].*^[}\]])/ms; return JSON::XS->new->decode($json // die "no JSON: $text\n") }

# The page's responses to the three calls: [status, text] each.
sub judge {
  my ($get, $post, $upload) = @_;
  my $before = @{ $x->submitter->get($x->notes)->ok };
  my @all = $get->();
  like $all[0], qr/\b200\b/, 'a GET';
  is_deeply [map { $_->{token} } @{ shown($all[1])->{content} }], [$x->token], '… shows the request';
  @all = $post->();
  like $all[0], qr/\b200\b/, 'a POST of the example';
  is shown($all[1])->{summary}, 'Logs', '… shows the new note';
  @all = $upload->();
  like $all[0], qr/\b200\b/, 'an upload';
  is_deeply [map { $_->{fileName} } @{ shown($all[1]) }], ['controller.log'], '… of the file alone';
  is scalar(@{ $x->submitter->get($x->notes)->ok }), $before + 2, 'the request has the note, and that about the upload';
}

subtest 'Swagger UI' => sub {
  if (my $why = missing('swagger-ui-dist')) { plan skip_all => $why }
  my $page = page('swagger-ui');
  $page->click('button.authorize');
  $page->type($user->username, '#client_id_clientCredentials');
  $page->type($user->password, '#client_secret_clientCredentials');
  $page->click('button.authorize', '', '.auth-container:has(#client_id_clientCredentials)');
  ok $page->text('button', 'Logout'), 'it logs in';
  $page->click('button', 'Close');
  my $call = sub {
    my ($operation, $fill) = @_;
    my $block = ".opblock[id\$=\"-$operation\"]";
    $page->click('.opblock-summary-control', '', $block);
    $page->click('.try-out__btn', '', $block);
    $fill->($block);
    $page->click('button.execute', '', $block);
    return map { $page->text($_, '', "$block .live-responses-table") } 'tr.response .response-col_status', '.highlight-code';
  };
  my $token = sub { my ($block) = @_; $page->type($x->token, 'input[placeholder="token"]', '', $block) };
  judge(
    sub { $call->(request_page => sub { my ($block) = @_; $page->click('input[type="checkbox"]', '', "$block [data-param-name=\"cursor\"]") }) },
    sub { $call->(note_create => $token) },
    sub { $call->(attachment_create => sub { my ($block) = @_; $token->($block); $page->choose_file("$dir/controller.log", 'input[type="file"]', '', $block) }) });
  ok +(grep { $_->{url} =~ /[?&]cursor=(?:&|$)/ } $page->sent), 'a list begins with an empty cursor';
  is_deeply [$page->complaints], [], 'and the console has no error';
};

subtest 'RapiDoc' => sub {
  if (my $why = missing('rapidoc')) { plan skip_all => $why }
  my $page = page('rapidoc');
  $page->type($user->username, '.oauth-client-id');
  $page->type($user->password, '.oauth-client-secret');
  $page->click('button', 'GET TOKEN');
  ok $page->text('*', 'Access Token Received'), 'it logs in';
  my $call = sub {
    my ($id, $fill) = @_;
    my $block = "[id=\"$id\"]";
    $page->click('.endpoint-head', '', $block);
    $fill->($block);
    $page->click('button', 'TRY', $block);
    return map { $page->text($_, '', $block) } '.response-message', '.tab-content pre, .tab-content json-tree';
  };
  my $token = sub { my ($block) = @_; $page->type($x->token, 'input[data-pname="token"]', '', $block) };
  my $request = '/v1/collaboration-requests/-token-';
  judge(
    sub { $call->('get-/v2/collaboration-requests' => sub { }) },
    sub { $call->("post-$request/notes" => $token) },
    sub { $call->("post-$request/attachments" => sub { my ($block) = @_; $token->($block); $page->choose_file("$dir/controller.log", 'input[type="file"]', '', $block) }) });
  # RapiDoc 9.3 throws at an example with a member that is null, and goes on.
  is_deeply [grep { !/^TypeError: Cannot read properties of null \(reading 'value'\).*responseTemplate/s } $page->complaints], [], 'and the console has no other error';
};

# Both show their own menu of operations; the groups of Elements open by a click.
my $described = JSON::XS->new->utf8->decode(nobody->get('/openapi.json')->{content});
my @summaries = map { $_->{summary} } map { values %$_ } values %{ $described->{paths} };
my @groups = map { $_->{name} } @{ $described->{tags} };
for my $viewer (['Redoc', 'redoc', 'redoc'], ['Elements', 'elements', '@stoplight/elements']) {
  my ($title, $name, $folder) = @$viewer;
  subtest $title => sub {
    if (my $why = missing($folder)) { plan skip_all => $why }
    my $page = page($name);
    if ($name eq 'elements') { $page->click("[title=\"$_\"]", $_) for @groups }
    my @unseen;
    wait_for { my $text = $page->run('document.body.textContent'); @unseen = grep { index($text, $_) < 0 } @summaries; !@unseen } 60, 'every operation';
    is_deeply \@unseen, [], 'it shows every operation';
    is_deeply [grep { !m{https://cdn[.]redoc[.]ly/} } $page->complaints], [], 'and the console has no error, except that its own logo is not loaded';
  };
}

done_testing;
