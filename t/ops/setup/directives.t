# t/ops/setup/directives.t: each directive's values, limits and error messages, byte for byte
# docs/directives.md has the facts of each directive's row, and explains it. t/ops/setup/directives.txt has accepted values, and the messages for a
# wrong value, a value too low or too high, no value, and too many values. In that file, a line is a directive as in httpd's configuration. httpd's
# message stands below it, after ">".
#
# To change a message, rewrite the file, compare it by `git diff`, and name the changed message in the commit:
#   COLLAB_PINNED=/tmp/pinned perl t/TEST t/ops/setup/directives.t; cp /tmp/pinned t/ops/setup/directives.txt
# t/TEST's user must be able to write /tmp/pinned.
use lib qw(t/lib lab/lib);
use Collab::Directives qw(page);
use Collab::Reference qw(dumped);
use Collab::Server;
use Collab::Stack;
use Collab::Test;
use Encode qw(decode);

my $dir = "$ENV{COLLAB_TEST_DIR}/directives";
my $server = Collab::Server->new($dir, keys => $ENV{COLLAB_TEST_DIR}, api_dsn => 'host=/nowhere dbname=x', dispatch_dsn => 'host=/nowhere dbname=x',
  extra => "Include \"$dir/more.conf\"\n");
Collab::Stack::write_file("$dir/short.key", 'x' x 31);
chmod 0600, "$dir/short.key";
Collab::Stack::write_file("$dir/good.jwks", '{"keys":[{"kty":"OKP","crv":"Ed25519","kid":"1","x":"11qYAYKxCrfVS_7TyWQHOg7hcvPapiMlrwIaaPcHURo"}]}');

# The messages of configtest for these lines, by the number of the line that they name.
sub says {
  my @lines = @_;
  Collab::Stack::write_file("$dir/more.conf", join '', map { s/<dir>/$dir/gr . "\n" } @lines);
  my ($status, $said) = $server->control('-t');
  return 'accepted' if $status == 0;
  my @found = $said =~ /^AH00526: Syntax error on line (\d+) of \Q$dir\E\/more\.conf:\n(.*)$/m ? "$1: $2" : map { s/\Q$dir\E\/more\.conf://r } $said =~ /CB\d+: (.*)$/mg;
  return join ' | ', map { s/\Q$dir\E/<dir>/gr =~ s/(127\.0\.0\.1:)@{[ $server->port ]}\b/$1<port>/gr } @found ? @found : $said;
}

sub slurp { my ($path) = @_; open my $in, '<:raw', $path or die "$path: $!\n"; local $/; return scalar <$in> }

my (@lines, %expected);
for (split /\n/, slurp('t/ops/setup/directives.txt')) {
  if (/^> (.*)/) { $expected{ $lines[-1] } = "$1" }
  else           { push @lines, $_ }
}

# One run of configtest checks all accepted values. The defaults come after these values, so that the last value of each directive contradicts no
# other directive.
my $rows = dumped('DUMP_COLLAB_DIRECTIVES');
my @defaults = map { my $row = $_; map { "$row->{name} $_" } split /\n/, $row->{default} // '' } @$rows;
cmp_ok scalar @defaults, '>', 30;
is says(@defaults), 'accepted', 'every default is an accepted value';
my @right = grep { ($expected{$_} // '') eq 'accepted' } @lines;
my $as_one = !$ENV{COLLAB_PINNED} && says(@right, @defaults) eq 'accepted';
my %got = map { $_ => $as_one && $expected{$_} eq 'accepted' ? 'accepted' : says($_) } @lines;
is $got{$_}, $expected{$_} // '', $_ for @lines;

if (my $path = $ENV{COLLAB_PINNED}) {
  open my $out, '>:raw', $path or die "$path: $!\n";
  print $out map { "$_\n> $got{$_}\n" } @lines;
  close $out or die "$path: $!\n";
}

# Tests that every directive has cases, and is allowed in a virtual host unless its row says `mainOnly`.
my %cases;
push @{ $cases{ (split)[0] } }, $_ for @lines;
my %row = map { $_->{name} => $_ } @$rows;
is_deeply [sort keys %cases], [sort keys %row], 'each directive has cases';
my %right = map { my $name = $_; $name => [grep { $got{$_} eq 'accepted' } @{ $cases{$name} }]->[0] } keys %row;
my @main_only = grep { $row{$_}{mainOnly} } sort keys %row;
my @others = grep { !$row{$_}{mainOnly} && defined $right{$_} && $_ !~ /^CollabEvent/ } sort keys %row;
cmp_ok scalar @main_only, '>=', 16;
my @said = grep { !/the interface is served by/ } split / \| /, says('<VirtualHost 127.0.0.1:1>', (map { $right{$_} } @main_only, @others), '</VirtualHost>');
my %refused = map { /^\d+: (\w+) belongs to the main server, not into a virtual host/ ? ($1 => 1) : ("what: $_" => 1) } @said;
is_deeply [sort keys %refused], \@main_only, 'a virtual host refuses exactly the directives of the main server';

# docs/directives.md must have the tables that the rows print. A directive that is unknown, or has no section, makes them differ.
my $text = decode('UTF-8', slurp('docs/directives.md'));
is $text, page($text, $rows), 'the tables of docs/directives.md are what the rows print (else run `make directives-reference`)';
my %prose = $text =~ /^## (Collab\w+)\n\n(?:\|[^\n]*\n)+\n(.*?)(?=^#|\z)/msg;
is_deeply [grep { ($prose{$_} // '') !~ /\w.*\w/ } sort keys %cases], [], 'each directive is explained';

done_testing;
