# t/ops/health/member-alert.t: CollabMemberAlertCommand runs when a member's subscription fails, has dead letters, or works again
use lib qw(t/lib lab/lib);
use Collab::Receiver;
use Collab::Stack;
use Collab::Test;
use File::Temp ();
use JSON::XS ();

my $dir = File::Temp::tempdir('clmaXXXXXX', DIR => '/tmp', CLEANUP => 1);
my $evil = "\$(touch $dir/evil)";
open my $out, '>', "$dir/tell" or die;
print $out <<"END";
#!/bin/sh
code=0; test ! -e $dir/fail || code=3          # chooses the exit code before the test can count this call
cat > $dir/input.\$\$
printf '%s\\t%s\\t' "\$1" "\$(id -u)" >> $dir/calls.\$\$
cat $dir/input.\$\$ >> $dir/calls.\$\$
cat $dir/calls.\$\$ >> $dir/calls
exit \$code
END
close $out;
chmod 0755, "$dir/tell";

my @often = (timers => { watch => 200, member => 300, failing => 3000, again => 6000 });
my $command = qq(CollabMemberAlertCommand "$dir/tell" "$evil"\nCollabWebhookRetry V2 1 1 1 1 1 1 1 1 1 1 1 1 1 1 1 1\n);
my $stack = stack(extra => $command, @often);
my $other = $stack->another_server('other', extra => "CollabDispatcher Off\n$command", @often);
my $receiver = receiver();
my $json = JSON::XS->new->utf8;
my $NOTE = 'org.provider.core.collaboration-request.note.created';

sub slurp { open my $in, '<', "$dir/$_[0]" or return ''; local $/; return scalar <$in> }
sub touch { open my $file, '>', "$dir/$_[0]" or die }
sub calls { my ($id) = @_; return grep { $_->{subscriptionId} == $id } map { $json->decode((split /\t/, $_, 3)[2]) } grep { length } split /\n/, slurp('calls') }
sub words { my ($id) = @_; return join ' ', map { $_->{what} } calls($id) }
sub subscribe { my ($x, $url) = @_; return $x->submitter->post('/v2/webhooks', { callbackUrl => $url, eventTypes => [$NOTE] })->ok->{id} }
sub add_note { my ($x) = @_; return $x->submitter->post($x->notes, a_note())->ok }
sub told_at { return scalar owner()->selectrow_array('select extract(epoch from told_at) from member_alert where subscription = ?', undef, $_[0]) }

subtest 'the program runs after an hour (here: three seconds) of failures, and when the subscription works again' => sub {
  my $x = exchange();
  my $company = $x->submitter->company;
  collabctl('company', 'set', $company->{domain}, '--contact', "ops\@$company->{domain}, desk\@$company->{domain}");
  my $id = subscribe($x, my $url = $receiver->url('503x8-200'));
  my ($host) = $url =~ m{//([^/]+)};
  add_note($x);
  ok +(wait_for { calls($id) == 1 } 30), 'the program is called';
  my ($call) = calls($id);
  is $call->{what}, 'failing';
  is_deeply $call->{company}, { id => 0 + $company->{id}, name => $company->{name}, domain => $company->{domain} };
  is_deeply $call->{contacts}, ["ops\@$company->{domain}", "desk\@$company->{domain}"];
  is $call->{host}, $host, 'it gets the host without the path';
  like $call->{why}, qr/503/;
  like $call->{since}, qr/^\d{4}-\d\d-\d\dT[\d:]+Z$/;
  cmp_ok $call->{waiting}, '>=', 1, 'it gets the number of waiting deliveries';
  is $call->{deadLetters}, 0;
  is +(split /\t/, slurp('calls'))[0], $evil, "the directive's argument arrives unchanged, without a shell";
  is +(split /\t/, slurp('calls'))[1], $>, "it runs as httpd's user";
  ok !-e "$dir/evil", 'no shell has run the argument';
  my $before = told_at($id);
  ok +(wait_for { words($id) eq 'failing works' } 30), 'a second call says that it works again' or diag words($id);
  cmp_ok told_at($id) - $before, '>=', 6, 'that call comes an hour (here: six seconds) after the first';
  is_deeply [@{ (calls($id))[1] }{qw(why waiting deadLetters)}], [undef, 0, 0];
  ok +(holds_for { calls($id) == 2 } 2), 'two nodes make one call each time';
};

subtest 'the program runs for dead letters, and when a replay has delivered them' => sub {
  my $x = exchange();
  my $id = subscribe($x, $receiver->url('400x3-200'));
  add_note($x) for 1 .. 3;
  ok +(wait_for { words($id) eq 'dead-letters' } 30), 'dead letters cause a call' or diag words($id);
  my ($call) = calls($id);
  like $call->{why}, qr/400/;
  is_deeply $call->{contacts}, [];
  ok $call->{deadLetters} >= 1;
  wait_for { owner()->selectrow_array('select count(*) from dead_letter where subscription = ?', undef, $id) == 3 } 20, 'three dead letters';
  collabctl('replay', '--subscription', $id, '--yes', '--rate', 1000);
  ok +(wait_for { words($id) eq 'dead-letters works' } 30), 'their replay causes another' or diag words($id);
};

subtest 'a program that fails is called again after an hour (here: six seconds)' => sub {
  my $x = exchange();
  touch('fail');
  my $id = subscribe($x, $receiver->url('400'));
  add_note($x);
  ok +(wait_for { calls($id) == 1 } 30), 'the program is called';
  my $before = told_at($id);
  ok +(wait_for { ($stack->server->log . $other->log) =~ /CB0705: CollabMemberAlertCommand: \S+: ended with exit code 3/ } 10), 'the log has its exit code';
  ok +(wait_for { calls($id) == 2 } 30), 'it is called again';
  cmp_ok told_at($id) - $before, '>=', 6;
  unlink "$dir/fail";
  ok +(wait_for { calls($id) == 3 } 30), '… and again, and now succeeds';
  is words($id), 'dead-letters dead-letters dead-letters';
  my $after = told_at($id);
  ok +(wait_for { owner()->selectrow_array('select dead_letters from member_alert where subscription = ?', undef, $id) } 10), 'the success is recorded';
};

subtest 'a paused, inactive or working subscription causes no call, nor one that a local fault holds' => sub {
  my $x = exchange();
  my ($paused, $off, $well, $held) = map { subscribe($x, $receiver->url($_)) } '503', '503', '200', '200';
  add_note($x);
  wait_for { owner()->selectrow_array('select count(distinct subscription) from attempt where subscription in (?, ?, ?, ?)', undef, $paused, $off, $well, $held) == 4 } 20, 'attempts';
  collabctl('subscription', 'pause', $paused);
  $x->submitter->patch("/v2/webhooks/$off", { active => JSON::XS::false })->ok;
  add_note($x);
  owner()->do(q(insert into attempt (subscription, event, number, success, error, duration_ms, created_at, counted)
    select ?, 1, 1, false, 'not counted', 1, now() + n * interval '10 seconds', false from generate_series(1, 2) n), undef, $held);
  ok +(holds_for { !calls($paused) && !calls($off) && !calls($well) && !calls($held) } 6), 'there is no call' or diag explain { map { ($_ => words($_)) } $paused, $off, $well, $held };
};

subtest 'the program of docs/profiles.md sends a mail, and strips line ends' => sub {
  open my $page, '<:encoding(UTF-8)', 'docs/profiles.md' or die;
  my ($program) = do { local $/; <$page> } =~ /^```perl member-alert\n(.*?)^```$/ms;
  is +(() = $program =~ /\n/g), 10, 'it has ten lines';
  $program =~ s{/usr/sbin/sendmail}{$dir/sendmail} or die;
  my %files = (mails => $program, sendmail => "#!/bin/sh\necho \"\$*\" > $dir/to\ncat > $dir/mail\n");
  for my $name (keys %files) {
    open my $to, '>:encoding(UTF-8)', "$dir/$name" or die;
    print $to $files{$name};
    close $to;
    chmod 0755, "$dir/$name";
  }
  my $mail = sub {
    unlink "$dir/mail", "$dir/to";
    open my $pipe, '|-', "$dir/mails" or die;
    print $pipe $json->encode({ what => 'failing', company => { id => 1, name => 'Acme', domain => 'acme.example' }, contacts => ['ops@acme.example', 'desk@acme.example'],
      subscriptionId => 7, version => 'V2', host => 'hooks.acme.example:443', since => '2030-01-31T08:00:00Z', why => "HTTP 500: \x{fc}bel\r\nBcc: all\@evil.example\n", waiting => 3,
      deadLetters => 2, @_ });
    close $pipe;
    return $?;
  };
  is $mail->(), 0;
  is slurp('to'), "-i -- ops\@acme.example desk\@acme.example\n", 'the mail goes to the contacts';
  is slurp('mail'), "Subject: webhooks to hooks.acme.example:443: failing\nContent-Type: text/plain; charset=utf-8\n\n"
    . "Subscription 7: failing since 2030-01-31T08:00:00Z. HTTP 500: \xc3\xbcbel Bcc: all\@evil.example \nWaiting: 3, dead letters: 2\n";
  $mail->(host => "x\nBcc: all\@evil.example");
  unlike slurp('mail'), qr/^Bcc/m, 'a line end adds no header';
  is $mail->(contacts => []), 0;
  ok !-e "$dir/mail", 'without contacts there is no mail';
};

done_testing;
