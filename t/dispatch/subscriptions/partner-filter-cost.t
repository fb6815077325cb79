# t/dispatch/subscriptions/partner-filter-cost.t: the cost of checking partnerCompanyIds does not depend on the number of requests
# Counted in buffers, which are the same on every machine.
use lib qw(t/lib lab/lib);
use Collab::Test;
use Collab::Stack;
use JSON::XS ();

my $stack = stack(extra => "CollabDispatcher Off\n");
my $json = JSON::XS->new->canonical;
my ($x, $y, $other) = (exchange(), exchange(), company());
my ($caller, $partner, $third) = ($x->submitter, $x->receiver->company, $y->submitter->company);
my $worker = DBI->connect($stack->pg->dbi =~ s/user=\w+/user=collab_api/r, '', '', { RaiseError => 1, PrintError => 0 });

# Adds $count requests from the caller to the partner, $count from the partner to the caller, and $count from a third company to the partner. None
# of the three companies has requests with any other company.
my $made = 0;
sub requests {
  my ($count) = @_;
  for my $pair ([$caller->company->{id}, $partner->{id}], [$partner->{id}, $caller->company->{id}], [$third->{id}, $partner->{id}]) {
    owner()->do(q(insert into request (token, submit_company, submit_company_name, submitter, receive_company, receive_company_name, summary, description, priority,
        respond_by, document, document_name, submitted_by, submitter_contact, receiver_contact)
      select 'Many' || lpad(n::text, 14, 'x'), ?, submit_company_name, submitter, ?, receive_company_name, 'n', 'd', 'LOW',
        respond_by, document, document_name, submitted_by, submitter_contact, receiver_contact
        from request, generate_series(?::int, ?::int) n where id = ?), undef, @$pair, $made + 1, $made + $count, $x->record->{id});
    $made += $count;
  }
  owner()->do('vacuum analyze request');
}

# The buffers that one part of the statement reads: the part that checks the ids, as compiled into the module.
sub cost {
  my ($name, $plans, @ids) = @_;
  my ($part) = grep { $_->{text} =~ /strange_partners/ } @{ $json->decode(scalar `bench/statement $name json`)->{parts} };
  my %value = ('caller.user' => $caller->id, 'body.' => $json->encode({ callbackUrl => 'https://h.example/', partnerCompanyIds => [map { 0 + $_ } @ids] }),
    'path.id' => 1, 'value.uid' => '00000001-0000-4000-8000-000000000001', 'value.secret' => '\x00', 'value.auth_type' => 'NONE', 'value.version' => 'V2',
    'config.subscription_limit' => 100, 'value.v1_ended' => 'false');
  $worker->do("set plan_cache_mode = force_${plans}_plan");
  $worker->do('prepare checked (' . join(', ', map { 'text' } @{ $part->{binds} }) . ") as $part->{text}");
  my $plan;
  for (1, 2) {          # the first run warms the cache
    $worker->begin_work;
    ($plan) = $worker->selectrow_array('explain (analyze, buffers, format json) execute checked (' . join(', ', map { $worker->quote($value{$_}) } @{ $part->{binds} }) . ')');
    $worker->rollback;
  }
  $worker->do('deallocate checked');
  my $top = $json->decode($plan)->[0]{Plan};
  return $top->{'Shared Hit Blocks'} + $top->{'Shared Read Blocks'};
}

my @strange = ($other->{id}, $third->{id}, 999_999_999);
sub costs {
  return map { my ($name, $plans) = @$_; ("$name, $plans plan" => cost($name, $plans, @strange)) } map { my $name = $_; map { [$name, $_] } qw(generic custom) } qw(webhook_create webhook_change);
}

requests(300);
my %few = costs();
requests(15_000);
my %many = costs();
cmp_ok $many{$_}, '<=', 1.2 * $few{$_} + 20, "$_: $many{$_} buffers with 45,000 requests are about as few as $few{$_} with 900" for sort keys %few;

# The check itself accepts the other party of a request, whichever party made it, and refuses third companies.
owner()->do('delete from community_member where company = any (?)', undef, [$caller->company->{id}, $partner->{id}]);
$_->post('/v2/webhooks', { callbackUrl => 'https://h.example/', partnerCompanyIds => [0 + ($_ == $caller ? $partner : $caller->company)->{id}] })->ok for $caller, $x->receiver;
$caller->post('/v2/webhooks', { callbackUrl => 'https://h.example/', partnerCompanyIds => [0 + $partner->{id}, map { 0 + $_ } @strange] })->invalid(map { "partnerCompanyIds[$_]" } 1 .. 3);

done_testing;
