# Marks in every column that may hold somebody's data, by the classes of sql/columns.tsv. A new column needs no line here, unless a check or
# its form forbids the usual value, or its table has no owner yet.
#
#   my @parties = ({ company => 1, account => 2, mark => 'quxmark', network => '198.18.7.0/24' }, …);
#   put_marks(user => @parties);        where a user's data may be, it has the mark; in a company's texts, the user's address has it
#   put_marks(company => @parties);     each value has the mark, the column's name ("quxmark.note.summary") and the company's domain
#   marks('quxmark')                    { 'note.summary' => 2, … }: in how many rows each column has the mark
#   are_columns('note.summary', …)      dies, unless each is a column that may hold somebody's data
package Collab::Marks;
use strict;
use warnings;
use Collab::Classes qw(classes columns);
use Collab::Members qw(owner);
use Exporter 'import';
our @EXPORT = qw(put_marks marks markable made_by_trigger of_class are_columns);

# Triggers write these columns, from columns that have marks.
sub made_by_trigger { my ($name) = @_; return $name =~ /\.rendered\z|\Adocument_field\.choices\z|\Asearch_/ }

# Columns without marks, and why.
my %never = ('node.problems' => 'each watcher writes its row anew every five seconds');

# The erasure of a user looks for no address here.
my %not_of_user = (
  map({ ($_ => 'a name that the operator gave to a company, a department or a form') } qw(company.name company.domain department.name document.name note.company_name
    request.submit_company_name request.receive_company_name request.receive_department_name request.document_name
    search_name.label search_name.part search_name.tight search_name.whole)),
  map({ ($_ => 'words that search finds, set by the operator') } qw(company.tags department.tags)),
  map({ ($_ => 'a place that deliveries or files went to; the company changes it') } qw(attachment_storage.domain attachment_storage.path attempt.callback_url
    attempt.remote_address subscription.callback_url)),
  map({ ($_ => 'the name of a file that both storages have') } qw(attachment.name attachment_name.name)),
  map({ ($_ => 'sealed') } qw(attachment_storage.password previous_secret.secret subscription.auth subscription.secret)),
  'replay.wanted' => 'words of the interface, ids, and a company',
);

# The row's account, and its company, in SQL; t is the row. Else the columns of these names say it.
my %account = (account => 't.id', audit => 't.by_account', login_failure => q(case when t.name like 'account/%' then substr(t.name, 9)::bigint end),
               note => 't.author', response => 't.author');
my %company = (company => 't.id', attachment_name => '(select submit_company from request where id = t.request)', request => 't.submit_company',
               replay_act => '(select u.company from replay p join subscription u on u.id = p.subscription where p.id = t.replay)');

# Values that a check or a form demands, in SQL: p is the party, %s an address with its mark, %o one with the mark of the party o.
my %value = (
  'account.phone_country_code' => 'p.mark', 'account.subject' => q(concat(p.mark, '.account.subject-', t.id)),
  'account.username' => q(concat(p.mark, '.account.username-', t.id)),
  'attachment_name.name' => q((select string_agg(mark || '.attachment_name.name', ' ') from of_party)), 'attachment_storage.path' => q('/' || %s), 'company.contacts' => 'array[%s]', 'company.domain' => 'p.domain',
  'document_field.selections' => q(json_build_array(json_build_object('value', %s, 'children', json_build_array()))),
  'login_network.network' => 'p.network', 'replay.wanted' => q(json_build_object('company', p.domain)),
  'request.custom_fields' => q((select json_build_array(json_build_object('id', 1, 'section', 'PROBLEM_SECTION', 'fieldName', 'see ' || %o, 'value', 'see ' || %s,
    'displayOrder', 1, 'type', 'STRING')) from of_party o where o.company = t.receive_company)),
  'request.submitted_by' => q((select replace(rendered, '.account.', '.request.submitted_by.')::json from account where id = t.submitter)),
  map({ ("request.$_" => 'contact(%s, %s, p.mark)') } qw(submitter_contact receiver_contact)),
  'request.internal_notes' => q(json_build_array(json_build_object('note', 'see ' || %s))),
);

# A list that still names a column that is gone says nothing about a new one of this name.
sub are_columns {
  my (@names) = @_;
  my %known = map { ("$_->{table}.$_->{column}" => 1) } classes();
  my @stale = grep { !$known{$_} } sort @names;
  die "no column that may hold somebody's data: @stale\n" if @stale;
}

# The columns of which put_marks marks at least one row of a party, by name.
sub markable { my ($of) = @_; return grep { !$never{$_} && !($of eq 'user' && $not_of_user{$_}) } map { "$_->{table}.$_->{column}" } classes() }

# Those of these columns that have this class.
sub of_class {
  my ($class, @names) = @_;
  my %of = map { ("$_->{table}.$_->{column}" => $_->{class}) } classes();
  return grep { $of{$_} eq $class } @names;
}

# The row's owner and what the party must be equal to.
sub belongs {
  my ($of, $column, $has) = @_;
  my ($table, $class) = @{$column}{qw(table class)};
  return 't.' . ($class eq 'submitter' ? 'submit' : 'receive') . '_company = p.company' if $class =~ /submitter|receiver/;
  my $account = $account{$table} // ($has->{account} ? 't.account' : undef);
  return $of eq 'user' ? "$account = p.account" : "(select company from account where id = $account) = p.company" if $class eq 'user' && $account;
  my $company = $company{$table} // ($has->{company} ? 't.company' : $account ? "(select company from account where id = $account)"
    : $has->{subscription} ? '(select company from subscription where id = t.subscription)' : $has->{document} ? '(select company from document where id = t.document)'
    : die "$table: say in Collab::Marks which company a row belongs to\n");
  return "$company = p.company";
}

sub value {
  my ($of, $column) = @_;
  my $name = "$column->{table}.$column->{column}";
  my $address = $of eq 'user' ? 'p.address' : "concat(p.mark, '.$name\@', p.domain)";
  my $other = $address =~ s/\bp\./o./gr;
  return $value{$name} =~ s/%s/$address/gr =~ s/%o/$other/gr if $value{$name};
  return $column->{column} =~ /email\z/ ? $address : "p.mark || '.$name'" if $column->{class} eq 'user';
  my %form = (text => '%s', 'text[]' => 'array[%s]', json => q(json_build_object('value', %s)), jsonb => q(jsonb_build_object('value', %s)), bytea => q(convert_to(%s, 'UTF8')));
  return ($form{ $column->{type} } // die "$name: give it a value in Collab::Marks\n") =~ s/%s/'see ' || $address/r;
}

sub put_marks {
  my ($of, @parties) = @_;
  are_columns(keys %never, keys %not_of_user, keys %value);
  my %markable = map { ($_ => 1) } markable($of);
  my (%has, %set);
  $has{ $_->{table} }{ $_->{column} } = 1 for columns();
  for my $column (grep { my $name = "$_->{table}.$_->{column}"; $markable{$name} && !made_by_trigger($name) } classes()) {
    push @{ $set{ $column->{table} }{ belongs($of, $column, $has{ $column->{table} }) } }, "$column->{column} = " . value($of, $column);
  }
  owner()->do('create temporary table of_party (company bigint, account bigint, mark text, network cidr, domain text, address text)');
  for my $party (@parties) {
    my $domain = $of eq 'user' ? owner()->selectrow_array('select domain from company where id = ?', undef, $party->{company}) : "$party->{mark}.example";
    owner()->do('insert into of_party values (?, ?, ?, ?, ?, ?)', undef, @{$party}{qw(company account mark network)}, $domain, "$party->{mark}\@$domain");
  }
  for my $table (sort keys %set) {
    owner()->do("update $table t set " . join(', ', @{ $set{$table}{$_} }) . " from of_party p where $_") for sort keys %{ $set{$table} };
  }
  owner()->do('drop table of_party');
}

sub marks {
  my (@marks) = @_;
  my %found;
  for my $column (classes()) {
    my ($table, $name) = @{$column}{qw(table column)};
    my $text = 'lower(' . ($column->{type} eq 'bytea' ? "encode(t.$name, 'escape')" : "t.$name\::text") . ')';
    # The dispatcher deletes the dead letters of a subscription that is gone, with its queue.
    my $rows = owner()->selectrow_array("select count(*) from $table t where (" . join(' or ', map { "position('$_' in $text) > 0" } @marks) . ')'
      . ($table eq 'dead_letter' ? ' and subscription not in (select subscription from dropped_queue where subscription is not null)' : ''));
    $found{"$table.$name"} = $rows if $rows;
  }
  return \%found;
}

1;
