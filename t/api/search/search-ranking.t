# t/api/search/search-ranking.t: which partners a query finds, in which order, and which misspelt words are repaired
use strict;
use warnings;
use utf8;
use lib qw(t/lib lab/lib);
use Collab::Stack;
use File::Temp qw(tempdir);
use Test::More;

binmode $_, ':encoding(UTF-8)' for Test::More->builder->output, Test::More->builder->failure_output;

my $dir = tempdir('ranXXXXXX', DIR => '/tmp', CLEANUP => 1);
my $pg = Collab::Stack::migrated($dir);
my $db = $pg->dbh;
sub one { return scalar $db->selectrow_array(shift, undef, @_) }

my $community = one(q{insert into community (name) values ('All') returning id});
my $caller = one(q{insert into company (name, domain) values ('Caller', 'caller.example') returning id});
$db->do('insert into community_member (community, company) values (?, ?)', undef, $community, $caller);

# Calls $what while the caller has these partners: name => text, or [text, tags]. many: the number of further, unrelated partners.
sub among {
  my ($partners, $what, %option) = @_;
  my %text = %$partners;
  $db->begin_work;
  $db->do(q{insert into company (name, domain, description) select 'Crowd ' || i, 'crowd' || i || '.example', 'pebbles and boulders' from generate_series(1, $1::int) i}, undef, $option{many} || 0);
  for my $name (sort keys %text) {
    my ($said, $tags) = ref $text{$name} ? @{ $text{$name} } : ($text{$name}, []);
    $db->do('insert into company (name, domain, description, tags) values (?, md5(?) || $$.example$$, ?, ?)', undef, $name, $name, $said, $tags);
  }
  $db->do(q{insert into document (company, name) select id, 'form' from company where id <> ?}, undef, $caller);
  $db->do('insert into community_member (community, company) select ?, id from company where id <> ?', undef, $community, $caller);
  $what->();
  $db->rollback;
}
sub rows   { return @{ $db->selectall_arrayref('select c.name || coalesce($$ – $$ || d.name, $$$$) as name, f.* from search_partners(?, ?, 50) f
                        join company c on c.id = f.company left join department d on d.id = f.department order by place', { Slice => {} }, $caller, $_[0]) } }
sub found  { return join ', ', map { $_->{name} } rows(@_) }
sub score  { my %score = map { $_->{name} => $_->{score} } rows(@_); return \%score }
sub reads  { return join ' ', map { "$_->[0]:$_->[1]" } @{ $db->selectall_arrayref('select lexeme, concat_ws($$ of $$, kind, origin) from search_terms(?) where df > 0 order by lexeme', undef, $_[0]) } }

subtest 'a query that is a name lists its partner first' => sub {
  my %loud = map { ("Loud $_" => ['stripe, stripes, striped; a stripe for the northern harbour works', ['stripe', 'harbour', 'works']]) } 1 .. 5;
  among { %loud, Stripe => 'Payments on the net', 'Harbour Works Ltd.' => 'Cranes', 'Tüv Nørd' => 'Lifts', 'Bluefin Advisory' => 'Ships', 'Kestrelhaven Trust' => 'Wills' }, sub {
    like found($_->[0]), qr/^\Q$_->[1]\E(?:,|$)/, $_->[0] for ['stripe', 'Stripe'], ['STRIPE', 'Stripe'], ['Stripe, Inc.', 'Stripe'], ['Harbour Works', 'Harbour Works Ltd.'],
      ['harbour works limited', 'Harbour Works Ltd.'], ['harbour-works?', 'Harbour Works Ltd.'], ['TUV Nord GmbH', 'Tüv Nørd'], ['Blufin Advisory', 'Bluefin Advisory'],
      ['Kestrelhavne Trsut', 'Kestrelhaven Trust'];
    like found('a stripe for the works'), qr/^Loud \d/, 'a sentence with the words of a name is not a name';
    my $company = one(q{select id from company where name = 'Loud 1'});
    $db->do('insert into department (company, name, description) values (?, ?, ?)', undef, $company, $_, 'stripes') for 'Stripery', 'Harbour';
    like found('stripery'), qr/^Loud 1 – Stripery\b/, 'the name of a department';
    like found('loud 1 stripery'), qr/^Loud 1 – Stripery\b/, '… with its company';
    $db->do(q{delete from community_member where company = (select id from company where name = 'Stripe')});
    unlike found('stripe'), qr/\bStripe(?:,|$)/, 'a company outside the caller\'s communities is not found';
  };
};

subtest 'short and foreign words are not repaired' => sub {
  among { Furriers => 'Coats of fur and leather', Pourers => 'We pour concrete for a desk', Cluster => 'Kubernetes for hospitals', Eateries => 'Restaurants' }, sub {
    is reads('dek'), '', 'a word of three letters is not repaired';
    is reads('dexk'), 'desk:guess of dexk', 'a word of four letters is';
    is found('Beratung für Kubernetes'), 'Cluster', 'für does not mean fur';
    is found('fur'), 'Furriers', 'fur does';
    is found('logiciel pour restaurants'), 'Eateries', 'in a French query, pour is not the English verb';
    is found('hébergement pour la nuit'), '', '… also without another English word';
    is found('pour concrete'), 'Pourers', 'in an English query, pour is the English verb';
    like found('who can pour a floor'), qr/Pourers/;
    is found('für kuberntes'), '', 'beside für, a misspelt word is not repaired';
    is reads('kuberntes, dexk'), 'desk:guess of dexk kubernet:guess of kuberntes', 'a comma is not part of a word';
    is reads('avec kubernetes'), 'kubernet:word', 'a function word of another language is not repaired';
  };
};

subtest 'a guess finds nothing by itself where another word is found as written' => sub {
  my %partners = (Cluster => 'kubernetes for everybody', Host => 'hosting of mailboxes', Both => 'hosting and kubernetes', Mondays => 'every monday');
  among \%partners, sub {
    is found('kuberntes'), 'Both, Cluster', 'alone, a guess finds partners';
    is found('kuberntes hosting'), 'Both, Host', 'beside another word, it only orders the results';
    $db->do(q{update company set description = 'hosting, hosting' where name like 'Crowd %'});
    like found('kuberntes hosting'), qr/^Both, Crowd/, '… even if the other word finds many';
    $db->do(q{update company set description = 'pebbles' where name like 'Crowd %'});
    is found('kuberntes on monday'), 'Both, Cluster', 'a circumstance is not such a word';
    $db->do(q{update company set description = 'kubernetes every monday' where name = 'Mondays'});
    is found('kuberntes hosting on monday'), 'Both, Mondays, Host', '… but a guess and a circumstance together find a partner';
    $db->do(q{update company set description = 'every monday' where name = 'Mondays'});
    $db->do(q{delete from community_member where company in (select id from company where name in ('Host', 'Both'))});
    is found('kuberntes hosting'), 'Cluster', 'a word that no partner uses is not such a word';
    $db->do('update company set description = ? where id = ?', undef, 'hosting', $caller);
    $db->do(q{insert into document (company, name) values (?, 'form')}, undef, $caller);
    is found('kuberntes hosting'), 'Cluster', '… even if the caller\'s own company uses it';
  }, many => 120;
};

subtest 'an operator\'s synonym counts more than a guess' => sub {
  among { Cluster => 'kubernetes for everybody', Kits => 'kates and kites', Ships => 'containers' }, sub {
    $db->do(q{insert into search_synonym (phrase, meaning) values ('q9x', 'kubernetes'), ('kytes', 'kubernetes')});
    is found('q9x'), 'Cluster';
    is reads('kytes'), 'kubernet:synonym of kytes', 'a word with a synonym is not guessed';
    is found('everybody kytes'), 'Cluster';
  };
};

subtest 'synonyms are those of typed words, and count whole' => sub {
  among { Guard => 'firewalls', Decorators => 'We paint every wall', Judges => 'rules for games' }, sub {
    is found('firewal rules'), 'Judges', 'a guess has no synonyms';
    is found('firewall rules'), 'Judges, Guard', 'a typed word does not find half of its synonym';
  };
  among { Deniers => 'denial of coverage', Shields => 'we end every denial of service', Menders => 'a service for bicycles' }, sub {
    is found('ddos'), 'Shields', 'only the whole synonym finds a partner';
    is found('ddos bicycles'), 'Menders, Shields';
    is score('ddos bicycles')->{Menders}, score('bicycles')->{Menders}, '… or counts';
    is found('denial of service'), 'Shields, Deniers, Menders', 'the words of a typed phrase count each';
  };
  among { Cluster => 'kubernetes for everybody', Other => 'pebbles' }, sub {
    my $whole = score('kubernetes')->{Cluster};
    cmp_ok abs(score('k8s')->{Cluster} * 1.25 / $whole - 1), '<', 0.001, 'the synonym of a word that nobody uses counts as if it were typed';
    $db->do(q{update company set description = 'k8s' where name = 'Other'});
    cmp_ok abs(score('k8s')->{Cluster} * 1.25 / $whole - 0.4), '<', 0.001, '… else by its weight';
    $db->do(q{insert into search_synonym (phrase, meaning, weight) values ('qx9 zz', 'kubernetes', 0.5)});
    cmp_ok abs(score('qx9 zz')->{Cluster} * 1.25 / $whole - 0.5), '<', 0.001, '… as that of a phrase';
  };
  among { Physio => 'We help you to get up when your back aches', Miller => 'a log in the river', Baker => 'we roll dough out', Crane => 'down we shut it', Mason => 'on any site' }, sub {
    is found($_), '', "$_ is no phrase" for qw(backup login rollout shutdown onsite);
  };
};

subtest 'a joined word replaces its parts' => sub {
  among { Mailer => 'E-mail hosting', Postman => 'mail by horse', Rayman => 'a ray of light', Vendora => 'trips to Andorra', Tunnel => 'site-to-site tunnels', Site => 'a site' }, sub {
    is found('e-mail'), 'Mailer', 'it finds no part';
    is found('site-to-site'), 'Tunnel';
    is reads('email or e-mail'), 'email:word';
    is found('x-ray'), 'Rayman', 'if nobody uses the joined word, its parts count';
    is reads('and/or a ray'), 'ray:word', '… and the joined word is not corrected';
  };
};

subtest 'a guess finds a partner by itself only with the same first letter' => sub {
  among { Quarry => 'desks of granite', Vault => 'Tresors of version 4711', 'Kestrel 4711 Works' => 'birds' }, sub {
    is reads('zesk'), 'desk:guess of zesk', 'a guess may have another first letter';
    is found('zesk'), '', '… but then finds nothing by itself';
    is found('zesk granite'), 'Quarry', '… only beside another word';
    is found('desx'), 'Quarry', 'a guess with the same first letter finds a partner';
    ok +(rows('kestrle 4711 works'))[0]{named}, 'a name with a number may have one mistake';
    ok !(rows('kestrel 4722 works'))[0]{named}, '… but not another number';
  };
};

subtest 'contractions of not are ignored, and bare numbers count half' => sub {
  among { Dishes => 'dishes, and what others do not', Quarry => 'granite in 4711 forms' }, sub {
    is reads($_), 'dish:word', $_ for "dishes aren't", 'dishes isn’t', "dishes DOESN'T";
    my %word = map { $_->{lexeme} => $_ } @{ $db->selectall_arrayref('select * from search_terms(?)', { Slice => {} }, '4711 dishes') };
    is_deeply [map { $word{$_}{weight} } qw(4711 dish)], [0.5, 1], 'a number counts half';
    is found('4711'), 'Quarry', 'a number finds the partner that uses it';
  };
};

subtest 'a misspelt word may stand for several words, and an English word is not repaired' => sub {
  among { Quarry => 'desk and mailing and maiming and making, interactive maintenance of xylophones' }, sub {
    is reads('maiing'), 'mail:guess of maiing maim:guess of maiing make:circumstance of maiing', 'equally close words are all meant';
    unlike reads('disks'), qr{desk}, 'an unused English word is not replaced by a used one';
  };
};

subtest 'adjacent words, the exact form and tags score higher' => sub {
  among { Quarry => 'desk and mailing and making, interactive maintenance of xylophones' }, sub {
    my $quarry = sub { return score($_[0])->{Quarry} };
    my $near = one(q{select t.weight from (select array_agg(lexeme) as words, array_agg(weight * idf) as weights from search_terms('interactive maintenance')) w, search_together(w.words, w.weights) t});
    my $more = $quarry->('interactive maintenance') - $quarry->('interactive') - $quarry->('maintenance');
    cmp_ok $more, '>', 0.5 * $near, 'words that are adjacent in the text score higher';
    cmp_ok $more, '<', $near;
    cmp_ok $quarry->('desk xylophones') - $quarry->('desk') - $quarry->('xylophones'), '<', 0.8 * $more, '… less so with other words between them';
    cmp_ok abs($quarry->('xylophones') / $quarry->('xylophone') - 1.25), '<', 0.001, 'a word in the exact form of the query scores 1.25 times as much';
  };
  among { Passing => 'Ballast: sandbag filling, sandbag delivery.', Listing => ['Stones and earth for dikes, by the cartload, where the water comes.', ['sandbag']] }, sub {
    is found('sandbag'), 'Listing, Passing', 'a tag scores higher than text';
  };
  among { Passing => 'Ballast: sandbag filling, sandbag delivery.', Listing => ['stones and earth for dikes', ['sandbag']] }, sub {
    is found('sandbag'), 'Listing, Passing', '… also where few partners have tags';
  }, many => 60;
};

subtest 'words of asking do not count, and circumstances count half and find nobody beside another word' => sub {
  among { Meadow => 'offices lawn kerb', Dee => 'search', Eee => 'meadow search' }, sub {
    is_deeply score('search for a meadow'), score('meadow'), 'a word of asking does not count';
  };
  among { Mondays => 'gutters every monday', Gutters => 'gutters and monuments' }, sub {
    my %word = map { $_->{lexeme} => $_ } @{ $db->selectall_arrayref('select * from search_terms(?)', { Slice => {} }, 'monuments on monday') };
    is_deeply [map { @{ $word{$_} }{qw(weight kind)} } qw(monument monday)], [1, 'word', 0.5, 'circumstance'], 'a circumstance counts half';
    is found('monday'), 'Mondays', 'a circumstance alone finds the partner that names it';
    is found('gutters on monday'), 'Mondays, Gutters', 'beside another word, it counts';
    is found('monuments on monday'), 'Gutters', '… but finds nobody';
    is found('xyloscope on monday'), '', '… even if nobody uses the other word';
  };
  among { Moon => 'full moon walks', Potters => 'broken pots, 4711 of them', Lifters => 'lifts' }, sub {
    is found('full lift'), 'Lifters';
    is found('the lift is broken'), 'Lifters';
    is found('4711 lifts'), 'Lifters', 'nor does a number';
    is found('full 4711'), 'Moon, Potters', 'several circumstances without another word do';
  };
};

done_testing;
$pg->stop;
