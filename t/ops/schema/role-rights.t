# t/ops/schema/role-rights.t: sql/roles.sql gives each program's role what its statements need
# The folders of sql/queries say which program a statement belongs to.
use lib qw(t/lib lab/lib);
use Collab::Test;
use Collab::Stack;
use JSON::XS ();

my $stack = stack(extra => "CollabDispatcher Off\n");
my $json = JSON::XS->new;

# The statements of a folder that its role may not run. A plan that is looked up checks the rights to all that it names.
sub refused {
  my ($program) = @_;
  my $dbh = DBI->connect($stack->pg->dbi =~ s/user=\w+/user=collab_$program/r, '', '', { RaiseError => 1, PrintError => 0 });
  my ($looked, @refused) = (0);
  for my $name (map { /(\w+)\.sql$/ } glob "sql/queries/$program/*.sql") {
    for my $part (@{ $json->decode(scalar `bench/statement $name json`)->{parts} }) {
      next if $part->{text} =~ /^\s*(?:begin|commit|rollback|listen|vacuum)\b/;      # have no plan
      my $count = @{ $part->{binds} };
      my $list = sub { $count ? '(' . join(', ', ($_[0]) x $count) . ')' : '' };
      $dbh->do('prepare part ' . $list->('text') . " as $part->{text}");
      eval { $dbh->do('explain execute part ' . $list->('null')); 1 } or push @refused, "$name: $@";
      $dbh->do('deallocate part');
      $looked++;
    }
  }
  return ($looked, @refused);
}

for my $program (qw(api dispatch)) {
  subtest "the role of $program" => sub {
    my ($looked, @refused) = refused($program);
    is_deeply \@refused, [], 'may run its statements';
    cmp_ok $looked, '>', 20, "$looked of them";
  };
}

subtest 'a right that is missing is found' => sub {
  owner()->do('revoke select on note from collab_api');
  my (undef, @refused) = refused('api');
  owner()->do('grant select on note to collab_api');
  is_deeply [grep { !/permission denied for table note\b/ } @refused], [];
  ok scalar(grep { /^note_list:/ } @refused), 'note_list';
};

done_testing;
