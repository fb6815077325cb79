# t/api/http/docs-states.t: the table of states and operations on /docs matches what each operation does in each state
use lib qw(t/lib lab/lib);
use Collab::Operations;
use Collab::Test;

my $html = nobody->get('/docs')->text;
my ($table) = $html =~ m{<table class="states">(.*?)</table>}s;
my @rows;
while ($table =~ m{<tr><td><a href="#(\w+)">.*?</td><td>(\w+)</td><td>(.*?)</td><td>(.*?)</td></tr>}sg) {
  push @rows, my $row = { name => $1, by => $2, from => $3, to => $4 };
  $row->{from} = [$row->{from} =~ /([A-Z]+)/g];
  $row->{to} =~ s/<[^>]*>//g;
}
cmp_ok scalar @rows, '>=', 11, 'the table has at least 11 rows';
my @statuses = qw(OPEN INFORMATION ACCEPTED REJECTED CLOSED);
my $operations = operations();

for my $row (grep { $_->{name} ne 'request_create' } @rows) {
  subtest "$row->{name} works in the listed states only" => sub {
    my %may = map { $_ => 1 } @{ $row->{from} };
    for my $status (@statuses) {
      my $x = exchange()->in($status);
      my @parties = $row->{by} eq 'both' ? qw(submitter receiver) : $row->{by};
      for my $party (@parties) {
        my $answer = $operations->call($x->$party, $row->{name}, $operations->with($x), token => $x->token);
        my $now = $x->submitter->get($x->path)->ok->{status};
        if ($may{$status}) {
          $answer->is_status(200, "$status, the $party");
          is $now, $row->{to} eq 'the same' ? $status : $row->{to}, "… the status is now $now";
        } else {
          is $answer->status, $row->{name} eq 'note_create' ? 400 : 409, "$status: the $party is refused";
          is $now, $status, '… and the status is unchanged';
        }
      }
      next if $row->{by} eq 'both' || !$may{$status};
      my $other = $row->{by} eq 'submitter' ? 'receiver' : 'submitter';
      is $operations->call($x->$other, $row->{name}, $operations->with($x), token => $x->token)->status, 403, "$status: 403 for the $other";
    }
  };
}

done_testing;
