# t/ops/collabctl/company-names.t: a company name that partners could confuse with an existing one is accepted only with --yes
use lib qw(t/lib lab/lib);
use Collab::Stack;
use Collab::Test;

my $stack = stack(extra => "CollabDispatcher Off\n");
my ($unique, $number) = ($$ . int rand 1e9, 0);
my $name = "Northern Lights $unique";

sub domain { return 'n' . ++$number . "-$unique.example" }
sub ctl { local $ENV{COLLAB_DSN} = $ENV{COLLAB_TEST_DSN}; return output('./collabctl', @_) }
sub name_of { return scalar owner()->selectrow_array('select name from company where domain = ?', undef, $_[0]) }

my $first = domain();
my $id = collabctl('company', 'add', $name, '--domain', $first) =~ s/\s+\z//r;
my $names_it = qr/name: partners could confuse it with company $id, "\Q$name\E" \(\Q$first\E\); use --yes to accept it$/;

subtest 'company add refuses a similar name without --yes' => sub {
  for my $like ($name, uc $name, "northernlights$unique", "  Northern\tLights $unique ") {
    my ($status, $said) = ctl('company', 'add', $like, '--domain', my $domain = domain());
    is $status, 1, "\"$like\"";
    like $said, $names_it;
    is name_of($domain), undef, 'no company is added';
  }
  my ($status, $said) = ctl('company', 'add', "Northern Light $unique", '--domain', domain());
  is $status, 0, 'a different name is accepted' or diag $said;
  ($status, $said) = ctl('company', 'add', $name, '--domain', uc $first);
  like $said, qr/domain: another company has the domain/, 'a domain in use is reported first';
  ($status, $said) = ctl('company', 'add', lc $name, '--domain', my $twin = domain(), '--yes');
  is $status, 0, '--yes accepts it' or diag $said;
  is name_of($twin), lc $name;
};

subtest 'company rename and set --name refuse a similar name without --yes' => sub {
  my $domain = domain();
  collabctl('company', 'add', "Southern $unique", '--domain', $domain);
  for my $how (['rename', $domain, uc $name], ['set', $domain, '--name', uc $name]) {
    my ($status, $said) = ctl('company', @$how);
    is $status, 1, $how->[0];
    like $said, $names_it;
    is name_of($domain), "Southern $unique", 'the name stays';
  }
  for my $own (uc "Southern $unique", "Southern  $unique") {
    my ($status, $said) = ctl('company', 'rename', $domain, $own);
    is $status, 0, "a company's own name is accepted" or diag $said;
    is name_of($domain), $own;
  }
  my ($status, $said) = ctl('company', 'rename', $domain, uc $name, '--yes');
  is $status, 0, '--yes accepts it' or diag $said;
  is name_of($domain), uc $name;
  ($status, $said) = ctl('company', 'set', $domain, '--yes');
  like $said, qr/no option is given/;
};

subtest 'member add refuses a similar name without --yes' => sub {
  my $domain = domain();
  open my $file, '>', my $path = "$ENV{COLLAB_TEST_DIR}/names$$" or die $!;
  print {$file} "a long enough password 1\n";
  close $file;
  my @words = ('member', 'add', $name, '--domain', $domain, '--community', "North $unique", '--user', "ada\@$domain", '--password-file', $path);
  my ($status, $said) = ctl(@words);
  is $status, 1;
  like $said, $names_it;
  is name_of($domain), undef, 'nothing is added';
  ($status, $said) = ctl(@words, '--yes');
  is $status, 0, '--yes accepts it' or diag $said;
};

done_testing;
