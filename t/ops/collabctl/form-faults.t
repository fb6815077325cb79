# t/ops/collabctl/form-faults.t: collabctl form add reports every fault of a form file
# It needs no database: the file is checked before the first connection.
use lib 't/lib';
use Collab::Stack;
use Collab::Test;
use File::Temp ();

my $dir = File::Temp->newdir('clXXXXXX', DIR => '/tmp');
delete local @ENV{qw(COLLAB_DSN COLLAB_TEST_DSN)};
local $ENV{COLLAB_SETTINGS} = "$dir/none.conf";
my $json = JSON::XS->new->utf8->canonical;

# A form with every member that a file may have.
sub a_form {
  return {
    name => 'Beta Storage support', company => 'beta.example', department => 7, contact => { name => 'Desk', email => 'desk@beta.example', phone => '1' },
    adminNote => 'Be brief', escalationInstructions => 'Call',
    fields => [
      { section => 'PROBLEM_SECTION', label => 'Model', type => 'SELECT', options => ['B-100', 'B-200'], value => 'B-200', required => JSON::XS::true },
      { section => 'PROBLEM_SECTION', label => 'Part', type => 'TIERSELECT', selections => [{ value => 'Drive', children => [{ value => 'SSD' }, { value => 'HDD' }] }, { value => 'Controller' }] },
      { section => 'CONTACT_SECTION', label => 'Mail', type => 'EMAIL', displayOrder => 0, additionalSettings => '{}' },
      { section => 'COMMON_CUSTOMER_SECTION', label => 'Customer', type => 'STRING', validationRules => 'not_numeric' },
    ] };
}

my $is_form = "collabctl: form add: no database is named: give --dsn or set COLLAB_DSN; collabctl setup writes it into $dir/none.conf\n";

my ($about, @cases);

# Adds a case: the form with this change is accepted.
sub taken { my ($what, $change) = @_; return asked($what, $change, 2, $is_form) }

# Adds a case: the form with this change, or this text as the form, is refused with these lines.
sub refused { my ($what, $change, @lines) = @_; return asked($what, $change, 1, join '', map { "collabctl: form add: $_\n" } @lines) }

sub asked {
  my ($what, $change, $status, $said) = @_;
  my $form = a_form();
  $change->($form) if ref $change;
  my $file = "$dir/" . @cases . '.json';
  Collab::Stack::write_file($file, ref $change ? $json->encode($form) : $change);
  push @cases, { name => "$about: $what", file => $file, status => $status, said => $said };
}

my $true = JSON::XS::true;
my ($sections, $types) = ('CONTACT_SECTION, COMMON_CUSTOMER_SECTION, PROBLEM_SECTION', 'STRING, SELECT, TIERSELECT, INTEGER, EMAIL, PHONE, HIDDEN');
my $form_members = 'name, company, department, contact, adminNote, escalationInstructions, fields';
my $field_members = 'section, label, type, required, value, options, selections, additionalSettings, validationRules, displayOrder';

# A tree of choices with $levels levels.
sub tree {
  my ($levels) = @_;
  return [{ value => "level $levels", $levels > 1 ? (children => tree($levels - 1)) : () }];
}

$about = 'what is a form';
taken('all members', sub { });
taken('name and company alone', sub { %{ $_[0] } = (name => 'x', company => 3) });
taken('a hundred thousand choices', sub { $_[0]{fields}[0]{options} = [('B-200') x 100_000] });
taken('null is as good as absent', sub { $_[0]{$_} = undef for qw(department contact adminNote escalationInstructions fields) });
taken('null in a field', sub { $_[0]{fields}[3]{$_} = undef for qw(required value options selections additionalSettings validationRules displayOrder) });
taken('empty texts', sub { $_[0]{$_} = '' for qw(department adminNote escalationInstructions); $_[0]{contact}{$_} = '' for qw(name phone) });
taken('an empty value', sub { $_[0]{fields}[0]{value} = '' });
taken('the longest texts', sub {
  my ($form) = @_;
  $form->{name} = $form->{contact}{name} = $form->{fields}[0]{label} = $form->{fields}[1]{selections}[0]{value} = "\x{20AC}" x 191;
  $form->{contact}{email} = 'a@' . join('.', 'b' x 60, 'b' x 60, 'b' x 59) . '.example';
  $form->{contact}{phone} = '1' x 50;
  $form->{escalationInstructions} = 'x' x 2000;
  $form->{adminNote} = $form->{fields}[3]{value} = $form->{fields}[3]{additionalSettings} = "\x{20AC}" x 5000;
});
taken('no fields', sub { $_[0]{fields} = [] });
taken('200 fields', sub { $_[0]{fields} = [($_[0]{fields}[3]) x 200] });
taken('seven levels of choices', sub { $_[0]{fields}[1]{selections} = tree(7) });
taken('options as one string', sub { $_[0]{fields}[0]{options} = "B-100\nB-200\r\nB-300" });
taken('a whole number', sub { @{ $_[0]{fields}[3] }{qw(type value)} = ('INTEGER', '-7') });
taken('an e-mail address', sub { $_[0]{fields}[2]{value} = 'a@b.example' });
taken('the largest order', sub { $_[0]{fields}[2]{displayOrder} = 2147483647 });

$about = 'what is no form at all';
refused("no object: $_", $_, 'form: must be an object') for '[]', '3', '"form"', 'true', 'null';
refused('an empty object', '{}', 'name: is missing', 'company: is missing');
refused('no JSON', '{"name":', "$dir/" . @cases . ".json: unexpected token at line 1, column 8");

$about = 'members of the form';
refused('no name', sub { delete $_[0]{name} }, 'name: is missing');
refused('null as name', sub { $_[0]{name} = undef }, 'name: is missing');
refused("the name \"$_\"", sub { $_[0]{name} = $_ }, 'name: must not be blank') for '', ' ', "\t\n";
refused('a name that is too long', sub { $_[0]{name} = "\x{20AC}" x 192 }, 'name: must have at most 191 characters');
refused('a blank name that is too long', sub { $_[0]{name} = ' ' x 192 }, 'name: must have at most 191 characters');
for my $value (3, 1.5, $true, [], {}) {
  refused('a text that is ' . $json->encode([$value]), sub { $_[0]{$_} = $value for qw(name adminNote escalationInstructions) },
    map { "$_: must be a string" } qw(name adminNote escalationInstructions));
}
refused('no company', sub { delete $_[0]{company} }, 'company: is missing');
for my $value (1.5, $true, [], {}) {
  refused('a company that is ' . $json->encode([$value]), sub { $_[0]{$_} = $value for qw(company department) },
    map { "$_: must be an id or a name" } qw(company department));
}
refused('a long note', sub { $_[0]{adminNote} = 'x' x 5001 }, 'adminNote: must have at most 5000 characters');
refused('long instructions', sub { $_[0]{escalationInstructions} = 'x' x 2001 }, 'escalationInstructions: must have at most 2000 characters');
refused('an unknown member', sub { $_[0]{adminNotes} = 'x' }, "form: has a member that is none of $form_members: adminNotes");
refused('an unknown member that is null', sub { $_[0]{adminNotes} = undef }, "form: has a member that is none of $form_members: adminNotes");
refused('two unknown members', sub { @{ $_[0] }{qw(a b)} = (1, 2) }, "form: has a member that is none of $form_members: a, b");

$about = 'the contact';
refused('a contact that is ' . $json->encode([$_]), sub { $_[0]{contact} = $_ }, 'contact: must be an object') for 'Desk', 3, $true, [];
refused('an unknown member', sub { $_[0]{contact}{mail} = 'x' }, 'contact: has a member that is none of name, email, phone: mail');
refused('no text', sub { $_[0]{contact} = { name => 1, email => $true, phone => [] } }, map { "contact.$_: must be a string" } qw(name email phone));
refused('too long', sub { $_[0]{contact} = { name => 'x' x 192, email => 'x' x 192, phone => '1' x 51 } },
  'contact.name: must have at most 191 characters', 'contact.email: must have at most 191 characters', 'contact.phone: must have at most 50 characters');
refused("the address \"$_\"", sub { $_[0]{contact}{email} = $_ }, 'contact.email: must be an e-mail address') for '', 'x', 'a b@c.example', 'x' x 65 . '@c.example';

$about = 'fields';
refused('fields that are ' . $json->encode([$_]), sub { $_[0]{fields} = $_ }, 'fields: must be an array') for {}, 'x', 3, $true;
refused('201 fields', sub { $_[0]{fields} = [({}) x 201] }, 'fields: must be at most 200');
refused('a field that is ' . $json->encode([$_]), sub { $_[0]{fields}[1] = $_ }, 'fields[1]: must be an object') for [], 'x', 3, $true, undef;
refused('an empty field', sub { $_[0]{fields} = [{}] }, map { "fields[0].$_: is missing" } qw(section label type));
refused('an unknown member', sub { $_[0]{fields}[3]{lable} = 'x' }, "fields[3]: has a member that is none of $field_members: lable");
refused("a word that is no text", sub { @{ $_[0]{fields}[3] }{qw(section type validationRules)} = (3, [], $true) },
  "fields[3].section: must be one of $sections", "fields[3].type: must be one of $types", 'fields[3].validationRules: must be not_numeric');
refused("the word \"$_\"", sub { @{ $_[0]{fields}[3] }{qw(section type validationRules)} = ($_) x 3 },
  "fields[3].section: must be one of $sections", "fields[3].type: must be one of $types", 'fields[3].validationRules: must be not_numeric') for '', 'string', 'NOT_NUMERIC';
refused('a blank label', sub { $_[0]{fields}[3]{label} = ' ' }, 'fields[3].label: must not be blank');
refused('no texts', sub { @{ $_[0]{fields}[3] }{qw(label value additionalSettings)} = (1, 2, {}) }, map { "fields[3].$_: must be a string" } qw(label value additionalSettings));
refused('long texts', sub { my ($form) = @_; $form->{fields}[3]{$_} = 'x' x 5001 for qw(label value additionalSettings) },
  'fields[3].label: must have at most 191 characters', map { "fields[3].$_: must have at most 5000 characters" } qw(value additionalSettings));
refused('required: ' . $json->encode([$_]), sub { $_[0]{fields}[3]{required} = $_ }, 'fields[3].required: must be true or false') for 'true', 1, [];
refused('the order ' . $json->encode([$_]), sub { $_[0]{fields}[3]{displayOrder} = $_ }, 'fields[3].displayOrder: must be a number') for -1, 1.5, '1', 2147483648, 1e10, $true, [];

$about = 'values of fields';
refused('a value that no option has', sub { $_[0]{fields}[0]{value} = 'B-300' }, 'fields[0].value: must be one of the options');
refused('two options as a value', sub { $_[0]{fields}[0]{value} = "B-100\r\nB-200" }, 'fields[0].value: must be one of the options');
refused('no whole number', sub { @{ $_[0]{fields}[3] }{qw(type value)} = ('INTEGER', $_) }, 'fields[3].value: must be a whole number, as its type says') for '1.5', 'x', ' ';
refused('no address', sub { $_[0]{fields}[2]{value} = 'x' }, 'fields[2].value: must be an e-mail address, as its type says');

$about = 'options';
my $none = 'fields[0].options: must list the choices of a SELECT';
refused('options that are ' . $json->encode([$_]), sub { @{ $_[0]{fields}[0] }{qw(value options)} = (undef, $_) },
  'fields[0].options: must be an array of strings, or one string with a choice on each line') for {}, 3, $true;
refused('no options: ' . $json->encode([$_]), sub { @{ $_[0]{fields}[0] }{qw(value options)} = (undef, $_) }, $none) for undef, [], '', " \n";
refused('an option that is ' . $json->encode([$_]), sub { $_[0]{fields}[0]{options}[2] = $_ }, 'fields[0].options[2]: must be a string of one line, not blank')
  for undef, 3, [], '', ' ', "a\nb", "a\rb";
refused('options of another type', sub { $_[0]{fields}[3]{options} = $_ }, 'fields[3].options: are for the type SELECT alone') for 'a', ['a'];
refused('options of no type', sub { delete $_[0]{fields}[0]{type} }, 'fields[0].type: is missing', 'fields[0].options: are for the type SELECT alone');

$about = 'selections';
my $at = 'fields[1].selections';
refused('selections that are ' . $json->encode([$_]), sub { $_[0]{fields}[1]{selections} = $_ }, "$at: must be an array", "$at: must list the choices of a TIERSELECT") for {}, 'x', 3, $true;
refused('no selections: ' . $json->encode([$_]), sub { $_[0]{fields}[1]{selections} = $_ }, "$at: must list the choices of a TIERSELECT") for undef, [];
refused('selections of another type', sub { $_[0]{fields}[3]{selections} = [{ value => 'a' }] }, 'fields[3].selections: are for the type TIERSELECT alone');
refused('a choice that is ' . $json->encode([$_]), sub { $_[0]{fields}[1]{selections}[1] = $_ }, "${at}[1]: must be an object") for undef, 'x', 3, [];
refused('a choice without a value', sub { $_[0]{fields}[1]{selections}[0]{children}[1] = {} }, "${at}[0].children[1].value: is missing");
refused('a blank choice', sub { $_[0]{fields}[1]{selections}[1]{value} = ' ' }, "${at}[1].value: must not be blank");
refused('a long choice', sub { $_[0]{fields}[1]{selections}[1]{value} = 'x' x 192 }, "${at}[1].value: must have at most 191 characters");
refused('a choice that is no text', sub { $_[0]{fields}[1]{selections}[1]{value} = 3 }, "${at}[1].value: must be a string");
refused('a colon', sub { $_[0]{fields}[1]{selections}[0]{children}[0]{value} = 'x:y' },
  "${at}[0].children[0].value: must not contain a colon, which separates the levels of an answer");
refused('an unknown member', sub { $_[0]{fields}[1]{selections}[1]{choices} = [] }, "${at}[1]: has a member that is none of value, children: choices");
refused('children that are ' . $json->encode([$_]), sub { $_[0]{fields}[1]{selections}[1]{children} = $_ }, "${at}[1].children: must be an array") for {}, 'x', 3;
refused('eight levels', sub { $_[0]{fields}[1]{selections} = tree(8) }, $at . '[0].children' x 8 . ': is nested too deeply');

$about = 'all that is wrong is said, however much';
refused('in the order of the file', sub {
    my ($form) = @_;
    $form->{name} = ' ';
    $form->{contact}{email} = 'x';
    $form->{adminNote} = 3;
    $form->{fields}[0]{type} = 'CHOICE';
    $form->{fields}[0]{extra} = 1;
    $form->{fields}[2]{value} = 'x';
    $form->{fields}[3]{label} = '';
    $form->{extra} = 1;
  },
  'name: must not be blank', 'adminNote: must be a string', "form: has a member that is none of $form_members: extra", 'contact.email: must be an e-mail address',
  "fields[0].type: must be one of $types", "fields[0]: has a member that is none of $field_members: extra", 'fields[0].options: are for the type SELECT alone',
  'fields[2].value: must be an e-mail address, as its type says', 'fields[3].label: must not be blank');
refused('three faults of each of 200 fields', sub { $_[0]{fields} = [({}) x 200] }, map { my $i = $_; map { "fields[$i].$_: is missing" } qw(section label type) } 0 .. 199);
refused('what a terminal would obey', sub { $_[0]{fields}[0] = { %{ $_[0]{fields}[0] }, "\e[2J" => 1 } }, "fields[0]: has a member that is none of $field_members");

# One shell runs all commands: forking this process for each would cost ten times as much.
Collab::Stack::write_file("$dir/asked", join '', map { "./collabctl form add $_->{file} 2>&1; printf '\\036%d\\036' \$?\n" } @cases);
my @answers = split /\x1e/, (output('bash', "$dir/asked"))[1];
for my $case (@cases) {
  my ($said, $status) = splice @answers, 0, 2;
  is_deeply [$status, $said], [$case->{status}, $case->{said}], $case->{name};
}

done_testing;
