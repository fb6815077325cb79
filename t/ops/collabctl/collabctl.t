# t/ops/collabctl/collabctl.t: collabctl adds and changes companies, users, departments, forms and a demo, and reads its settings
use strict;
use warnings;
use utf8;
use lib qw(t/lib lab/lib);
use Collab::Postgres;
use Collab::Wait qw(wait_for);
use File::Temp qw(tempdir);
use JSON::XS ();
use POSIX ();
use Test::More;

binmode $_, ':encoding(UTF-8)' for Test::More->builder->output, Test::More->builder->failure_output;

my $dir = tempdir('ctlXXXXXX', TMPDIR => 1, CLEANUP => 1);
my $pg = Collab::Postgres->start($dir);
END { local $?; $pg->stop if $pg }      # before its folder is removed
my $program = $ENV{COLLAB_CTL} || './collabctl';
$ENV{COLLAB_DSN} = $pg->dsn('collab_owner');
delete @ENV{qw(COLLAB_SECRETS_KEY PGHOST PGDATABASE)};
$ENV{COLLAB_SETTINGS} = "$dir/none";      # not the settings of this machine

# Runs a command. Returns its exit status, standard output and standard error. If the first argument is a reference, it is standard input.
sub ctl {
  my $input = ref $_[0] ? ${ +shift } : '';
  my @words = map { my $word = $_; utf8::encode($word) if utf8::is_utf8($word); $word } @_;
  my %file;
  for my $name (qw(in out err)) { open $file{$name}, '+>', undef or die "temporary file: $!\n" }
  print { $file{in} } $input;
  $file{in}->flush;
  seek $file{in}, 0, 0;
  my $pid = fork // die "fork: $!\n";
  if (!$pid) {
    open STDIN, '<&', $file{in} or die;
    open STDOUT, '>&', $file{out} or die;
    open STDERR, '>&', $file{err} or die;
    exec { $program } $program, @words or POSIX::_exit(127);
  }
  waitpid $pid, 0;
  my $status = $? >> 8 || $? & 127;
  local $/;
  seek $_, 0, 0 for @file{qw(out err)};
  return { status => $status, out => scalar readline($file{out}) // '', err => scalar readline($file{err}) // '', command => substr("@_", 0, 70) };
}

sub done {
  my $got = &ctl;
  is $got->{status}, 0, "collabctl $got->{command}" or diag $got->{err};
  is $got->{err}, '', '… and nothing on standard error';
  (my $out = $got->{out}) =~ s/\n\z//;
  return $out;
}

sub refused {
  my $text = pop;
  my $got = &ctl;
  is $got->{status}, 1, "refused: collabctl $got->{command}";
  like $got->{err}, $text, '… and says why';
  is $got->{out}, '', '… and nothing on standard output';
}

sub misused {
  my $text = pop;
  my $got = &ctl;
  is $got->{status}, 2, "usage error: collabctl $got->{command}";
  like $got->{err}, $text, '… with the usage';
}

sub listed { return JSON::XS->new->utf8->decode(done(@_, '--json')) }
sub file_of { my ($name, $text) = @_; my $path = "$dir/$name"; open my $out, '>', $path or die "$path: $!\n"; print $out $text; close $out; return $path }
sub json { return JSON::XS->new->canonical->utf8->encode($_[0]) }

my $owner;
sub one { return scalar +($owner //= $pg->dbh)->selectrow_array(shift, undef, @_) }

subtest 'the program prints its version and help' => sub {
  like done('--version'), qr/^collabctl \d+\.\d+\.\d+$/;
  like done('--help'), qr/^  company  /m;
  like done('company', '--help'), qr/^collabctl company add NAME --domain VALUE/m;
  like done('company', 'add', '--help'), qr/^usage: collabctl company add .*^  --domain /ms;
  misused('compny', qr/unknown command "compny"; did you mean "company"\?/);
  misused('company', 'ad', qr/unknown command "company ad"; did you mean "company add"\?/);
  misused('company', 'nonsense', qr/company has add, list, .*disable, enable/);
  misused('company', qr/company: which command\? company has add, list/);
  misused('replay', 'paus', 3, qr/did you mean "replay pause"\?/);
  is ctl()->{status}, 2, 'an empty command line is a usage error';
};

subtest 'an unreachable database is exit status 3' => sub {
  my $got = ctl('company', 'list', '--dsn', "host=$dir/nowhere password=hush");
  is $got->{status}, 3;
  like $got->{err}, qr/does not answer/;
  unlike $got->{err}, qr/hush/;
  local $ENV{COLLAB_DSN};
  misused('company', 'list', qr/--dsn/);
};

subtest 'a refused login names the system user to run as' => sub {
  my $hba = "$pg->{dir}/pg_hba.conf";
  my $usual = do { open my $in, '<', $hba or die "$hba: $!\n"; local $/; <$in> };
  my $let_in = sub {
    my ($lines, $says) = @_;
    open my $out, '>', $hba or die "$hba: $!\n";
    print $out $lines;
    close $out or die "$hba: $!\n";
    $pg->admin->do('select pg_reload_conf()');
    ok +(wait_for { ctl('channel', 'list')->{err} =~ $says } 20), 'pg_hba.conf is read';
  };
  $let_in->("local all collab_owner peer\nlocal all all trust\n", qr/refuses the login/);
  is ctl('channel', 'list')->{status}, 1, 'somebody must act';
  like ctl('channel', 'list')->{err}, qr/Peer authentication failed.*; run collabctl as the system user @{[scalar getpwuid $>]}, who runs this PostgreSQL$/m;
  $let_in->($usual, qr/run collabctl migrate first/);
};

subtest 'an option overrides the environment, which overrides the settings file' => sub {
  local $ENV{COLLAB_SETTINGS} = file_of('collabctl.conf', "# COLLAB_DSN=host=$dir/comment\nCOLLAB_DSN=host=$dir/settings\n");
  like ctl('company', 'list', '--dsn', "host=$dir/option")->{err}, qr{\Q$dir/option/}, 'the option comes first';
  { local $ENV{COLLAB_DSN} = "host=$dir/environment"; like ctl('company', 'list')->{err}, qr{\Q$dir/environment/}, '… then the environment' }
  local $ENV{COLLAB_DSN};
  like ctl('company', 'list')->{err}, qr{\Q$dir/settings/}, '… then the file';
  $ENV{COLLAB_SETTINGS} = file_of('empty.conf', "COLLAB_DSN=\n");
  misused('company', 'list', qr/--dsn.*\Q$dir\E\/empty\.conf/);
};

refused('company', 'list', qr/run collabctl migrate first/);
refused('migrate', '--sql', "$dir/nowhere", qr/^collabctl: migrate: sql: /);
done('migrate');

# Runs the same command several times at once.
sub at_once {
  my ($count, @words) = @_;
  my @child = map {
    pipe my $read, my $write or die "pipe: $!\n";
    my $pid = fork // die "fork: $!\n";
    if (!$pid) { close $read; syswrite $write, json(ctl(@words)); POSIX::_exit(0) }
    { pid => $pid, read => $read }
  } 1 .. $count;
  return map { local $/; my $got = JSON::XS->new->utf8->decode(readline $_->{read}); waitpid $_->{pid}, 0; $got } @child;
}

# ---------------------------------------------------------------- the demo
subtest 'the demo is added once' => sub {
  is_deeply [map { $_->{status} } at_once(2, 'demo')], [0, 0], 'of two runs at once, one adds the demo and the other finds it';
  my $before = everything();
  is done('demo'), 'the demo is there already';
  is everything(), $before, 'a second run changes nothing';

  is one('select domain from company where id = 1'), 'acme.example';
  is one('select domain from company where id = 2'), 'beta.example';
  ok one('select are_partners(1, 2) and are_partners(2, 1)'), 'companies 1 and 2 are partners';
  is one('select company from document where id = 1'), 1, 'document 1 belongs to company 1';
  is one('select company from document where id = 2'), 2;
  for my $document (1, 2) {
    cmp_ok one('select count(distinct type) from document_field where document = ?', $document), '>=', 3, "document $document has fields of three types";
    ok !one('select bool_or(required) from document_field where document = ?', $document), '… and none is required';
  }
  ok !one(q(select exists (select from account a, community_member m, community_member n
                            where a.username = 'cleo@gamma.example' and m.company = a.company and n.company = 1 and n.community = m.community))),
    'cleo shares no community with company 1';
  is one(q(select count(*) from (select company from community_member group by company having count(*) > 1) twice)), 2, 'two communities overlap';
  ok one(q(select exists (select from document_field f where f.document not in (1, 2) and required and f.document in
                            (select document from document_field where type = 'SELECT') and f.document in
                            (select document from document_field where type = 'TIERSELECT')))), 'one form has required fields, a SELECT and a TIERSELECT';
  is one("select min(cardinality(choices)) from document_field where type in ('SELECT', 'TIERSELECT')"), 3, 'every field with choices has three or more';
  like one("select password_hash from account where username = 'ada\@acme.example'"), qr/^\$2y\$10\$/;
  ok !one('select exists (select from document_field where selections::text ~ E\'\\n\')'), 'stored JSON is compact';
};

# Every row of every table that the demo fills.
sub everything {
  return join "\n", map { one("select coalesce(string_agg(t::text, E'\\n' order by t::text), '') from $_ t") }
    qw(company department community community_member account document document_field);
}

# ---------------------------------------------------------------- nouns
subtest 'companies are added, changed, disabled and enabled' => sub {
  my $id = done('company', 'add', 'Zulu & Söhne', '--domain', 'Zulu.example', '--tags', 'tape, cold storage', '--hours-high=2', '--description', 'Tapes');
  like $id, qr/^\d+$/, 'add prints the id';
  my ($zulu) = grep { $_->{id} == $id } @{ listed('company', 'list') };
  delete $zulu->{createdAt};
  is_deeply $zulu, { id => $id, name => 'Zulu & Söhne', domain => 'zulu.example', description => 'Tapes', tags => ['tape', 'cold storage'],
    hoursHigh => 2, hoursMedium => undef, hoursLow => undef, active => JSON::XS::true, communities => [] };
  like done('company', 'list'), qr/^$id +Zulu & S\xc3\xb6hne +zulu\.example +yes/m, 'the table for people';

  refused('company', 'add', 'Other', '--domain', 'ZULU.example', qr/^collabctl: company add: domain: another company/);
  refused('company', 'add', ' ', '--domain', 'nodots', '--hours-low', '0', '--tags', 'a,,b',
    qr/name: must not be blank.*domain: must be a domain.*hours-low: must be a number.*tags: has an empty tag/s);
  refused('company', 'add', 'x' x 192, '--domain', 'long.example', qr/name: must have at most 191/);
  refused('company', 'add', "bad\xff", '--domain', 'bytes.example', qr/name: is not UTF-8/);
  my $wide = '語' x 191;
  done('company', 'add', $wide, '--domain', 'wide.example');
  is one("select length(name) from company where domain = 'wide.example'"), 191, 'lengths count code points';

  done('company', 'set', 'zulu.example', '--description', '', '--hours-high', '', '--hours-low', '48', '--name', 'Zulu');
  is_deeply [one("select concat_ws('|', name, coalesce(description, '-'), coalesce(hours_high::text, '-'), hours_low, tags[1]) from company where id = ?", $id)],
    ['Zulu|-|-|48|tape'], 'set changes only the given values';
  refused('company', 'set', 'zulu.example', '--domain', 'acme.example', '--name', 'Acme', qr/domain: another company/);
  is one('select name from company where id = ?', $id), 'Zulu', 'a refused set changes nothing';
  done('company', 'set', $id, '--domain', 'zulu.example');
  refused('company', 'set', 'nobody.example', '--name', 'Nobody', qr/company: there is no company nobody\.example/);

  done(\"the staple of zulu\n", 'user', 'add', 'zoe@zulu.example', '--company', $id);
  my $epoch = one("select epoch from account where username = 'zoe\@zulu.example'");
  refused('company', 'disable', 'zulu.example', qr/would make 0 subscriptions inactive and drop 0 pending deliveries; nothing is changed without --yes/);
  is one('select active from company where id = ?', $id), 1;
  refused('company', 'disable', 'nobody.example', @$_, qr/company: there is no company nobody\.example/) for [], ['--yes'];
  done('company', 'disable', 'zulu.example', '--yes') for 1 .. 2;
  is one('select active from company where id = ?', $id), 0;
  is one("select epoch from account where username = 'zoe\@zulu.example'"), $epoch + 1, "the tokens of its users end, once";
  done('company', 'enable', $id);
  is one('select active from company where id = ?', $id), 1;
  refused('company', 'set', 'zulu.example', @$_, qr/no option is given/);
  refused('company', 'set', 'zulu.example', '--name', '', '--description', 'Lost', '--domain=', qr/name: must not be blank.*domain: must be a domain/s);
  is one('select description from company where id = ?', $id), undef, 'an empty name is refused, not ignored';
  refused(@$_, '', qr/must not be (?:blank|empty)|must be/) for
    ['department', 'list', '--company'], ['deliveries', '--company'], ['deliveries', '--since'], ['deliveries', '--limit'], ['subscription', 'list', '--before'],
    ['replay', '--since', '-1h', '--company'], ['replay', '--since', '-1h', '--subscription'], ['user', 'set', 'nobody', '--city', 'Ulm', '--email'],
    [\'x', 'user', 'add', 'zed@zulu.example', '--company', $id, '--issuer'], ['user', 'add', 'zed@zulu.example', '--company', $id, '--password'],
    ['search', 'synonym', 'k8s', '--means', 'kubernetes', '--weight'], ['company', 'list', '--dsn'], ['migrate', '--sql'],
    ['attachment', 'set', $id, '--domain', 'files.example', '--password', 'x', '--expiration'], ['check-url', 'https://192.0.2.1/', '--pin'];
  done('company', 'set', $id, '--domain=zulu.example', '--tags=', '--description', '');
  misused('company', 'add', 'Nameless', qr/missing: --domain/);
  misused('company', 'add', '--domain', 'a.example', qr/missing: NAME/);
  misused('company', 'add', 'One', 'Two', '--domain', 'a.example', qr/too many arguments/);
  misused('company', 'add', 'One', '--domian', 'a.example', qr/unknown option --domian; did you mean --domain\?/);
  misused('company', 'list', '--nonsense', qr/unknown option --nonsense; usage: /);
  misused('company', 'list', '--json=1', qr/takes no value: --json/);
  misused('company', 'add', 'One', '--domain', 'a.example', '--domain', 'b.example', qr/given twice/);
  misused('company', 'add', 'One', '--domain', qr/no value/);
  misused('company', 'disable', 1, '--active', 'true', qr/unknown option/);
  is done('company', 'add', '--domain', 'dash.example', '--', '--dash'), $id + 3, 'an argument may begin with a dash';
};

subtest 'departments and communities are added and changed' => sub {
  my $id = done('department', 'add', 'zulu.example', 'Vault', '--tags', 'tape');
  is_deeply [map { $_->{name} } @{ listed('department', 'list', '--company', 'zulu.example') }], ['Vault'];
  refused('department', 'add', 'zulu.example', 'Vault', qr/name: the company already has a department Vault/);
  refused('department', 'add', 'nobody.example', 'Vault', qr/company: there is no company/);
  done('department', 'disable', $id);
  is one('select active from department where id = ?', $id), 0;
  done('department', 'enable', $id);
  refused($_, 'list', '--company', 'nobody.example', qr/company: there is no company nobody\.example/) for qw(department user principal form);
  refused('department', 'disable', 99999, qr/department: there is no department 99999/);
  refused('department', 'disable', 'Vault', qr/department: must be a number/);

  my $community = done('community', 'add', 'Tape Friends');
  refused('community', 'add', 'Tape Friends', qr/name: there is a community/);
  refused('community', 'add', '77', qr/name: must not be a number/);
  done('community', 'join', 'Tape Friends', 'zulu.example') for 1 .. 2;
  done('community', 'join', $community, 1);
  is_deeply [map { $_->{members} } grep { $_->{id} == $community } @{ listed('community', 'list') }], [['acme.example', 'zulu.example']];
  ok one("select are_partners(1, (select id from company where domain = 'zulu.example'))");
  done('community', 'leave', 'Tape Friends', 'acme.example');
  ok !one("select are_partners(1, (select id from company where domain = 'zulu.example'))");
  like done('community', 'leave', 'Tape Friends', 'acme.example'), qr/^nothing to do: acme\.example is not a member of Tape Friends$/;
  refused('community', 'join', 'Nobody', 1, qr/community: there is no community Nobody/);
  refused('community', 'join', 'Tape Friends', 'nobody.example', qr/company: there is no company/);
};

subtest 'users are added and changed' => sub {
  my %began;        # the first epoch of each user, which is random
  my $state = sub {
    $began{ $_[0] } //= one('select epoch from account where username = ?', $_[0]);
    return one("select concat_ws(' ', active, epoch - ? + 1, password_hash is not null) from account where username = ?", $began{ $_[0] }, $_[0]);
  };
  my $hash = sub { one('select password_hash from account where username = ?', $_[0]) };
  my $id = done(\"p\xc3\xa4ss and horse \n", 'user', 'add', 'max@zulu.example', '--company', 'zulu.example', '--first-name', 'Max');
  is $state->('max@zulu.example'), 't 1 t';
  is one('select email from account where id = ?', $id), 'max@zulu.example', 'the user name is the e-mail address';
  is_deeply [map { $_->{user}{firstName} } grep { $_->{user}{id} == $id } @{ listed('user', 'list', '--company', 'zulu.example') }], ['Max'];
  unlike done('user', 'list', '--json'), qr/\$2y\$/, 'no list shows a hash';

  my $old = $hash->('max@zulu.example');
  done(\'another staple', 'user', 'password', 'max@zulu.example');
  isnt $hash->('max@zulu.example'), $old;
  is $state->('max@zulu.example'), 't 2 t', 'a new password ends the tokens';
  done('user', 'password', 'max@zulu.example', '--password-file', file_of('password', "the third staple\r\n"));
  my $got = ctl('user', 'password', 'max@zulu.example', '--password', 'the fourth staple');
  is $got->{status}, 0;
  like $got->{err}, qr/warning/, 'a password on the command line gives a warning';
  refused(@$_) for ['user', 'password', 'max@zulu.example', qr/password: must have at least 12 characters/],
    [\'elevenchars', 'user', 'password', 'max@zulu.example', qr/password: must have at least 12 characters/],
    [\'Password2026', 'user', 'password', 'max@zulu.example', qr/password: is one of the most common passwords/],
    [\'I am MAX@zulu.example', 'user', 'password', 'max@zulu.example', qr/password: must not contain the user name/],
    [\'moritz and the staple', 'user', 'add', 'moritz@zulu.example', '--company', 1, qr/password: must not contain the user name/],
    [\'too short', 'member', 'add', 'Yankee', '--domain', 'yankee.example', '--community', 'Tape', '--user', 'y@yankee.example', qr/password: must have at least 12/];
  refused(\"two\nlines\n", 'user', 'password', 'max@zulu.example', qr/password: has more than one line/);
  refused(\('x' x 192), 'user', 'password', 'max@zulu.example', qr/password: must have at most 191/);
  refused('user', 'password', 'max@zulu.example', '--password-file', "$dir/nowhere", qr/nowhere: No such file/);
  refused(\'the fifth staple', 'user', 'password', 'nobody@zulu.example', qr/username: there is no user/);
  is $state->('max@zulu.example'), 't 4 t';

  done('user', 'set', 'max@zulu.example', '--phone', '12', '--first-name', '', '--email-check-fail-data', 'bounced');
  like one('select rendered from account where id = ?', $id), qr/"firstName":null.*"phone":"12".*"emailCheckFailData":"bounced"/;
  is $state->('max@zulu.example'), 't 4 t', 'and ends no token';
  refused('user', 'set', 'max@zulu.example', '--email', 'max@', qr/email: must be an e-mail address/);
  done('user', 'disable', 'max@zulu.example') for 1 .. 2;
  is $state->('max@zulu.example'), 'f 5 t';
  done('user', 'enable', 'max@zulu.example');
  is $state->('max@zulu.example'), 't 5 t';

  refused(\'the fifth staple', 'user', 'add', 'max@zulu.example', '--company', 1, qr/username: there is an account/);
  refused(\'x', 'user', 'add', 'moritz', '--company', 1, qr/email: must be given/);
  refused(\'x', 'user', 'add', 'moritz', '--company', 1, '--email', 'a..b@zulu.example', qr/email: must be an e-mail/);
  refused(\'the fifth staple', 'user', 'add', 'moritz', '--company', 99999, '--email', 'm@zulu.example', qr/company: there is no company/);
  done('user', 'add', 'moritz', '--company', 1, '--email', 'm@zulu.example', '--no-password');
  is $state->('moritz'), 't 1 f';
  refused('user', 'add', 'witwe', '--company', 1, '--email', 'w@zulu.example', '--no-password', @$_, qr/no-password: does not go with a password/)
    for ['--password', 'x'], ['--password-file', '-'];
  refused('user', 'set', 'moritz', qr/no option is given/);
};

subtest 'forms are added, shown and disabled' => sub {
  my $form = {
    name => 'Zulu case', company => 'zulu.example', department => 'Vault', contact => { name => 'Desk', email => 'desk@zulu.example', phone => '1' },
    adminNote => 'Be brief', escalationInstructions => 'Call',
    fields => [
      { section => 'PROBLEM_SECTION', label => 'Model', type => 'SELECT', options => ['One : 1', 'Two'], value => 'Two', required => JSON::XS::true },
      { section => 'PROBLEM_SECTION', label => 'Part', type => 'TIERSELECT', selections => [{ value => 'A', children => [{ value => 'B' }] }, { value => 'C' }] },
      { section => 'CONTACT_SECTION', label => 'Mail', type => 'EMAIL', displayOrder => 0 },
      { section => 'COMMON_CUSTOMER_SECTION', label => 'Customer', type => 'STRING', validationRules => 'not_numeric' },
    ] };
  my $id = done(\json($form), 'form', 'add', '-');
  is_deeply $owner->selectcol_arrayref('select label from document_field where document = ? order by display_order, id', undef, $id),
    ['Mail', 'Model', 'Part', 'Customer'];
  is one('select options from document_field where document = ? and label = ?', $id, 'Model'), "One : 1\r\nTwo";
  is one('select choices::text from document_field where document = ? and label = ?', $id, 'Part'), '{C,A:B}';
  is one('select selections::text from document_field where document = ? and label = ?', $id, 'Part'),
    '[{"value":"A","children":[{"value":"B","children":[]}]},{"value":"C","children":[]}]', 'every node has its children';

  my $shown = done('form', 'show', $id);
  refused('form', 'add', file_of('form.json', $shown), qr/name: form $id has this name/);
  my $read = sub { JSON::XS->new->utf8->decode($_[0]) };
  my $other = { %{ $read->($shown) }, name => 'Another form' };
  my $copy = done('form', 'add', file_of('form.json', json($other)));
  is_deeply $read->(done('form', 'show', $copy)), $other, 'form add takes the output of form show, with another name';
  done('form', 'disable', $copy);
  is_deeply [map { $_->{active} } grep { $_->{id} == $copy } @{ listed('form', 'list', '--company', 'zulu.example') }], [JSON::XS::false];
  done('form', 'enable', $copy);
  refused('form', 'show', 99999, qr/form: there is no form/);
  refused('form', 'disable', 99999, qr/form: there is no form/);

  my $wrong = sub {
    my ($change, $text) = @_;
    my $broken = JSON::XS->new->utf8->decode(json($form));
    $change->($broken);
    refused(\json($broken), 'form', 'add', '-', $text);
  };
  $wrong->(sub { delete $_[0]{name}; $_[0]{company} = JSON::XS::true; $_[0]{fields}[0]{type} = 'CHOICE'; $_[0]{contact}{email} = 'x' },
    qr/name: is missing.*company: must be an id or a name.*contact\.email: must be an e-mail.*fields\[0\]\.type: must be one of STRING, /s);
  $wrong->(sub { $_[0]{company} = 'nobody.example' }, qr/company: there is no company/);
  $wrong->(sub { $_[0]{department} = 'Nothing' }, qr/department: the company has no department/);
  $wrong->(sub { $_[0]{adminNotes} = 'x' }, qr/form: has a member that is none of name, company/);
  $wrong->(sub { $_[0]{fields}[0]{lable} = 'x' }, qr/fields\[0\]: has a member/);
  $wrong->(sub { $_[0]{fields}[0]{options} = [] }, qr/fields\[0\]\.options: must list/);
  $wrong->(sub { $_[0]{fields}[0]{options} = [1] }, qr/fields\[0\]\.options\[0\]: /);
  $wrong->(sub { $_[0]{fields}[0]{value} = 'Three' }, qr/fields\[0\]\.value: must be one of the options/);
  $wrong->(sub { $_[0]{fields}[2]{options} = 'a' }, qr/fields\[2\]\.options: are for the type SELECT alone/);
  $wrong->(sub { $_[0]{fields}[1]{selections}[0]{children}[0]{value} = 'x:y' }, qr/fields\[1\]\.selections\[0\]\.children\[0\]\.value: must not contain a colon/);
  $wrong->(sub { $_[0]{fields}[1]{selections} = [] }, qr/fields\[1\]\.selections: must list/);
  $wrong->(sub { $_[0]{fields}[3]{validationRules} = 'numeric' }, qr/fields\[3\]\.validationRules: must be not_numeric/);
  $wrong->(sub { $_[0]{fields} = {} }, qr/fields: must be an array/);
  $wrong->(sub { $_[0]{escalationInstructions} = 'x' x 2001 }, qr/escalationInstructions: must have at most 2000/);
  refused(\'[]', 'form', 'add', '-', qr/form: must be an object/);
  refused(\'{"name":', 'form', 'add', '-', qr/form add: -: /);
  refused('form', 'add', "$dir/nowhere.json", qr/nowhere\.json: No such file/);
};

subtest 'note remove removes a note once' => sub {
  my $request = one(q(insert into request (token, submit_company, submit_company_name, submitter, receive_company, receive_company_name, summary, description,
      priority, respond_by, document, document_name, submitted_by, submitter_contact, receiver_contact, created_at, updated_at)
    values ('RequestToken00000001', 1, 'A', 1, 2, 'B', 's', 'd', 'LOW', now(), 2, 'x', '{}', '{}', '{}', now() - interval '1 hour', now() - interval '1 hour')
    returning id));
  $owner->do(q(insert into note (token, request, company, author, creator_name, summary, description, priority, created_at)
    values ('NoteToken00000000001', ?, 1, 1, 'Ada', 's', 'd', 'LOW', now() - interval '1 hour')), undef, $request);
  my $state = sub { one(q(select concat_ws(' ', n.status, n.updated_at > now() - interval '5 minutes', r.updated_at > now() - interval '5 minutes',
    n.rendered like '%"REMOVED"%') from note n join request r on r.id = n.request where n.token = 'NoteToken00000000001')) };
  is $state->(), 'ENTERED f f f';
  refused('note', 'remove', 'NoteToken00000000002', qr/token: there is no note/);
  done('note', 'remove', 'NoteToken00000000001');
  is $state->(), 'REMOVED t t t', 'and updated_at of note and request change';
  my $when = one('select updated_at from request where id = ?', $request);
  done('note', 'remove', 'NoteToken00000000001');
  is one('select updated_at from request where id = ?', $request), $when, 'the second time changes nothing';
};

subtest 'the demo refuses a database that has other companies' => sub {
  $owner->do("update company set domain = 'own.example' where id = 1");
  refused('demo', qr/already has companies or communities/);
};

undef $owner;
done_testing;
