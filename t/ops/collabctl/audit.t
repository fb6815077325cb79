# t/ops/collabctl/audit.t: collabctl audit lists changes, filters them, and follows new ones
use lib qw(t/lib lab/lib);
use Collab::Test;
use Collab::Stack;

my $stack = stack(extra => "CollabDispatcher Off\n");
my $json = JSON::XS->new->utf8;
sub listed { return @{ $json->decode(collabctl('audit', '--json', @_)) } }
sub whats { return join ', ', map { $_->{what} } listed(@_) }
sub refused { my $text = pop; local $ENV{COLLAB_DSN} = $ENV{COLLAB_TEST_DSN}; my ($status, $said) = output('./collabctl', 'audit', @_); is $status, 1, "@_"; like $said, $text }

my ($company, $other) = map { company() } 1 .. 2;
my ($user, $second) = map { user($company) } 1 .. 2;
collabctl('user', 'set', $user->username, '--city', 'Ulm');
collabctl('user', 'set', $user->username, '--city', '');
collabctl('user', 'disable', $second->username);
collabctl('company', 'rename', $other->{domain}, 'Other than before');
my $hook = $user->post('/v2/webhooks', { callbackUrl => 'https://callback.example/in' })->ok->{id};

subtest 'the table has a line for each change' => sub {
  my @lines = split /\n/, collabctl('audit', '--company', $company->{domain}, '--limit', 4);
  like $lines[0], qr/^AT +WHO +WHAT +COMPANY +USER +SUBSCRIPTION +REQUEST +CHANGE$/;
  like $lines[1], qr/^\S+Z +\Q@{[ $user->username ]}\E from 127\.0\.0\.1 +webhook\.created +\Q$company->{domain}\E +\Q@{[ $user->username ]}\E +$hook +- .*callbackUrl: https:/;
  my $me = getpwuid $>;
  like $lines[3], qr/^\S+Z +\Q$me\E@\S+ +user disable .*active: true -> false/;
  like $lines[4], qr/city: Ulm -> none/;
  like $lines[-1], qr/^There may be more: --before \d+$/;
  is collabctl('audit', '--what', 'nothing'), "none\n";
};

subtest 'each filter finds its rows' => sub {
  is whats('--company', $other->{id}), 'company rename';
  is whats('--user', $second->username), 'user disable', '--user: the user that the row is about';
  is whats('--user', $user->username, '--what', 'webhook'), 'webhook.created', '--user: the user who acted; --what: a first word';
  is whats('--user', scalar getpwuid($>), '--company', $other->{domain}), 'company rename', '--user: a system user of collabctl';
  is whats('--what', 'user set', '--user', $user->username), 'user set, user set', '--what: a command';
  is whats('--what', 'user', '--company', $company->{domain}), 'user disable, user set, user set';
  my @all = listed('--company', $company->{domain});
  is_deeply [listed('--company', $company->{domain}, '--limit', 1, '--before', $all[1]{id})], [$all[2]], '--before: the next page';
  my $at = owner()->selectrow_array(q(select to_char(at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.US"Z"') from audit where id = ?), undef, $all[1]{id});
  is_deeply [listed('--company', $company->{domain}, '--since', $at)], [@all[0, 1]];
  is_deeply [listed('--company', $company->{domain}, '--until', $at)], [@all[2 .. $#all]];
  refused('--company', 'nobody.example', qr/there is no company nobody\.example/);
  refused('--since', '-200000000d', qr/since: must be /);
  refused('--follow', '--until', '2030-01-01T00:00:00Z', qr/follow: does not go with --until/);
};

subtest '--follow prints each row once, also one that commits late' => sub {
  local $ENV{COLLAB_DSN} = $ENV{COLLAB_TEST_DSN};
  my $follow = sub {
    my $pid = open my $out, '-|', './collabctl', 'audit', '--follow', @_ or die "collabctl: $!\n";
    return ($pid, $out);
  };
  my ($pid, $out) = $follow->('--json', '--company', $company->{domain}, '--since', '-1h', '--what', 'user');
  is_deeply [map { $json->decode(scalar <$out>)->{after}{city} // '-' } 1 .. 3], ['Ulm', '-', '-'], 'existing rows since then, oldest first';
  # A row of a transaction that commits late has a smaller id than rows already shown.
  my $late = Collab::Postgres->connect($ENV{COLLAB_TEST_DBI});
  $late->begin_work;
  $late->do(q(insert into audit (what, company) values ('user late', ?)), undef, $company->{id});
  collabctl('user', 'enable', $second->username);
  is $json->decode(scalar <$out>)->{what}, 'user enable';
  $late->commit;
  is $json->decode(scalar <$out>)->{what}, 'user late';
  collabctl('user', 'disable', $second->username);
  is $json->decode(scalar <$out>)->{what}, 'user disable', 'each row is printed once';
  kill 'TERM', $pid;
  close $out;

  ($pid, $out) = $follow->('--user', $second->username, '--since', '-1h');
  like scalar <$out>, qr/^\S+Z  \S+@\S+  user disable  \Q$company->{domain}  @{[ $second->username ]}\E  active: true -> false/, 'a line for people';
  <$out> for 1, 2;      # the user was enabled and disabled since
  for my $round (1 .. 3) {      # each round takes a look of its own: the looks use two memory pools in turn
    my $act = $round % 2 ? 'enable' : 'disable';
    collabctl('user', $act, $second->username);
    like scalar <$out>, qr/^\S+Z  \S+  user $act /, "look $round after the first";
  }
  kill 'TERM', $pid;
  close $out;
};

done_testing;
