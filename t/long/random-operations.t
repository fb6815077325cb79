# t/long/random-operations.t: 5,000 random operations of four companies get the answers and events that docs/interface.md requires
# interface.md 2.14, 4.6 to 4.10, 10.2, 11.5, 12.5, 15.2, 15.4. COLLAB_SEED repeats a run; COLLAB_OPERATIONS sets the number of operations.
use lib qw(t/lib lab/lib);
use Collab::Model;
use Collab::Stack;
use Collab::Test;

my $stack = stack();
my $seed = $ENV{COLLAB_SEED} // int rand 1_000_000;
my $operations = $ENV{COLLAB_OPERATIONS} // 5000;
my $model = Collab::Model->new($seed);

diag "seed $seed";
my $difference = '';
for (1 .. $operations) {
  last if !eval { $model->random; 1 } and $difference = $@;
}
is $difference, '', "$model->{tried} operations on " . scalar(@{ $model->{requests} }) . " requests, seed $seed";
my @wrong = $model->events;
is_deeply \@wrong, [], "the $model->{events} events are those of the model";

done_testing;
