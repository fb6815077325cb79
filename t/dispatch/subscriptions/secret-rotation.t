# t/dispatch/subscriptions/secret-rotation.t: deliveries of both versions before, during and after the rotation of a secret
# interface.md 16.4
use lib qw(t/lib lab/lib);
use Collab::Test;
use Collab::Receiver;
use Digest::SHA qw(hmac_sha256_hex);

my $receiver = receiver();
my $x = exchange();

# The one header has the signatures by these replaced secrets, newest first.
sub previous_signed {
  my ($delivery, @secrets) = @_;
  return ($delivery->{headers}{'x-hub-signature-256-previous'} // '') eq join ', ', map { 'sha256=' . hmac_sha256_hex($delivery->{body}, $_) } @secrets;
}

# The receiver in Python of /docs.
my %is = (quot => '"', amp => '&', lt => '<', gt => '>', '#39' => "'");
my ($sample) = nobody->get('/docs')->{content} =~ m{<pre class="sample" id="verify.py">(.*?)</pre>}s;
$sample =~ s/&(#?\w+);/$is{$1}/ge;
sub taken_by_the_docs {
  my ($delivery, $secret) = @_;
  my $script = "$sample\n" . 'import sys; sys.exit(0 if is_genuine(sys.argv[3], {"x-hub-signature-256": sys.argv[1], "x-hub-signature-256-previous": sys.argv[2]}, sys.stdin.buffer.read()) else 1)';
  open my $to, '|-', '/usr/bin/python3', '-c', $script, (map { $delivery->{headers}{$_} // '' } qw(x-hub-signature-256 x-hub-signature-256-previous)), $secret or die;
  print $to $delivery->{body};
  return close $to;
}

for my $version (qw(v1 v2)) {
  subtest $version => sub {
    my $url = $receiver->url;
    my $made = $x->submitter->post("/$version/webhooks", { callbackUrl => $url })->ok;
    my $deliveries = 0;
    my $next = sub { $x->submitter->post($x->notes, a_note())->ok; return ($receiver->wait($url, ++$deliveries))[-1] };
    my $rotate = sub { return $x->submitter->post("/$version/webhooks/$made->{id}/secret", {@_})->ok->{secret} };
    my @secret = $made->{secret};

    my $got = $next->();
    ok Collab::Receiver::signed($got, $secret[0]), 'before: the secret of the creation';
    ok !exists $got->{headers}{'x-hub-signature-256-previous'};

    push @secret, $rotate->(overlapSeconds => 600);
    $got = $next->();
    ok Collab::Receiver::signed($got, $secret[1]), 'during: the new secret';
    ok previous_signed($got, $secret[0]), 'and the old one in a header of its own';

    push @secret, $rotate->(overlapSeconds => 600);
    $got = $next->();
    ok Collab::Receiver::signed($got, $secret[2]), 'rotated again: the newest';
    ok previous_signed($got, @secret[1, 0]), 'and both before it: neither promise is cut short';

    push @secret, $rotate->(overlapSeconds => 60);
    $got = $next->();
    ok previous_signed($got, @secret[2, 1, 0]), 'and a third time';
    is_deeply [map { taken_by_the_docs($got, $_) ? 1 : 0 } @secret, 'another'], [1, 1, 1, 1, 0], 'a receiver as /docs has it takes it with any of the four';
    $x->submitter->post("/v1/webhooks/$made->{id}/secret", { overlapSeconds => 60 })->fails(409, qr/^Three replaced secrets still sign/);
    ok previous_signed($next->(), @secret[2, 1, 0]), 'a fourth overlap is refused, and changes nothing';

    owner()->do('update previous_secret set until = clock_timestamp() where subscription = ? and id < (select max(id) from previous_secret where subscription = ?)', undef, ($made->{id}) x 2);
    $got = $next->();
    ok Collab::Receiver::signed($got, $secret[3]), 'the overlap of the older ones is over: the newest secret';
    ok previous_signed($got, $secret[2]), 'and the one that has time left';
    push @secret, $rotate->(overlapSeconds => 600);
    ok previous_signed($next->(), @secret[3, 2]), 'those that are over make room';
    push @secret, $rotate->(overlapSeconds => 600);

    push @secret, $rotate->(overlapSeconds => 0);
    $got = $next->();
    ok Collab::Receiver::signed($got, $secret[6]), 'without an overlap it always works';
    ok !exists $got->{headers}{'x-hub-signature-256-previous'}, 'and ends all of them';
    push @secret, $rotate->(overlapSeconds => 600);
    ok previous_signed($next->(), $secret[6]), 'for good';

    owner()->do('update previous_secret set until = clock_timestamp() where subscription = ?', undef, $made->{id});
    $got = $next->();
    ok Collab::Receiver::signed($got, $secret[7]), 'after: the new secret';
    ok !exists $got->{headers}{'x-hub-signature-256-previous'}, 'alone';
  };
}

done_testing;
