# t/api/http/docs-states.t: each operation answers in each state as the tables on /docs and in interface.md 10.2 say
use lib qw(t/lib lab/lib);
use Collab::File qw(slurp);
use Collab::Operations;
use Collab::Test;

# The two tables: {operation}{status, "by" or "other"}.
my @statuses = qw(OPEN INFORMATION ACCEPTED REJECTED CLOSED);
my %row = map { $_->{name} => $_ } routes();
my (%page, %rules);
my ($table) = nobody->get('/docs')->text =~ m{<table class="states">(.*?)</table>}s;
is_deeply [$table =~ m{<th><code>(\w+)</code></th>}g], \@statuses, 'the table of /docs has a column for each status';
while ($table =~ m{<tr><td><a href="#(\w+)">.*?</td>(.*?)</tr>}sg) {
  my ($name, $cells) = ($1, $2);
  my @cells = map { s/<[^>]*>//gr } $cells =~ m{<td[^>]*>(.*?)</td>}g;
  @{ $page{$name} }{ 'by', @statuses, 'other' } = @cells;
}
my $interface = slurp('docs/interface.md');
utf8::decode($interface);
my ($rules) = $interface =~ /^<!-- states -->\n\n((?:\|.*\n)+)/m;
my ($head, undef, @lines) = split /\n/, $rules;
is_deeply [$head =~ /`([A-Z]+)`/g], \@statuses, 'so has that of interface.md';
for (@lines) {
  my ($operation, @cells) = map { s/^ +| +$|`//gr } (split /\|/, $_, -1)[1 .. @statuses + 3];
  my ($name) = map { $_->{name} } grep { "$_->{method} $_->{template}" eq $operation =~ s{…}{/v1/collaboration-requests/{token}}r } values %row;
  @{ $rules{$name} }{ 'by', @statuses, 'other' } = @cells;
}
is_deeply \%rules, \%page, 'both tables say the same';
is_deeply [sort keys %page], [sort map { $_->{name} } grep { $_->{method} ne 'GET' && $_->{template} =~ m{/\{token\}} } values %row],
  'they have each operation that changes a request or something below it';

my $operations = operations();
my $x = exchange();

# What the party gets, in the words of the tables.
sub gets {
  my ($request, $party, $name) = @_;
  my %with = ($operations->with($request), token => $request->token);
  my $before = $request->submitter->get($request->path)->ok->{status};
  my $answer = $request->$party->request($row{$name}{method}, $operations->path($name, %with), $operations->body($name, %with),
    headers => { accept => 'application/problem+json' });
  my $now = $request->submitter->get($request->path)->ok->{status};
  return $answer->status . ($answer->status == 200 ? $now eq $before ? '' : ", then $now" : ' ' . ($answer->json->{type} =~ s{.*/problems/}{}r)),
    $answer->status != 200 && $now ne $before ? "the refused operation made it $now" : ();
}

for my $name (sort keys %page) {
  subtest "$name answers as the tables say" => sub {
    my $is = $page{$name};
    my @parties = $is->{by} eq 'both' ? qw(submitter receiver) : $is->{by};
    my ($other) = grep { $is->{by} ne 'both' && $_ ne $is->{by} } qw(submitter receiver);
    for my $status (@statuses, 'ANSWERED') {
      my $cell = $is->{ $status eq 'ANSWERED' ? 'INFORMATION' : $status };
      is_deeply [gets($x->another->in($status), $_, $name)], [$cell], "$status, the $_" for @parties;
      is_deeply [gets($x->another->in($status), $other, $name)], [$is->{other}], "$status, the $other" if $other;
    }
  };
}

done_testing;
