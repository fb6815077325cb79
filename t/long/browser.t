# t/long/browser.t: a page of another origin calls the interface in Chromium, with the profile for browsers of docs/profiles.md
use lib qw(t/lib lab/lib);
use Collab::Browser;
use Collab::File qw(write_file);
use Collab::Stack;
use Collab::Test;
use File::Path qw(make_path);
use File::Temp qw(tempdir);

my $chromium = Collab::Browser::installed() or plan skip_all => 'Chromium is not installed (Debian: chromium)';

my $dir = tempdir('clXXXXXX', DIR => '/tmp', CLEANUP => 1);
make_path("$dir/pages");
chmod 0755, $dir, "$dir/pages";
my ($origin, $directives) = other_origin("$dir/pages");
my $stack = stack(extra => "CollabTokenEndpoint On\n$directives");
my $user = user(company());
my ($url, $name, $password) = map { JSON::XS->new->allow_nonref->encode($_) } $stack->server->url, $user->username, $user->password;

# Each line of the answer is a call: its status, and what the page could read of it.
write_file("$dir/pages/page.html", <<"END");
<!DOCTYPE html><title>calls</title><pre id="out"></pre><script type="module">
const out = document.getElementById('out');
const json = { 'Content-Type': 'application/json' };
async function call(about, path, options = {}, ...headers) {
  try {
    const answer = await fetch($url + path, options);
    const body = answer.status === 204 ? {} : await answer.json();
    out.append([about, answer.status, ...headers.map(name => name + ':' + (answer.headers.has(name) ? 'readable' : 'hidden')), body.message || body.error || ''].join(' | ') + '\\n');
    return { body, headers: answer.headers };
  } catch (error) { out.append(about + ' | ' + error + '\\n'); return { body: {}, headers: new Headers() } }
}
const login = await call('login', '/v1/login', { method: 'POST', headers: json, body: JSON.stringify({ username: $name, password: $password }) });
const form = new URLSearchParams({ grant_type: 'client_credentials', client_id: $name, client_secret: $password });
await call('token', '/oauth2/token', { method: 'POST', headers: { 'X-Requested-With': 'XMLHttpRequest' }, body: form });
const headers = { Authorization: 'Bearer ' + login.body.accessToken };
const me = await call('me', '/v1/me', { headers }, 'ETag', 'X-Request-Id');
await call('bad token', '/v1/me', { headers: { Authorization: 'Bearer nonsense' } }, 'WWW-Authenticate');
await call('description', '/openapi.json');
const hook = await call('subscribe', '/v2/webhooks', { method: 'POST', headers: { ...headers, ...json, 'Idempotency-Key': 'from-a-browser' }, body: JSON.stringify({ callbackUrl: 'https://hooks.example/in' }) }, 'ETag');
const change = tag => ({ method: 'PATCH', headers: { ...headers, 'Content-Type': 'application/merge-patch+json', 'If-Match': tag }, body: '{"active":false}' });
await call('stale', '/v2/webhooks/' + hook.body.id, change('"old"'));
await call('current', '/v2/webhooks/' + hook.body.id, change(hook.headers.get('ETag')), 'ETag');
await call('deleted', '/v2/webhooks/' + hook.body.id, { method: 'DELETE', headers });
await call('other type', '/v2/webhooks/' + hook.body.id, { method: 'PATCH', headers: { ...headers, 'Content-Type': 'text/plain' }, body: 'x' });
out.append('end');
</script>
END
my ($status, $said) = output('timeout', '120', $chromium, '--headless=new', '--no-sandbox', '--disable-gpu', "--user-data-dir=$dir/profile", '--virtual-time-budget=60000', '--dump-dom',
  "$origin/page.html");
is $status, 0, 'Chromium ends';
my ($told) = $said =~ m{<pre id="out">(.*?)</pre>}s or fail("no page: $said");
my %told = map { my ($about, @rest) = split / \| /, $_, -1; ($about => join ' | ', @rest) } split /\n/, $told // '';
my $refusal = delete $told{'bad token'};
like $refusal, qr/^401 \| WWW-Authenticate:readable \| \S/, 'a refused token: the page reads the status, the challenge and the message';
my ($stale, $type) = delete @told{'stale', 'other type'};
like $stale, qr/^412 \| \S/, 'a false If-Match: the page reads the status and the message';
like $type, qr/^(?:404|415) \| \S/, 'and so it does of a wrong media type';
is_deeply \%told, { login => '200 | ', token => '200 | ', me => '200 | ETag:readable | X-Request-Id:readable | ', description => '200 | ', subscribe => '200 | ETag:readable | ',
  current => '200 | ETag:readable | ', deleted => '204 | ', end => '' }, 'every call of the page succeeds, and its headers are readable';

done_testing;
