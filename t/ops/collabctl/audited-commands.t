# t/ops/collabctl/audited-commands.t: the audit has what collabctl changes: who, on what, from what to what, and never a secret
use lib qw(t/lib lab/lib);
use Collab::Test;
use Collab::Receiver;
use Collab::Stack;

my $stack = stack();
my $json = JSON::XS->new->utf8;

# The rows since the last call.
my $last = 0;
sub rows {
  my @rows = map { $json->decode($_) } @{ owner()->selectcol_arrayref('select audit_line(a) from audit a where id > ? order by id', undef, $last) };
  $last = $rows[-1]{id} if @rows;
  return @rows;
}

# The one row that a command adds.
sub row_of {
  my @words = @_;
  rows();
  collabctl(@words);
  my @rows = rows();
  is scalar @rows, 1, "one row: @words[0, 1]";
  return $rows[0];
}

subtest 'a user' => sub {
  my $user = user(my $company = company());
  my $row = row_of('user', 'set', $user->username, '--first-name', 'Ada', '--city', 'Ulm');
  is $row->{what}, 'user set';
  is $row->{user}{username}, $user->username;
  is $row->{company}{domain}, $company->{domain};
  is $row->{after}{first_name}, 'Ada';
  is $row->{after}{city}, 'Ulm';
  isnt $row->{before}{first_name}, 'Ada';
  is_deeply [sort keys %{ $row->{by} }], [qw(host systemUser)];
  is $row->{by}{systemUser}, getpwuid $>;
  {
    local $ENV{SUDO_USER} = 'grace';
    is row_of('user', 'disable', $user->username)->{by}{sudoUser}, 'grace', 'who called sudo';
  }
  rows();
  collabctl('user', 'disable', $user->username);
  is_deeply [rows()], [], 'nothing to do, no row';
};

done_testing;
