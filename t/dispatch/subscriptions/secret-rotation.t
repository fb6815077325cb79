# t/dispatch/subscriptions/secret-rotation.t: deliveries of both versions carry the valid signatures throughout a rotation
# interface.md 16.4
use lib qw(t/lib lab/lib);
use Collab::Test;
use Collab::Receiver;
use Digest::SHA qw(hmac_sha256_hex);

my $receiver = receiver();
my $x = exchange();

# Whether the header X-Hub-Signature-256-Previous has exactly the signatures made with these replaced secrets, newest first.
sub previous_signed {
  my ($delivery, @secrets) = @_;
  return ($delivery->{headers}{'x-hub-signature-256-previous'} // '') eq join ', ', map { 'sha256=' . hmac_sha256_hex($delivery->{body}, $_) } @secrets;
}

# The Python receiver of /docs.
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
  subtest "$version: deliveries carry the signatures of all valid secrets" => sub {
    my $url = $receiver->url;
    my $made = $x->submitter->post("/$version/webhooks", { callbackUrl => $url })->ok;
    my $deliveries = 0;
    my $next = sub { $x->submitter->post($x->notes, a_note())->ok; return ($receiver->wait($url, ++$deliveries))[-1] };
    my $rotate = sub { return $x->submitter->post("/$version/webhooks/$made->{id}/secret", {@_})->ok->{secret} };
    my @secret = $made->{secret};

    my $got = $next->();
    ok Collab::Receiver::signed($got, $secret[0]), 'before a rotation, the first secret signs';
    ok !exists $got->{headers}{'x-hub-signature-256-previous'};

    push @secret, $rotate->(overlapSeconds => 600);
    $got = $next->();
    ok Collab::Receiver::signed($got, $secret[1]), 'during a rotation, the new secret signs';
    ok previous_signed($got, $secret[0]), 'during a rotation, the old secret signs in a header of its own';

    push @secret, $rotate->(overlapSeconds => 600);
    $got = $next->();
    ok Collab::Receiver::signed($got, $secret[2]), 'after a second rotation, the newest secret signs';
    ok previous_signed($got, @secret[1, 0]), 'both older secrets sign for their whole overlaps';

    push @secret, $rotate->(overlapSeconds => 60);
    $got = $next->();
    ok previous_signed($got, @secret[2, 1, 0]), 'after a third rotation, three older secrets sign';
    is_deeply [map { taken_by_the_docs($got, $_) ? 1 : 0 } @secret, 'another'], [1, 1, 1, 1, 0], 'the receiver of /docs accepts the delivery with any of the four secrets';
    $x->submitter->post("/v1/webhooks/$made->{id}/secret", { overlapSeconds => 60 })->fails(409, qr/^Three replaced secrets still sign/);
    ok previous_signed($next->(), @secret[2, 1, 0]), 'a fourth overlap is refused, and changes nothing';

    owner()->do('update previous_secret set until = clock_timestamp() where subscription = ? and id < (select max(id) from previous_secret where subscription = ?)', undef, ($made->{id}) x 2);
    $got = $next->();
    ok Collab::Receiver::signed($got, $secret[3]), 'after the older overlaps end, the newest secret signs';
    ok previous_signed($got, $secret[2]), 'the older secret with time left signs';
    push @secret, $rotate->(overlapSeconds => 600);
    ok previous_signed($next->(), @secret[3, 2]), 'ended overlaps make room for a new one';
    push @secret, $rotate->(overlapSeconds => 600);

    push @secret, $rotate->(overlapSeconds => 0);
    $got = $next->();
    ok Collab::Receiver::signed($got, $secret[6]), 'a rotation without an overlap always succeeds';
    ok !exists $got->{headers}{'x-hub-signature-256-previous'}, 'a rotation without an overlap ends all overlaps';
    push @secret, $rotate->(overlapSeconds => 600);
    ok previous_signed($next->(), $secret[6]), 'ended overlaps do not return';

    owner()->do('update previous_secret set until = clock_timestamp() where subscription = ?', undef, $made->{id});
    $got = $next->();
    ok Collab::Receiver::signed($got, $secret[7]), 'after a rotation, the new secret signs';
    ok !exists $got->{headers}{'x-hub-signature-256-previous'}, 'after a rotation, only the new secret signs';
  };
}

done_testing;
