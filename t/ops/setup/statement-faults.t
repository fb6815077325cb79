# t/ops/setup/statement-faults.t: the build stops at a statement that refuses input without a code, or with an unknown one
# See build/statements.pl.
use strict;
use warnings;
use lib qw(t/lib lab/lib);
use Collab::File qw(slurp write_file);
use Collab::Wait qw(run output);
use File::Temp qw(tempdir);
use Test::More;

my $dir = tempdir('clXXXXXX', DIR => '/tmp', CLEANUP => 1);
run('mkdir', '-p', "$dir/mod_collab/domain", "$dir/mod_collab/store");
run('cp', map({ "mod_collab/domain/$_" } qw(domain.h faults.def locks.h outcome.h)), "$dir/mod_collab/domain");
run('cp', '-R', 'sql', $dir);
my $statement = "$dir/sql/queries/api/request_create.sql";
my $right = slurp($statement);

# Compiles the statements with this text of one of them.
sub compiled {
  my ($text) = @_;
  write_file($statement, $text);
  return output($^X, 'build/statements.pl', "$dir/sql", "$dir/mod_collab/store", $dir);
}

my ($status, $said) = compiled($right);
is $status, 0, 'the statements as they are' or diag $said;
($status, $said) = compiled($right =~ s/\{fault\.\w+\}/'unknown'/gr);
isnt $status, 0, 'a statement with the outcome invalid that names no code';
like $said, qr/request_create\.sql: its validation errors have no code/;
($status, $said) = compiled($right =~ s/\{fault\.\w+\}/{fault.unheard_of}/r);
isnt $status, 0, 'a code that does not exist';
like $said, qr/request_create\.sql: .* have no fault\.unheard_of$/m;

done_testing;
