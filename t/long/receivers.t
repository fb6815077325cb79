# t/long/receivers.t: what docs/receivers.md says to paste receives, verifies and answers deliveries of the server
# Takes the code from /docs. A tool that `make receivers` could not fetch is skipped by its name.
use lib qw(t/lib lab/lib);
use Collab::File qw(slurp write_file);
use Collab::Port qw(free_port);
use Collab::Process;
use Collab::Stack;
use Collab::Test;
use Cwd qw(getcwd);
use Digest::SHA qw(sha256_hex);
use File::Temp qw(tempdir);
use IO::Socket::IP;
use JSON::XS ();

my $stack = stack(extra => "CollabWebhookRetry V2 3600\n");
my $me = user(company());
my $unpacked = getcwd() . '/build/obj/receivers';
my $modules = getcwd() . '/t/receivers/node_modules';

sub copied { my ($text) = @_; my %is = (quot => '"', amp => '&', lt => '<', gt => '>', '#39' => "'"); return $text =~ s/&(#?\w+);/$is{$1}/ger }
my $html = nobody->get('/docs')->{content};
my ($page) = $html =~ m{(<h2 id="webhook-receivers">.*?)<h2}s;
my %code = map { copied($_) } $page =~ m{<pre id="([\w.]+)">(.*?)</pre>}sg;
my %sample = map { copied($_) } $html =~ m{<pre class="sample" id="(verify\.[\w]+)">(.*?)</pre>}sg;
is_deeply [sort keys %code], [qw(express.mjs fastify.mjs flow.json hooks.json koa.mjs list.json receiver.php receiver.py)], 'the page has this code';

# Each tool: its files, what it needs, how to start it, and its path. PORT, SECRET and DIR stand for values.
my %flask = (PYTHONPATH => "$unpacked/usr/lib/python3/dist-packages:DIR", PYTHONDONTWRITEBYTECODE => 1);
my @tools = (
  map({ { name => $_, files => ["$_.mjs", 'verify.mjs'], needs => "$modules/$_", start => ['node', "DIR/$_.mjs"], path => '/exchange' } } qw(express fastify koa)),
  { name => 'PHP', files => [qw(receiver.php verify.php)], needs => '/usr/bin/php', start => [qw(/usr/bin/php -S 127.0.0.1:PORT DIR/receiver.php)], path => '/exchange' },
  { name => 'Flask', files => [qw(receiver.py verify.py)], needs => "$unpacked/usr/lib/python3/dist-packages/flask", env => \%flask,
    start => [qw(/usr/bin/python3 -m flask --app receiver run --port PORT)], path => '/exchange' },
  { name => 'webhook', files => ['hooks.json'], needs => "$unpacked/usr/bin/webhook", start => ["$unpacked/usr/bin/webhook", qw(-ip 127.0.0.1 -port PORT -hooks DIR/hooks.json)],
    path => '/hooks/exchange' },
  { name => 'Node-RED', files => ['flow.json'], needs => "$modules/node-red", start => ['node', "$modules/node-red/red.js", qw(-u DIR -p PORT DIR/flow.json)], path => '/exchange' },
);

# The newest attempt of a subscription, once it has $count.
sub attempt {
  my ($id, $count) = @_;
  my @all;
  wait_for { @all = @{ $me->get("/v2/webhooks/$id/deliveries")->ok->{content} }; @all >= $count } 30, "$count attempts";
  return $all[0];
}

# Becomes a program whose output goes to DIR/said.
sub become {
  my ($dir, $env, @command) = @_;
  chdir $dir or die "$dir: $!\n";
  %ENV = (%ENV, %$env);
  open STDOUT, '>>', 'said' or die "said: $!\n";
  open STDERR, '>&', \*STDOUT or die "said: $!\n";
  exec { $command[0] } @command or die "$command[0]: $!\n";
}

for my $tool (@tools) {
  subtest $tool->{name} => sub {
    plan skip_all => "$tool->{name} is missing: `make receivers` fetches it" unless -e $tool->{needs};
    my $dir = tempdir('clXXXXXX', DIR => '/tmp', CLEANUP => 1);
    my $port = free_port('127.0.0.1');
    my $made = $me->post('/v2/webhooks', { callbackUrl => "http://127.0.0.1:$port$tool->{path}" })->ok;
    my $path = "/v2/webhooks/$made->{id}";
    my $put = sub { my ($text) = @_; return $text =~ s/\bPORT\b/$port/gr =~ s/\bDIR\b/$dir/gr };
    # DIR/said has what the receiver has read from events: webhook runs a program, the others print.
    write_file("$dir/on-event", "#!/bin/sh\necho \"\$1\" >>$dir/said\n");
    chmod 0755, "$dir/on-event";
    write_file("$dir/$_", ($code{$_} // $sample{$_}) =~ s/whsec_OF_THE_SUBSCRIPTION/$made->{secret}/r =~ s{/usr/local/bin/on-event}{$dir/on-event}r) for @{ $tool->{files} };
    symlink $modules, "$dir/node_modules" if $tool->{files}[0] =~ /[.]mjs$/;
    my %env = (PORT => $port, SECRET => $made->{secret}, HOME => $dir, map { $_ => $put->($tool->{env}{$_}) } keys %{ $tool->{env} });
    my $program = (bless {}, 'Collab::Process')->begin(sub { become($dir, \%env, map { $put->($_) } @{ $tool->{start} }) });
    my $heard = sub { my $said = slurp("$dir/said"); return scalar(() = $said =~ /org[.]provider[.]core[.]webhook[.]test/g) };
    my $listens = wait_for { IO::Socket::IP->new(PeerAddr => '127.0.0.1', PeerPort => $port) } 60, "$tool->{name} to listen";
    # Node-RED listens before its flow runs
    $tool->{name} ne 'Node-RED' || wait_for { slurp("$dir/said") =~ /Started flows/ } 60, 'the flow to run';

    my $count = 0;
    for my $type ('application/cloudevents+json', 'application/json') {
      $me->patch($path, { contentType => $type })->ok;
      $me->post("$path/test")->ok;
      my $attempt = attempt($made->{id}, ++$count);
      ok $attempt->{success}, "as $type, it answers 2xx: $attempt->{httpStatus}" or diag slurp("$dir/said");
      ok +(wait_for { $heard->() == $count } 10, 'the event'), 'and has read the event' or diag slurp("$dir/said");
    }
    $me->post("$path/secret", { overlapSeconds => 0 })->ok;
    $me->post("$path/test")->ok;
    is attempt($made->{id}, $count + 1)->{httpStatus}, 401, 'it refuses a signature by another secret';
    is $heard->(), $count, 'and does not read that event';
  };
}

subtest 'Node-RED lists requests by cursor' => sub {
  my $red = "$modules/node-red/red.js";
  plan skip_all => 'Node-RED is missing: `make receivers` fetches it' unless -e $red;
  my $dir = tempdir('clXXXXXX', DIR => '/tmp', CLEANUP => 1);
  my $x = exchange();
  my %expected = map { $_ => 1 } $x->token, map { $x->another->token } 1, 2;
  write_file("$dir/list.json", $code{'list.json'} =~ s/\?cursor=/?size=1&cursor=/r);     # a page for each
  my %env = (HOME => $dir, EXCHANGE => nobody->{url}, USERNAME => $x->submitter->username, PASSWORD => $x->submitter->password);
  my $program = (bless {}, 'Collab::Process')->begin(sub { become($dir, \%env, 'node', $red, '-u', $dir, '-p', free_port('127.0.0.1'), "$dir/list.json") });
  my %listed;
  wait_for { %listed = map { $_ => 1 } slurp("$dir/said") =~ /([\w-]{20}) Link down/g; keys %listed >= keys %expected } 60, 'the list';
  is_deeply \%listed, \%expected, 'each page has been read' or diag slurp("$dir/said");
};

# n8n is too large to fetch for a test. Whoever changes the file tries it with n8n.
subtest 'the workflow for n8n is the one that was tried, and extracts the event before it verifies' => sub {
  my $text = slurp('docs/receivers/n8n-webhook.json');
  is sha256_hex($text), '62e4abefc604b29d117c26ff79ee11ca4c8fa4553b22d3ad6ff8f82f9ee6a218';
  my $flow = JSON::XS->new->utf8->decode($text);
  my %type = map { $_->{name} => $_->{type} =~ s/^n8n-nodes-base\.//r } @{ $flow->{nodes} };
  my ($at) = grep { $type{$_} eq 'webhook' } keys %type;
  my @way;
  for (; $at; $at = $flow->{connections}{$at}{main}[0][0]{node}) { push @way, $type{$at} }
  is_deeply \@way, [qw(webhook extractFromFile crypto if respondToWebhook)];
};

done_testing;
