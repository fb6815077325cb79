# t/api/http/cache-control.t: no cache may store a response that holds a token or a secret
use lib qw(t/lib lab/lib);
use Collab::Operations;
use Collab::Test;

my $operations = operations();

# Whether the operation's record has a member for a token or a secret.
sub is_secret {
  my ($row) = @_;
  my ($content) = values %{ $operations->described($row)->{responses}{200}{content} || {} };
  my ($name) = ($content->{schema}{'$ref'} // '') =~ m{([^/]+)$};
  return scalar grep { /^(?:secret|accessToken|access_token)$/ } keys %{ ($name ? $operations->{description}{components}{schemas}{$name} : $content->{schema})->{properties} || {} };
}

my @rows = grep { $_->{who} ne 'public' && $_->{method} ne 'DELETE' || $_->{name} =~ /^(?:login|token)$/ } routes();
my @secret = grep { is_secret($_) } @rows;
cmp_ok scalar @secret, '>=', 5, 'at least five operations answer with a token or a secret';

subtest 'responses with a token or a secret are no-store' => sub {
  for my $row (@secret) {
    my $x = exchange();
    my %with = $operations->prepared($x, $row->{name});
    my $key = { 'idempotency-key' => "cache-$row->{name}" };
    for my $time ('the response', 'the response to a repeat') {
      my $party = $operations->party($x, $row->{name});
      my $answer = $party->request($row->{method}, $operations->path($row->{name}, %with), $operations->body($row->{name}, %with), headers => $key);
      like $answer->text, qr/"(?:secret|accessToken|access_token)":"[^"]{40,}"/, "$row->{name}: $time has a token or a secret";
      is $answer->header('cache-control'), 'no-store', "$row->{name}: $time is no-store";
      $party->{token} = $1 if $answer->text =~ /"accessToken":"([^"]+)"/;     # a password change ends the old token
      @with{qw(currentPassword newPassword)} = @with{qw(newPassword currentPassword)};
    }
  }
};

subtest 'every other response to a member is private' => sub {
  for my $row (grep { !is_secret($_) } @rows) {
    my $answer = $operations->example(exchange(), $row->{name});
    unlike $answer->text, qr/"(?:secret|accessToken|access_token)":/, "$row->{name}: no secret";
    is $answer->header('cache-control'), 'private, no-cache', "$row->{name}: private to the caller";
  }
};

done_testing;
