# t/dispatch/rotation.t: deliveries before, during and after the rotation of a secret, of both versions (contract.md 8)
use lib 't/lib';
use Collab::Test;
use Collab::Receiver;
use Digest::SHA qw(hmac_sha256_hex);

my $receiver = receiver();
my $x = exchange();

sub previous_signed {
  my ($delivery, $secret) = @_;
  return ($delivery->{headers}{'x-hub-signature-256-previous'} // '') eq 'sha256=' . hmac_sha256_hex($delivery->{body}, $secret);
}

for my $version (qw(v1 v2)) {
  subtest $version => sub {
    my $url = $receiver->url;
    my $made = $x->submitter->post("/$version/webhooks", { callbackUrl => $url })->ok;
    my $deliveries = 0;
    my $next = sub { $x->submitter->post($x->notes, a_note())->ok; return ($receiver->wait($url, ++$deliveries))[-1] };
    my $rotate = sub { return $x->submitter->post("/v1/webhooks/$made->{id}/secret", {@_})->ok->{secret} };
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
    ok previous_signed($got, $secret[1]), 'and the one before it';

    owner()->do('update subscription set previous_expires_at = clock_timestamp() where id = ?', undef, $made->{id});
    $got = $next->();
    ok Collab::Receiver::signed($got, $secret[2]), 'after: the new secret';
    ok !exists $got->{headers}{'x-hub-signature-256-previous'}, 'alone';

    push @secret, $rotate->(overlapSeconds => 0);
    $got = $next->();
    ok Collab::Receiver::signed($got, $secret[3]);
    ok !exists $got->{headers}{'x-hub-signature-256-previous'}, 'no overlap';
  };
}

done_testing;
