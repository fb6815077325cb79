# Makes companies, users and forms for one test, directly in the database. Every test makes its own, so that tests can run side by side.
package Collab::Members;
use strict;
use warnings;
use utf8;
use Digest::SHA qw(sha256);
use MIME::Base64 qw(encode_base64);
use JSON::XS ();
use Collab::Party;
use Collab::Postgres;
use Exporter 'import';
our @EXPORT = qw(owner backlog company department community user form PASSWORD);

use constant PASSWORD => 'correct horse battery';
my ($number, %dbh, %hash, %own) = (0);

# The owner's connection, one per process and database.
sub owner { return $dbh{"$$ $ENV{COLLAB_TEST_DBI}"} ||= Collab::Postgres->connect($ENV{COLLAB_TEST_DBI}) }

# Call this after a restart of the database. Then the next call of `owner` opens a new connection.
sub forget { delete $dbh{"$$ $ENV{COLLAB_TEST_DBI}"} }

# Makes a backlog as after an outage: for each subscription, $count deliveries that are due now. Their events are those of notes BACKLOG1,
# BACKLOG2 … of the first request.
sub backlog {
  my ($count, @subscriptions) = @_;
  owner()->do(<<'END', undef, $count, \@subscriptions);
with e as (
  insert into event (type, request, request_token, note_token, submit_company, receive_company)
  select 'note.created', r.id, r.token, 'BACKLOG' || i, r.submit_company, r.receive_company
    from generate_series(1, ?::int) i, (select * from request order by id limit 1) r
  returning id)
insert into delivery (event, queue) select e.id, s from e, unnest(?::bigint[]) s order by e.id, s
END
}

# A word that no other test uses. A process id does not suffice: a run may use all 32768 of them and begin again.
sub unique { return sprintf '%s%s%d', $_[0], $own{$$} //= letters($$) . letters(time), ++$number }
sub letters { my $n = $_[0] % 26**4; return join '', map { chr 97 + $n / 26**$_ % 26 } 0 .. 3 }

# A company with a form. Options: name, description, domain, tags, hours => {high, medium, low}, form => 0.
sub company {
  my (%o) = @_;
  my $name = $o{name} // 'Company ' . unique('c');
  my $domain = $o{domain} // unique('d') . '.example';
  my $id = one('insert into company (name, description, domain, tags, hours_high, hours_medium, hours_low) values (?, ?, ?, ?, ?, ?, ?) returning id',
    $name, exists $o{description} ? $o{description} : "What $name does", $domain, $o{tags} || [], @{ $o{hours} || {} }{qw(high medium low)});
  my $company = { id => $id, name => $name, domain => $domain, description => exists $o{description} ? $o{description} : "What $name does" };
  form($company) unless defined $o{form} && !$o{form};
  return $company;
}

sub department {
  my ($company, %o) = @_;
  my $name = $o{name} // 'Department ' . unique('p');
  my $id = one('insert into department (company, name, description, tags) values (?, ?, ?, ?) returning id', $company->{id}, $name,
    $o{description}, $o{tags} || []);
  return { id => $id, name => $name, company => $company };
}

# A community of these companies.
sub community {
  my (@companies) = @_;
  my $id = one('insert into community (name) values (?) returning id', unique('Community '));
  owner()->do('insert into community_member (community, company) values (?, ?)', undef, $id, $_->{id}) for @companies;
  return $id;
}

# A user of a company, as a Collab::Party. Options: columns of account by their names in the interface, and password (undef: none).
sub user {
  my ($company, %o) = @_;
  my $password = exists $o{password} ? $o{password} : PASSWORD;
  my $username = $o{username} // unique('user') . '@' . $company->{domain};
  my $email = $o{email} // (($username =~ /\@/) ? $username : "$username\@$company->{domain}");
  my ($first, $last) = (exists $o{firstName} ? $o{firstName} : 'Robin', exists $o{lastName} ? $o{lastName} : 'Müller');
  my $id = one('insert into account (company, username, password_hash, first_name, last_name, email, phone, phone_country_code, city) values (?, ?, ?, ?, ?, ?, ?, ?, ?) returning id',
    $company->{id}, $username, defined $password ? hash($password) : undef, $first, $last, $email, $o{phone} // '555 0100',
      $o{phoneCountryCode} // '+49', $o{city} // 'Bern');
  return Collab::Party->new(company => $company, id => $id, username => $username, password => $password, email => $email,
    name => join(' ', grep { defined && length } $first, $last) || $username);
}

# A contact document of a company or its department. fields: [label, type, {column => value}] each. Becomes the company's `document`
# unless `department` is given.
sub form {
  my ($company, %o) = @_;
  my $department = $o{department};
  my $name = $o{name} // "Form of $company->{name}";
  my $id = one('insert into document (company, department, name, contact_name, contact_email, contact_phone, admin_note, escalation_instructions) values (?, ?, ?, ?, ?, ?, ?, ?) returning id',
    $company->{id}, $department ? $department->{id} : undef, $name, 'Support desk', "desk\@$company->{domain}", '555 0199', 'Be brief',
      'Call the desk');
  my @fields = @{ $o{fields} || [] };
  my $order = 0;
  my $document = { id => $id, name => $name, fields => [], company => $company };
  for my $field (@fields) {
    my ($label, $type, $more) = @$field;
    my %column = (document => $id, section => 'PROBLEM_SECTION', label => $label, type => $type, display_order => ++$order, %{ $more || {} });
    my @names = sort keys %column;
    push @{ $document->{fields} }, one(sprintf('insert into document_field (%s) values (%s) returning id', join(', ', @names), join ', ',
      ('?') x @names), @column{@names});
  }
  $company->{document} = $document unless $department;
  return $document;
}

sub one {
  my ($sql, @values) = @_;
  return owner()->selectrow_array($sql, undef, @values);
}

# A password hash as auth/password makes it, but at the lowest cost, 4.
sub hash {
  my ($password) = @_;
  return $hash{$password} //= do {
    my $bytes = $password;
    utf8::encode($bytes) if utf8::is_utf8($bytes);
    crypt encode_base64(sha256($bytes), ''), '$2y$04$' . substr('abcdefghijklmnopqrstuu', 0, 22);
  };
}

1;
