# t/ops/setup/instances.t: collabctl --instance sets up an exchange of its own, and its messages name its commands
# build/check-install does the same on Debian, with setup-instance and pg_createcluster.
use strict;
use warnings;
use lib qw(t/lib lab/lib);
use Collab::BareHttpd;
use Collab::File qw(slurp write_file);
use Collab::Test;
use File::Path qw(make_path);
use File::Temp qw(tempdir);

my $dir = tempdir('insXXXXXX', DIR => '/tmp', CLEANUP => 1);
my $program = $ENV{COLLAB_CTL} || './collabctl';
delete @ENV{qw(COLLAB_DSN COLLAB_SECRETS_KEY COLLAB_EXCHANGE COLLAB_INSTANCE PGHOST PGPASSWORD)};
make_path("$dir/etc");

my %pg = map { $_ => empty_cluster("$dir/$_") } qw(one two);
my %httpd = (main => bare_httpd("$dir/apache2"), beta => bare_httpd("$dir/apache2-beta"));
my ($status, $said);

# Runs a command as the instance: its settings file is where --instance would look in /etc.
sub as {
  my ($instance, @words) = @_;
  local $ENV{COLLAB_SETTINGS} = $instance eq 'main' ? "$dir/etc/collabctl.conf" : "$dir/etc/collabctl-$instance.conf";
  return ($status, $said) = output($program, ($instance eq 'main' ? () : ('--instance', $instance)), @words);
}
sub setup {
  my ($instance, $cluster, @more) = @_;
  my $node = $httpd{$instance};
  return as($instance, 'setup', '--httpd', $node->{ctl}, '--base-url', "http://127.0.0.1:$node->{port}/exchange", '--admin-dsn', "host=$dir/$cluster user=postgres", '--write-hba', @more);
}
sub identity { my ($instance) = @_; return slurp("$dir/etc/collabctl" . ($instance eq 'main' ? '' : "-$instance") . '.conf') =~ /^COLLAB_EXCHANGE=(\S+)$/m ? $1 : undef }

subtest 'the name of an instance is checked' => sub {
  for my $name ('a/b', '../x', 'a b', '-x', 'ä') {
    ($status, $said) = output($program, "--instance=$name", 'company', 'list');
    isnt $status, 0, $name;
    like $said, qr/^collabctl: company list: instance: must be a name of letters, digits, - and _$/m;
  }
  local $ENV{COLLAB_INSTANCE} = 'a/b';
  ($status, $said) = output($program, 'company', 'list');
  like $said, qr/^collabctl: company list: COLLAB_INSTANCE: must be a name/m;
};

subtest 'an instance has a settings file of its own' => sub {
  for (['--instance', 'nowhere', 'company', 'list'], ['--instance=nowhere', 'company', 'list'], ['company', 'list', '--instance', 'nowhere']) {
    ($status, $said) = output($program, @$_);
    isnt $status, 0, "@$_";
    like $said, qr{no database is named: this instance is not set up, and there is no --dsn; collabctl --instance nowhere setup writes it into /\S+/collabctl-nowhere\.conf$}m;
  }
  local @ENV{qw(COLLAB_INSTANCE COLLAB_DSN)} = ('nowhere', 'host=/nowhere dbname=x');
  ($status, $said) = output($program, 'company', 'list');
  like $said, qr/the database does not answer/, 'COLLAB_DSN beside COLLAB_INSTANCE: both are of the environment';
  ($status, $said) = output($program, '--instance', 'nowhere', 'company', 'list');
  like $said, qr/no database is named/, '--instance counts more than COLLAB_DSN, which may be that of another exchange';
};

subtest 'two exchanges of one machine' => sub {
  setup('main', 'one');
  is $status, 0 or diag $said;
  unlike slurp("$dir/apache2/collab/00-setup.conf"), qr/^# Instance/m;

  setup('beta', 'one');
  is $status, 1, 'not in one cluster';
  like $said, qr{^failed +PostgreSQL \(host=$dir/one\): has the exchange of $dir/etc/collabctl\.conf, and the roles collab_owner, collab_api and collab_dispatch are those of the whole cluster: two exchanges cannot share one\n.*pg_createcluster --start}m;
  ok !-e "$dir/apache2-beta/collab/secrets.key" && !-e "$dir/etc/collabctl-beta.conf", 'no key or settings are made';

  setup('beta', 'two');
  is $status, 0 or diag $said;
  like $said, qr/^recommended +one process of many threads: collabctl --instance beta setup --mpm$/m;
  like $said, qr/^Then add members \(collabctl --instance beta member add --help\)\.$/m;
  like slurp("$dir/apache2-beta/collab/00-setup.conf"), qr/^# Instance: beta$/m;
  isnt identity('beta'), identity('main'), 'each has an identity';
  isnt slurp("$dir/apache2-beta/collab/token.key"), slurp("$dir/apache2/collab/token.key"), 'each has keys';
  for (qw(main beta)) {
    as($_, 'exchange', 'show');
    like $said, qr/^identity: @{[ identity($_) ]}$/m, "$_: collabctl works on its exchange";
    setup($_, $_ eq 'main' ? 'one' : 'two');
    is $status, 0, '… and a second setup succeeds' or diag $said;
  }
  setup('main', 'two', '--new');
  is $status, 1, 'nor may the first one move into the cluster of the second';
  like $said, qr{has the exchange of $dir/etc/collabctl-beta\.conf, and the roles}m;
};

subtest 'a copied folder is refused, because its keys are those of another exchange' => sub {
  $httpd{gamma} = bare_httpd("$dir/apache2-gamma");
  output('cp', '-a', "$dir/apache2/collab", "$dir/apache2-gamma/collab");
  setup('gamma', 'two');
  is $status, 1;
  like $said, qr{^failed +configuration $dir/apache2-gamma/collab/00-setup\.conf: is that of the exchange of this machine's usual httpd, as after a copy.*\n(?:.*\n)*? +rm -r $dir/apache2-gamma/collab }m;
  output('rm', '-r', "$dir/apache2-gamma/collab");
  output('cp', '-a', "$dir/apache2-beta/collab", "$dir/apache2-gamma/collab");
  setup('gamma', 'two');
  like $said, qr/00-setup\.conf: is that of the instance beta/;
  my $main = $httpd{main};
  $httpd{main} = $httpd{gamma};
  setup('main', 'two');
  like $said, qr/00-setup\.conf: is that of the instance beta.*\n.*collabctl setup --instance beta/, 'nor is it set up without its name';
  $httpd{main} = $main;
};

subtest 'what a cluster is called' => sub {
  as('beta', 'setup', '--httpd', $httpd{beta}{ctl}, '--cluster', 'none-such');
  is $status, 1;
  like $said, qr/^failed +PostgreSQL cluster none-such: (?:does not exist, and each exchange needs a cluster of its own\n +Make it: pg_createcluster --start \S+ none-such|pg_lsclusters)/m;
  as('beta', 'setup', '--httpd', $httpd{beta}{ctl}, '--cluster', 'x', '--admin-dsn', 'host=/x');
  like $said, qr/^failed +--cluster and --admin-dsn: both name a server/m;
};

subtest 'with --json, setup prints JSON' => sub {
  local $ENV{COLLAB_SETTINGS} = "$dir/etc/collabctl-beta.conf";
  my $json = sub {
    my @words = ($program, '--instance', 'beta', 'setup', '--json', '--httpd', $httpd{beta}{ctl}, @_);
    my $text = qx(@{[ join ' ', map { "'$_'" } @words ]} 2>'$dir/stderr');
    $status = $? >> 8;
    return eval { JSON::XS->new->utf8->decode($text) } || diag "$text\n" . slurp("$dir/stderr");
  };
  my $report = $json->('--admin-dsn', "host=$dir/two user=postgres");
  is $status, 0;
  cmp_ok scalar @{ $report->{steps} }, '>', 15, 'a step for each line';
  is_deeply [sort keys %{ { map { $_->{state} => 1 } @{ $report->{steps} } } }], ['already there', 'done', 'recommended'];
  ok +(grep { $_->{text} =~ /^nothing to do: the schema is at/ } @{ $report->{steps} }), "migrate's line is one of them";
  is $report->{restart}, "$httpd{beta}{ctl} restart";
  $report = $json->('--admin-dsn', "host=$dir/one user=postgres");
  is $status, 1;
  my $last = $report->{steps}[-1];
  is $last->{state}, 'failed';
  like $last->{remedy}, qr/pg_createcluster/;
  ok !exists $report->{restart};
  like slurp("$dir/stderr"), qr/^failed +PostgreSQL .*\n.*pg_createcluster/m, 'standard error says it for people';
};

subtest 'of a fault in httpd\'s configuration, setup prints the fault alone' => sub {
  my $conf = slurp($httpd{beta}{conf});
  make_path("$dir/many");
  write_file("$dir/many/$_.conf", "# nothing\n") for 1 .. 30;
  write_file($httpd{beta}{conf}, "${conf}Include \"$dir/many/*.conf\"\nNoSuchDirective On\n");
  setup('beta', 'two');
  is $status, 1;
  like $said, qr/^failed +httpd .*: its configuration has an error\n(?:.*\n)*.*NoSuchDirective/m;
  unlike $said, qr/many\/\d+\.conf|^ +\(/m, 'not the files that it includes';
  cmp_ok scalar(() = $said =~ /\n/g), '<', 8;
  write_file($httpd{beta}{conf}, $conf);
  setup('beta', 'two');
  is $status, 0 or diag $said;
};

subtest 'remedies name the commands of the instance' => sub {
  my $node = $httpd{beta};
  ($status, $said) = output($node->{ctl}, '-k', 'start');
  is $status, 0 or diag $said;
  $ENV{COLLAB_TEST_URL} = "http://127.0.0.1:$node->{port}/exchange";
  ok +(wait_for { eval { nobody->get('/health/ready')->status == 200 } } 20) or diag slurp("$node->{root}/error_log");
  as('beta', 'maintenance', 'on', '--message', 'a move');
  is $status, 0 or diag $said;
  ok +(wait_for { slurp("$node->{root}/error_log") =~ /CB0701: alarm maintenance: .* End it when the work is done: collabctl --instance beta maintenance off\./ } 20), 'the error log';
  as('beta', 'doctor', '--httpd', $node->{ctl});
  like $said, qr/-> End it when the work is done: collabctl --instance beta maintenance off\./, 'doctor';
  as('beta', 'maintenance', 'off');
  as('beta', 'nodes', 'forget', 'none');
  like $said, qr/there is no node none; collabctl --instance beta nodes lists them$/m, 'a refusal of the database';
};
END { local $?; output($httpd{beta}{ctl}, '-k', 'stop') if $httpd{beta}; wait_for { !-e "$dir/apache2-beta/httpd.pid" } 15 }

done_testing;
