# A page in headless Chromium, used as a person does: by mouse and keyboard. Speaks the devtools protocol over two pipes.
#
#   my $chromium = Collab::Browser::installed() or plan skip_all => …
#   my $page = Collab::Browser->start($chromium, $dir);     $dir: an empty folder, for its profile and its log
#   $page->go($url);
#   $page->click('button');                         the first element that is seen; waits until there is one. Shadow roots are searched, too
#   $page->click('button', 'Execute');              … and whose text is this
#   $page->click('button', 'Execute', '#notes');    … in the first element of the third selector
#   $page->type('abc', 'input', …);                 replaces what the field has
#   $page->choose_file($path, 'input[type=file]', …);
#   $page->text('.answer', …)                       waits for the element, and returns its text
#   $page->run($javascript)                         the value of an expression
#   $page->sent                                     the HTTP requests of the page: {method, url, headers, postData}
#   $page->complaints                               uncaught exceptions, and errors on the console
#   my ($origin, $directives) = other_origin($dir);  a virtual host for the files below $dir, and docs/profiles.md's directives for its pages
package Collab::Browser;
use strict;
use warnings;
use utf8;
use IO::Select;
use JSON::XS ();
use POSIX ();
use Collab::Port qw(free_port);
use Collab::Wait qw(wait_for);
use Exporter 'import';
use parent 'Collab::Process';
our @EXPORT = qw(other_origin);

use constant { PATIENCE => 30, ANSWER => 300 };     # seconds for an element to appear, and for Chromium to answer: viewers keep it busy
my $json = JSON::XS->new->utf8->canonical->allow_nonref;

# An empty text or `within` means any. A field for files may be invisible behind a button.
my $FINDER = <<'END';
window.found = (selector, text, within) => {
  const roots = root => [root, ...[...root.querySelectorAll('*')].filter(one => one.shadowRoot).flatMap(one => roots(one.shadowRoot))];
  const first = (place, wanted, fits) => {
    for (const root of roots(place)) for (const one of root.querySelectorAll(wanted)) if (fits(one)) return one;
  };
  const said = one => (one.innerText ?? one.textContent ?? '').trim();
  const place = within ? first(document, within, () => true) : document;
  return place && first(place, selector, one => (one.type === 'file' || one.getClientRects().length) && (!text || said(one) === text));
};
END

sub installed { return (grep { -x } '/usr/bin/chromium', '/usr/bin/google-chrome')[0] }

sub other_origin {
  my ($dir) = @_;
  open my $in, '<', 'docs/profiles.md' or die "docs/profiles.md: $!\n";
  my ($cors) = do { local $/; <$in> =~ /^```apache cors\n(.*?)^```$/ms } or die "docs/profiles.md: no profile for browsers\n";
  my $port = free_port('127.0.0.1');
  $cors =~ s{https://app\.example\.org}{http://127.0.0.1:$port} && $cors =~ s{"/collab"}{"/"} or die "docs/profiles.md: another profile for browsers\n";
  return ("http://127.0.0.1:$port", <<"END");
LoadModule headers_module $ENV{COLLAB_LIBEXECDIR}/mod_headers.so
$cors
Listen 127.0.0.1:$port
<VirtualHost 127.0.0.1:$port>
  DocumentRoot "$dir"
  <Directory "$dir">
    Options FollowSymLinks
    Require all granted
  </Directory>
  <Location "/">
    SetHandler None
  </Location>
  AddType text/html .html
  AddType text/css .css
  AddType text/javascript .js
</VirtualHost>
END
}

sub start {
  my ($class, $chromium, $dir) = @_;
  my $self = bless { last => 0, unread => '', sent => [], complaints => [] }, $class;
  pipe my $commands, $self->{out} or die "pipe: $!\n";
  pipe $self->{in}, my $answers or die "pipe: $!\n";
  $self->{out}->autoflush;
  $self->begin(sub {
    open STDOUT, '>', "$dir/said" or die "$dir/said: $!\n";
    open STDERR, '>&', \*STDOUT or die "$dir/said: $!\n";
    # Chromium reads from descriptor 3 and writes to 4. The pipes may have these numbers the other way round.
    POSIX::dup2(fileno $commands, 103) && POSIX::dup2(fileno $answers, 104) && POSIX::dup2(103, 3) && POSIX::dup2(104, 4) or die "dup2: $!\n";
    POSIX::close($_) for 103, 104;
    exec $chromium, qw(--headless=new --no-sandbox --disable-gpu --remote-debugging-pipe --no-first-run), '--window-size=1400,1200',
      '--host-resolver-rules=MAP * ~NOTFOUND, EXCLUDE 127.0.0.1', "--user-data-dir=$dir/profile" or die "$chromium: $!\n";
  });
  my $target = $self->call('Target.createTarget', url => 'about:blank')->{targetId};
  $self->{session} = $self->call('Target.attachToTarget', targetId => $target, flatten => JSON::XS::true)->{sessionId};
  $self->call("$_.enable") for qw(Page Runtime Log Network DOM);
  $self->call('Page.addScriptToEvaluateOnNewDocument', source => $FINDER);
  return $self;
}

# One command of the protocol. Returns its result; dies with its error.
sub call {
  my ($self, $method, %params) = @_;
  my $id = ++$self->{last};
  my %command = (id => $id, method => $method, params => \%params, $self->{session} ? (sessionId => $self->{session}) : ());
  local $SIG{PIPE} = 'IGNORE';
  print { $self->{out} } $json->encode(\%command) . "\0" or die "Chromium: $!\n";
  while (my $message = $self->message) {
    if (($message->{id} // 0) != $id) { $self->note($message) if $message->{method}; next }
    die "$method: $message->{error}{message}\n" if $message->{error};
    return $message->{result};
  }
}

sub message {
  my ($self) = @_;
  my $end;
  while (($end = index $self->{unread}, "\0") < 0) {
    IO::Select->new($self->{in})->can_read(ANSWER) or die "Chromium does not answer\n";
    sysread $self->{in}, $self->{unread}, 65536, length $self->{unread} or die "Chromium has ended\n";
  }
  my $message = substr $self->{unread}, 0, $end + 1, '';
  chop $message;
  return $json->decode($message);
}

sub note {
  my ($self, $message) = @_;
  my ($method, $params) = @{$message}{qw(method params)};
  if ($method eq 'Network.requestWillBeSent') { push @{ $self->{sent} }, $params->{request} }
  elsif ($method eq 'Runtime.exceptionThrown') { push @{ $self->{complaints} }, $params->{exceptionDetails}{exception}{description} // $params->{exceptionDetails}{text} }
  elsif ($method eq 'Log.entryAdded' && $params->{entry}{level} eq 'error') { push @{ $self->{complaints} }, join ' ', $params->{entry}{text}, $params->{entry}{url} // () }
  elsif ($method eq 'Runtime.consoleAPICalled' && $params->{type} eq 'error') {
    push @{ $self->{complaints} }, join ' ', map { $_->{description} // $_->{value} // $_->{type} } @{ $params->{args} };
  }
}

sub evaluate {
  my ($self, $javascript, %how) = @_;
  my $got = $self->call('Runtime.evaluate', expression => $javascript, awaitPromise => JSON::XS::true, %how);
  die "$javascript: " . ($got->{exceptionDetails}{exception}{description} // $got->{exceptionDetails}{text}) . "\n" if $got->{exceptionDetails};
  return $got->{result};
}

sub run { my ($self, $javascript) = @_; return $self->evaluate($javascript, returnByValue => JSON::XS::true)->{value} }

sub sent       { my ($self) = @_; $self->run('0'); return @{ $self->{sent} } }
sub complaints { my ($self) = @_; $self->run('0'); return @{ $self->{complaints} } }

sub go {
  my ($self, $url) = @_;
  @{$self}{qw(sent complaints)} = ([], []);      # the last page's
  $self->call('Page.navigate', url => $url);
  wait_for { $self->run("location.href.startsWith(@{[ $json->encode($url) ]}) && document.readyState === 'complete'") } PATIENCE, $url or die "$url does not load\n";
}

# The devtools' id of an element, once it is there.
sub element {
  my ($self, $selector, $text, $within) = @_;
  my $find = 'found(' . join(', ', map { $json->encode($_ // '') } $selector, $text, $within) . ')';
  my $what = join ' ', grep { length } $selector, $text, $within;
  utf8::decode($find);
  my $id;
  wait_for { $id = $self->evaluate($find)->{objectId} } PATIENCE, $what or die "the page has no $what\n";
  return $id;
}

sub of_element {
  my ($self, $id, $function) = @_;
  return $self->call('Runtime.callFunctionOn', objectId => $id, returnByValue => JSON::XS::true, functionDeclaration => $function)->{result}{value};
}

sub click {
  my ($self, @element) = @_;
  my $id = $self->element(@element);
  my $at = $self->of_element($id, <<'END');
function() {
  this.scrollIntoView({ behavior: 'instant', block: 'center' });
  const box = this.getBoundingClientRect();
  return { x: box.x + box.width / 2, y: box.y + box.height / 2 };
}
END
  $self->call('Input.dispatchMouseEvent', type => $_, %$at, button => 'left', clickCount => 1) for qw(mousePressed mouseReleased);
}

sub type {
  my ($self, $text, @element) = @_;
  $self->of_element($self->element(@element), 'function() { this.scrollIntoView({ behavior: "instant", block: "center" }); this.focus(); this.select(); }');
  $self->call('Input.insertText', text => $text);
}

sub choose_file {
  my ($self, $path, @element) = @_;
  $self->call('DOM.setFileInputFiles', files => [$path], objectId => $self->element(@element));
}

sub text { my ($self, @element) = @_; return $self->of_element($self->element(@element), 'function() { return this.innerText }') }

1;
