# t/long/smuggling.t: smuggling vectors over HTTP/1.1 and HTTP/2, behind mod_proxy, HAProxy and nginx, desynchronize nothing
# t/lib/Collab/SmugglingVectors.pm and SmugglingH2.pm have a row for each vector. Each vector goes to every front and to httpd itself; valid
# requests follow on the same connection and on a new one. Collab::Desync compares the answers with the logs of both sides.
use lib qw(t/lib lab/lib);
use Collab::Desync;
use Collab::Fronts;
use Collab::Httpd;
use Collab::NaiveFront;
use Collab::Port qw(free_port);
use Collab::SmugglingH2;
use Collab::SmugglingVectors;
use Collab::Stack;
use Collab::Test;
use File::Temp qw(tempdir);

my $dir = tempdir('clXXXXXX', DIR => '/tmp', CLEANUP => 1);
my ($cert, $key) = Collab::Httpd::certificate("$dir/tls", '127.0.0.1');
my ($tls, $behind) = (free_port(), free_port());        # $behind: httpd's port behind the fronts
my $modules = $ENV{COLLAB_LIBEXECDIR};
# Protocols as in Debian's http2.conf. If a front forwards an upgrade to h2c, the client gets a tunnel past that front.
my $stack = stack(extra => <<"END");
CollabDispatcher Off
CollabBodyTimeout 1
RequestReadTimeout header=1 body=1
LogFormat "%{local}p %{X-Front-Id}i %{X-Request-Id}o %>s %r" front
CustomLog front_log front
LoadModule ssl_module $modules/mod_ssl.so
LoadModule http2_module $modules/mod_http2.so
Protocols h2 h2c http/1.1
<Location "/the-metrics">
  SetHandler collab-metrics
  Require all granted
</Location>
Listen 127.0.0.1:$behind
Listen 127.0.0.1:$tls https
<VirtualHost 127.0.0.1:$tls>
  Protocols h2 http/1.1
  SSLEngine On
  SSLCertificateFile "$cert"
  SSLCertificateKeyFile "$key"
</VirtualHost>
END
my $x = exchange();
my ($ada, $ben) = $x->parties;
my $eve = user($ben->company);
$_->token for $ada, $ben, $eve;
my %who = (attacker => $ada, innocent => $eve, smuggled => $ben, notes => $x->notes, host => $stack->server->port);
my @h1 = vectors();
my @h2 = h2_vectors();
my %two = map { $_ => 1 } grep { $h1[$_][3] } 0 .. $#h1;

sub named { my ($fault) = @_; return $fault =~ s/\b\w+-h([12])-(\d+)\b/($1 == 1 ? $h1[$2][0] : $h2[$2][0]) . " ($&)"/ger }
sub notes_of { my ($tag) = @_; return @{ owner()->selectcol_arrayref('select summary from note where summary like ? order by 1', undef, "smuggled-$tag-%") } }

# httpd's log lines of requests to these ports, in their order.
sub back_lines {
  my %port = map { $_ => 1 } @_;
  open my $in, '<', $stack->server->dir . '/front_log' or die "front_log: $!\n";
  return map { /^(\d+) (.*)$/ && $port{$1} ? $2 : () } <$in>;
}

# Waits for the lines of each tag's last two requests, which come after all others of that tag. Returns all lines.
sub whole {
  my ($lines, @tags) = @_;
  my @lines;
  wait_for { @lines = $lines->(); my $all = join "\n", @lines; !grep { (() = $all =~ /other=$_-last\b/g) < 2 } @tags } 20, 'the log';
  return [@lines];
}

sub trial {
  my ($tag, %with) = @_;
  my $trial = Collab::Desync->new(%who, tag => $tag, %with);
  $trial->h1($_, @{ $h1[$_] }[1, 2]) for @{ $with{h1} // [0 .. $#h1] };
  $trial->h2($_, $h2[$_]) for @{ $with{h2} // [0 .. $#h2] };
  $trial->innocents("$tag-last");
  return [$trial->answers];
}

like nobody->get('/the-metrics')->text, METRICS, 'httpd itself serves the page that the fronts deny';
my @fronts = fronts($dir, $behind, $cert, $key);
my %trial = (direct => later { return { answers => trial('direct', plain => $stack->server->port, tls => $tls) } });
for my $front (@fronts) { $trial{ $front->tag } = later { return { answers => trial($front->tag, plain => $front->plain, tls => $front->tls) } } }
$_ = $_->answer for values %trial;
my $sent = @h1 + @h2;
cmp_ok $sent, '>=', 450, 'at least 450 vectors are sent';

subtest 'httpd with mod_collab alone serves no smuggled request' => sub {
  my $answers = $trial{direct}{answers} or return fail $trial{direct}->text;
  cmp_ok scalar(grep { $_->{kind} eq 'innocent' } @$answers), '==', 2 * $sent + 2, 'each innocent request has an answer';
  my $back = whole(sub { back_lines($stack->server->port, $tls) }, 'direct');
  is_deeply [map { named($_) } faults_direct(answers => $answers, back => $back, two => \%two, %who{qw(attacker innocent)})], [], 'each answer belongs to its request';
  is_deeply [grep { !/-h1-(\d+)$/ || !$two{$1} } notes_of('direct')], [], 'no smuggled request has taken effect';
};

my $back = whole(sub { back_lines($behind) }, map { $_->tag } @fronts);
for my $front (@fronts) {
  subtest 'httpd behind ' . $front->name . ' serves no smuggled request' => sub {
    my ($tag, $all) = ($front->tag, $trial{ $front->tag });
    my $answers = $all->{answers} or return fail $all->text;
    cmp_ok scalar(grep { $_->{kind} eq 'innocent' } @$answers), '==', 2 * $sent + 2, 'each innocent request has an answer';
    my $lines = whole(sub { $front->lines }, $tag);
    my %others = map { $_ => 1 } map { my ($id, $answer) = split; ($id, $answer) } map { $_->lines } grep { $_ != $front } @fronts;
    delete $others{'-'};
    my @here = grep { my ($id, $answer) = split; !$others{$id} && !($id eq '-' && $others{$answer}) } @$back;
    is_deeply [map { named($_) } faults(answers => $answers, front => $lines, back => \@here, %who{qw(attacker innocent)})], [], 'httpd gets exactly the requests that the front sent';
    my %own = map { /smuggled=([\w-]+)/ ? ("smuggled-$1" => 1) : () } @$lines;
    is_deeply [grep { !$own{$_} } notes_of($tag)], [], 'no smuggled request has taken effect';
    diag sprintf '%s: got %d requests, forwarded %d; takes %d vectors for two requests', $front->name, scalar @$lines, scalar @here, scalar keys %own;
  };
}

subtest 'the detector finds the requests that a naive front lets through' => sub {
  my $naive = Collab::NaiveFront->start("$dir/naive", $behind);
  my $start = back_lines($behind);
  my $good = trial('good', plain => $naive->plain, h1 => [], h2 => []);
  my $whole = whole(sub { back_lines($behind) }, 'good');
  is_deeply [faults(answers => $good, front => [$naive->lines], back => [@{$whole}[$start .. $#$whole]], %who{qw(attacker innocent)})], [], 'the detector finds no fault in valid requests';
  my $before = @$whole;
  my ($plain) = grep { $h1[$_][0] eq 'CL.TE, both lengths' } 0 .. $#h1;
  my $answers = trial('naive', plain => $naive->plain, h1 => [$plain], h2 => []);
  my @lines;
  wait_for { @lines = back_lines($behind); @lines - $before >= 7 } 10, 'the log';
  my @wrong = faults(answers => $answers, front => [$naive->lines], back => [@lines[$before .. $#lines]], %who{qw(attacker innocent)});
  ok +(grep { /^httpd got a request that the front did not send: .*smuggled=naive-/ } @wrong), 'a request that the front did not send';
  ok +(grep { /^naive-\S+: an innocent request got / } @wrong), 'an innocent request with another answer is found';
  ok +(grep { /got the answer to another request than/ } @wrong), 'a request with the answer to another is found';
  is_deeply [notes_of('naive')], ["smuggled-naive-h1-$plain"], 'the smuggled request has taken effect';
};

done_testing;
