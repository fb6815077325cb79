-- Partner search ranks better (docs/search.md): how common a word is in English, written forms, nearness, the first words of a description.

-- How common a word is in English at large: the share of a text's words that its forms are, as stems, in powers of two; rarer ones are as rare as the
-- partners say. In a small collection "also", "year" and "people" are in few descriptions and would count as much as what somebody does; with these a
-- collection of any size knows better.
--
-- From the ranks of words in the English Wikipedia and in film subtitles that zxcvbn has (the share of the nth word is 0.1 / (n + 2.7)), without names.
--
-- zxcvbn: Copyright 2012-2013 Dropbox, Inc., 2016 Daniel Wolf. Permission is hereby granted, free of charge, to any person obtaining a copy of this
-- software and associated documentation files (the "Software"), to deal in the Software without restriction, including without limitation the rights to
-- use, copy, modify, merge, publish, distribute, sublicense, and/or sell copies of the Software, and to permit persons to whom the Software is furnished
-- to do so, subject to the following conditions: The above copyright notice and this permission notice shall be included in all copies or substantial
-- portions of the Software. THE SOFTWARE IS PROVIDED "AS IS", WITHOUT WARRANTY OF ANY KIND, EXPRESS OR IMPLIED, INCLUDING BUT NOT LIMITED TO THE
-- WARRANTIES OF MERCHANTABILITY, FITNESS FOR A PARTICULAR PURPOSE AND NONINFRINGEMENT. IN NO EVENT SHALL THE AUTHORS OR COPYRIGHT HOLDERS BE LIABLE FOR
-- ANY CLAIM, DAMAGES OR OTHER LIABILITY, WHETHER IN AN ACTION OF CONTRACT, TORT OR OTHERWISE, ARISING FROM, OUT OF OR IN CONNECTION WITH THE SOFTWARE OR
-- THE USE OR OTHER DEALINGS IN THE SOFTWARE.
create table search_common (
    stem        text primary key,
    share       real not null
);
insert into search_common
select stem, share
  from (values
(0.0128, '
know'),
(0.0064, '
go'),
(0.0032, '
also get year want well one right first oh like think state new time look use two come yeah school includ see'),
(0.0016, '
say mean tell make may got call good thing work take citi need talk nation world would realli back thank unit okay play name
later three univers team part tri hey happen could film way season feel made yes someth known guy mani follow second let littl
help game give gonna never famili wait sure area born high war even record member south releas becam sorri man find group mayb
ask'),
(0.0008, '
care album found believ thought live pleas day hous north start music howev anyth said peopl keep stop move much base histori
district compani earli locat end place show sever listen counti put develop god seri intern friend general leav govern die
origin sinc kill servic number still public final station great night noth kid life stay last line song form club open person
four system hope serv age leagu oper told career better award ever fine popul elect kind town away rememb appear design build
understand everyth lot minut perform run forc hear turn chang worri colleg won guess miss book order home march around support
differ produc receiv church local bad major band parti wonder alway wrong product list east former centuri mind lie huh singl
offic continu villag point meet babi hand big featur refer educ began provid actual return hold complet publish hurt mom father
set head seem countri problem organ river manag boy cours region caus walk present direct marri plan dad nice total togeth
associ suppos best studi main idea watch sound presid art busi larg question program matter august close act check air room
report park result son current law relat student establish happi held els land becom hate done creat love sign face polit activ
took late near interest might deal reason posit'),
(0.0004, '
power everi built enough anoth side island five remain bring death hell within hard along came titl someon job sit figur woman
road exact join whole save word due although stand left communiti win lead small promis must old pick accord consid event third
import train divis author car excus top wish knew championship real tonight eye addit case saw answer repres hour probabl trust
center research protect went pretti date court armi short children girl sir speci project possibl alreadi central forget control
level next period dead expect offer break inform allow brother initi heard men track chanc honey women finish surpris water
often million depart command special truth construct perfect common phone collect street read class role clear sleep lose quit
institut term readi fight critic match gotta french damn alon respect describ among stori pay offici announc write site murder
morn pull council today hit realiz learn increas director drink without issu drop respons practic eat wanna yet sister languag
televis coupl six serious score version led seen mine fact human rest gone stuff scare cup engin natur speak popular month hang
begin attack race contain western board appoint industri artist effect reach kiss ladi true model resid histor charact involv
profession soon social cover militari promot decid pictur wife given requir note various union cultur door suggest post touch
beauti drive anyon non replac wear cut hospit tour bye radio somebodi process heart field fall ship consist anyway handl rout
imagin invit rule daughter societi similar crazi lost dress previous tomorrow moment attend wed exampl spend type accept breath
administr carri market glad sometim parent success buy apart bit danc explain certain independ written round anymor tradit least
send discuss honor railway sport averag shut modern celebr concern memori share week sens video scienc feder coach ago royal
rang episod step claim charg throw gave though individu enjoy per destroy exist style mistak cool pain push afraid stage usual
northern fun clean municip assist apolog battl particip agre prove visit sort full dream rate competit limit situat everyon
festiv mess debut plant femal medic definit free except network lake bed everybodi execut shot upset wow rock deserv obvious
appreci dinner defeat whoa remind either notic husband connect light ground structur absolut bodi review southern provinc sick
bother rais admit object attempt blame depend goal easi wrote minist treat mention graduat far kick safe bet introduc civil
honest paint centr anybodi shit arriv alright shoot drug vote standard movi investig red abl paper ruin propos funni seat past
particular compet half insid avail campaign fix separ belong impress rank select retir'),
(0.0002, '
amaz generat format space technolog function almost front beat section favor prison eventu trade comfort census news museum gun
child condit host laugh choic household other ring size joke lock commiss piec edit jump relax experi leader ride warn prepar
account sonni pretend broadcast relationship transport suit recent observ behind wast file fund emerg catch dear contract
disappear hair sourc arrest sea detect hide star hundr nobodi view convers excit commit smell ahead upon fill convinc econom
tire suffer burn decis knock own blood fault doubt compos wake committe magazin wide studio trip specif pass confer count
signific male eastern tape judg capit fair attract goe quick screw forgiv blow reserv fool degre remov achiev launch ass
contribut indic defend fail bar occur shop store throughout movement approxim met teach surviv brought owe marriag hot daddi ad
pack ten voic health regular calm roll seven messag influenc card crane press terribl materi arrang chief accus sweet squar bank
admir risk combin entir besid improv advanc felt communic assum media grow lower outsid cloth mouth channel transfer grab sudden
across gift travel commerci distribut aliv measur largest employ meant subject compar chart spell less focus properti player
notabl stick kingdom sex assembl sold hire food constitut luck freak futur enter sing earn corpor novel weird taken wit confess
despit swear letter demon cost assign toward physic gain trick tabl academi mad liber wors nativ confus poor threaten credit
thus embarrass normal prefer nomin eight cold democrat legal low tast thousand elev altern china affect writer middl twenti
correct subsequ unless evid tournament valley detail manufactur japan adopt argu coast aircraft refus dump numer conduct cell
exhibit camp cancel determin divorc guard incom wing recogn disappoint gold lawyer athlet interrupt annual steal arm box fast
valu conserv premier emot bridg medal instead anywher accid patient entertain sweetheart governor straight applic confid fourth
theatr declar senior extend inspir concentr engag fear integr escap nurs dog grand polici copi smile somewher purchas witch
defens print intend contact challeng organis territori facil reduc sell qualifi none settl translat ticket progress anim will
repeat mission betray label slip dude professor darl reveal punish approach cannot sent rather republ cast ignor evil drag
especi ice extens shoe articl tear block spot protest prevent search innoc complic foreign primari comment bore suspect aw fire
partner identifi boyfriend quiet incred floor librari collabor regard lord complex schedul method contest highway kidnap basic
worth equal crime soul lunch maintain foundat motiv port airport purpos warm loss smart shock reform data congratul hurri trap
approv energi mid doctor bay captur till idiot perhap confirm tree intent hotel farm jail plot insist kept famous girlfriend
adapt candid convent surround financi damag appli ridg actor aunt theori speed prior rough regist excel yell resist technic
pressur cri crash plane express draw effort journal bomb wound iron affair photograph birthday broke estim boat distract deni
longer obsess secret danger dollar pray peac examin strang interview doubl bust whose cheat convert negoti cross length higher
manipul deriv color switch saint singer mail decor navi parliament youth suppli caught peak proud mount scene surfac mysteri
attent avoid imag boss regret township blind recommend distinct restor favorit via soviet nose code guest address consult fake
preserv staff coloni depress ridicul chair reflect opportun regul slow instrument appar stress forgot expand crack grade agent
typic option domin pregnant document shape equip yard bottl mechan deliv shall forward phoeb varieti demonstr secretari legisl
tough fortun cathol defin hook possess hole angri folk wash acquir choos buri worker feed ran wrap charm fell lack wind licens
borrow kinda pleasur nail instal gotten disturb newspap termin cute templ desper sight invest formal older transit self senat
interpret background tower load architectur obtain cop assur mommi cooper opposit demand rent client divid discov sentenc academ
amount consider feet parish lectur display secur earth fort nine border instruct castl lift duti quarter dare jerk religi
correspond highest dedic earlier dark camera humili bare shake sale explor rural flight trial incorpor respond reject regiment
stadium sweeti stare symbol fashion talent freez ador test rise spent corner implement neither custom proceed horribl immedi
screen draft bite transform neighbor attorney flow uncl weekend bath shift victim prime predict weapon empti programm congress
succeed politician owner afternoon retain promin yesterday prize vehicl illustr pacif weak heat troop resourc advis nervous
encourag signal pound brand wire firm interact whether convict fiction princip solv thirti basketbal punch link content upstair
wave qualiti exchang sake concert settlement donat abandon worst alli campus frighten compil guarante queen upper joint unfortun
heal advertis proof comic capabl mama audit crimin agenc fifti editor occupi resign stuck sneak neck shirt multipl anti status
estat')) v (share, stems), regexp_split_to_table(btrim(v.stems, E'\n'), '\s+') stem;

alter table search_term add column common real not null default 0;
update search_term t set common = c.share from search_common c where c.stem = t.term;

create or replace function search_stem_follow() returns trigger language plpgsql set search_path = collab as $$
begin
    if tg_op = 'INSERT' then
        insert into search_stem select k, term from new_rows, unnest(search_keys(term, 1)) k where length(term) between 4 and 24 and term !~ '[0-9]';
        update search_term t set common = c.share from new_rows n join search_common c on c.stem = n.term where t.id = n.id;
    else
        delete from search_stem s using old_rows o, unnest(search_keys(o.term, 1)) k where s.key = k and s.term = o.term;
    end if;
    return null;
end $$;

-- What a word's occurrence is worth: its idf among the partners that there are and 150 more that are as long and of everyday English.
create function search_idf(df int, common real, docs float8, words float8) returns float8 language sql immutable parallel safe
return ln((docs + 151) / (df + 150 * (1 - exp(-words * common)) + 0.5));

-- The forms in which words stand in a text, as numbers, which are quicker to look through.
create function search_forms(words text[]) returns int[] language sql immutable parallel safe
return (select coalesce(array_agg(hashtext(w)), '{}') from unnest(words) w);
alter table search_source add column forms int[] generated always as (search_forms(surface)) stored;

-- As before, and lead: how much more the first word of a description counts than one beyond the fortieth; hardly any where all are short.
drop function search_tuning(float8);
create function search_tuning(mean_text float8, out w_name float8, out w_tags float8, out w_text float8,
                              out b_name float8, out b_tags float8, out b_text float8, out k1 float8, out lead float8, out feedback boolean)
language sql immutable parallel safe as $$
    select 1 + 2 * x, 2 - x, 2 - x, 0.3 + 0.2 * x, 0.3 + 0.2 * x, 0.3 + 0.2 * x, 1.2 + 0.4 * x, x, mean_text >= 40
      from (select least(greatest(ln(mean_text / 8) / ln(10), 0), 1)) t (x)
$$;

-- A word in the very form of the query counts a quarter more than in another of its stem.
create function search_said(forms int[], form int) returns float8 language sql immutable parallel safe
return case when idx(forms, form) > 0 then 1.25 else 1 end;

-- How near the words of a query are to each other in a text, 0 to 1: every two of them count, the more the fewer words stand between.
create function search_near(words tsvector, near tsquery) returns float8 language sql immutable parallel safe
return ts_rank('{0.6, 0.6, 0.6, 0.6}', words, near);

-- As before, but the first words of a description say what it is about and count more (Troy and Zhang, SIGIR 2007, on chronological term rank).
-- Makes the index say of these companies (null: of all) what the tables say. Writers wait for one another, readers for nobody.
create or replace function search_index(companies bigint[]) returns void language plpgsql set search_path = collab as $$
declare
    s search_state;
    mean float8[];
    everything boolean := false;
    weigh int[];
begin
    perform pg_advisory_xact_lock(hashtext('mod_collab'), hashtext('search'));
    delete from search_work;
    insert into search_work
    select d.id, coalesce(n.company, d.company), coalesce(n.department, d.department), n.label, search_fold(n.whole), search_fold(n.part), n.words, n.surface
      from (select l.*, setweight(to_tsvector('search_words', t.name), 'A') || setweight(to_tsvector('search_words', t.tags), 'B')
                     || setweight(to_tsvector('search_words', t.text), 'D') as words,
                   tsvector_to_array(to_tsvector('search_surface', concat_ws(' ', t.name, t.tags, t.text))) as surface
              from search_listed l
             cross join lateral (select search_text(l.whole) as name, search_text(array_to_string(l.tags, ' , ')) as tags,
                                        search_text(l.description) as text offset 0) t
             where companies is null or l.company = any (companies)) n
      full join (select search_doc.id, company, department, source.label, source.words, source.surface
                   from search_doc join search_source source on source.doc = search_doc.id
                  where companies is null or company = any (companies)) d
        on d.company = n.company and coalesce(d.department, 0) = coalesce(n.department, 0)
     where n.label is distinct from d.label or n.words is distinct from d.words or n.surface is distinct from d.surface;

    if found then
        if companies is null or cardinality(companies) > 100 then
            analyze search_work;
        end if;
        -- what was: out
        update search_term t set df = t.df - x.n
          from (select term, count(*) as n from search_work w join search_doc d on d.id = w.doc, unnest(d.terms) term group by 1) x where t.id = x.term;
        update search_word v set df = v.df - x.n
          from (select word, count(*) as n from search_work w join search_source o on o.doc = w.doc, unnest(o.surface) word group by 1) x
         where v.word = x.word;
        update search_state set docs = docs - x.n, names = search_state.names - x.a, tags = search_state.tags - x.b, texts = search_state.texts - x.c
          from (select count(*) as n, coalesce(sum(o.names), 0) as a, coalesce(sum(o.tags), 0) as b, coalesce(sum(o.texts), 0) as c
                  from search_work w join search_source o on o.doc = w.doc) x;
        perform search_unpost(array(select doc from search_work where doc is not null));
        delete from search_name_deletion using search_work w where search_name_deletion.doc = w.doc;
        delete from search_name using search_work w where search_name.doc = w.doc;
        delete from search_source using search_work w where search_source.doc = w.doc;
        delete from search_doc using search_work w where search_doc.id = w.doc and w.label is null;
        delete from search_work where label is null;

        -- what is: in
        insert into search_doc (company, department) select company, department from search_work where doc is null;
        update search_work w set doc = d.id from search_doc d
         where w.doc is null and d.company = w.company and d.department is not distinct from w.department;
        insert into search_source
        select w.doc, w.label, w.words, w.surface, n.names, n.tags, n.texts from search_work w
         cross join lateral (select count(*) filter (where x = 'A') as names, count(*) filter (where x = 'B') as tags, count(*) filter (where x = 'D') as texts
                               from unnest(w.words) u, unnest(u.weights) x) n;
        insert into search_name
        select w.doc, w.company, w.department, w.label, w.whole, w.part, regexp_replace(w.whole, '[^[:alnum:]]+', '', 'g') from search_work w;
        if companies is null or cardinality(companies) > 100 then
            analyze search_doc, search_source, search_name, search_work;
        end if;
        insert into search_name_deletion (doc, key)
        select n.doc, k from search_work w join search_name n using (doc), unnest(search_keys(n.tight, 2)) k where length(n.tight) between 3 and 9
        union
        select n.doc, k from search_work w join search_name n using (doc), unnest(string_to_array(n.whole, ' ')) x, unnest(search_keys(x, 1)) k
         where length(x) between 4 and 12;
        insert into search_term (term, df)
        select lexeme, count(*) from search_work w, unnest(tsvector_to_array(w.words)) lexeme group by 1
        on conflict (term) do update set df = search_term.df + excluded.df;
        perform search_word_keep(array(select distinct word from search_work w, unnest(w.surface) word), false);
        update search_word v set df = v.df + x.n
          from (select word, count(*) as n from search_work w, unnest(w.surface) word group by 1) x where v.word = x.word;
        update search_state set docs = docs + x.n, names = search_state.names + x.a, tags = search_state.tags + x.b, texts = search_state.texts + x.c
          from (select count(*) as n, coalesce(sum(o.names), 0) as a, coalesce(sum(o.tags), 0) as b, coalesce(sum(o.texts), 0) as c
                  from search_work w join search_source o on o.doc = w.doc) x;
        with gone as (delete from search_word where df = 0 and not fixed returning word)
        delete from search_deletion using gone where search_deletion.word = gone.word;
        delete from search_term where df = 0;

        select * into s from search_state;
        mean := array(select greatest(x::float8 / greatest(s.docs, 1), 0.01) from unnest(array[s.names, s.tags, s.texts]) with ordinality u (x, n) order by n);
        everything := exists (select from unnest(mean, array[s.mean_name, s.mean_tags, s.mean_text]) u (at, was) where at not between was / 1.1 and was * 1.1);
        if everything then
            update search_state set mean_name = mean[1], mean_tags = mean[2], mean_text = mean[3];
        end if;
    end if;

    -- the postings of what changed, moved to other communities, or has to be weighed anew
    weigh := array(
        select d.id from search_doc d
         where (everything or companies is null or d.company = any (companies))
           and (everything or d.id in (select doc from search_work)
                or d.communities <> array(select m.community::int from community_member m where m.company = d.company order by 1)));
    if weigh = '{}' then
        return;
    elsif everything then
        delete from search_block;
        delete from search_level;
    else
        perform search_unpost(array(select id from unnest(weigh) id where id not in (select doc from search_work)));
    end if;
    select * into s from search_state;
    update search_doc d
       set terms = x.terms, impacts = x.impacts,
           communities = array(select m.community::int from community_member m where m.company = d.company order by 1)
      from (select y.doc, array_agg(t.id order by t.id) as terms, array_agg((y.w * (y.k1 + 1) / (y.w + y.k1))::real order by t.id) as impacts
              from (select o.doc, u.lexeme, p.k1,
                           p.w_name * f.a / (1 - p.b_name + p.b_name * o.names / s.mean_name)
                           + p.w_tags * f.b / (1 - p.b_tags + p.b_tags * o.tags / s.mean_tags)
                           + p.w_text * f.c / (1 - p.b_text + p.b_text * o.texts / s.mean_text) as w
                      from search_source o cross join search_tuning(s.mean_text) p cross join lateral unnest(o.words) u
                     cross join lateral (select count(*) filter (where x = 'A') as a, count(*) filter (where x = 'B') as b,
                                                coalesce(sum(1 + p.lead * greatest(0, 1 - (at - o.names - o.tags - 1) / 40.0)) filter (where x = 'D'), 0) as c
                                           from unnest(u.weights, u.positions) w (x, at)) f
                     where o.doc = any (weigh)) y
              join search_term t on t.term = y.lexeme
             group by y.doc) x
     where d.id = x.doc;
    update search_doc d                                 -- no words at all: nothing to find, nothing to weigh again
       set terms = '{}', impacts = '{}', communities = array(select m.community::int from community_member m where m.company = d.company order by 1)
      from search_source o where o.doc = d.id and d.id = any (weigh) and o.words = '';
    perform search_post(weigh);
end $$;

drop function search_understand(text);
-- What a query asks for: its words repaired, stemmed, without role words, with what synonyms and families add. Words that nobody uses have no term.
-- form: how a word was written; as that it counts a quarter more. near: one row, of the words that should be near each other in a text, and what that is
-- worth.
create function search_understand(query text)
returns table (lexeme text, term int, df int, weight float8, origin text, idf float8, form int, near tsquery)
language plpgsql stable as $$
declare
    typed text;
    meant text[];
    likely float8[];
    counts float8[];
    used int;
    known boolean;
    doubt float8;
    words text[] := '{}';
    changes text[] := '{}';
    others text[] := '{}';
    other_weights float8[] := '{}';
    plain text;
    vector tsvector;
    listed float8;
    mean float8;
begin
    select s.docs, s.mean_name + s.mean_tags + s.mean_text into listed, mean from search_state s;
    foreach typed in array string_to_array(btrim(search_text(query)), ' ') loop
        meant := null;
        if length(typed) between 3 and 40 and typed !~ '[0-9]' then
            vector := to_tsvector('search_words', typed);
            if vector <> '' then
                used := coalesce((select max(t.df) from search_term t where t.term = any (tsvector_to_array(vector))), 0);
                known := exists (select from search_known k where k.stem = any (tsvector_to_array(vector)))
                         or exists (select from search_word v where v.word = typed and v.fixed);
                if used <= 20 then
                    select r.meant, r.likely, r.counts into meant, likely, counts from search_repair(typed) r;
                end if;
            end if;
        end if;
        if meant is not null and used = 0 and not known then
            words := words || meant[1];
            changes := changes || array[typed, meant[1]];
            for i in 2 .. cardinality(meant) loop
                others := others || meant[i];
                other_weights := other_weights || 0.7 * likely[i];
            end loop;
        else
            words := words || typed;
            for i in 1 .. coalesce(cardinality(meant), 0) loop
                doubt := counts[i] / (counts[i] + 30 * known::int + 5 * used);
                if doubt >= 0.2 then
                    others := others || meant[i];
                    other_weights := other_weights || doubt;
                end if;
            end loop;
        end if;
    end loop;
    words := array(select w from unnest(words) with ordinality u (w, n) where not exists (select from search_role_word r where r.word = w) order by n);
    plain := ' ' || array_to_string(words, ' ') || ' ';
    return query
        with own as materialized (
            select u.lexeme, cardinality(u.positions)::float8 as weight, hashtext(words[u.positions[1]]) as form, t.id, coalesce(t.df, 0) as df,
                   search_idf(coalesce(t.df, 0), coalesce(t.common, 0), listed, mean) as idf
              from unnest(to_tsvector('search_words', plain)) u left join search_term t on t.term = u.lexeme
             where not exists (select from search_role_word r where tsvector_to_array(to_tsvector('search_words', r.word)) = array[u.lexeme])
        ), widened as materialized (
            select x.lexeme, max(y.weight) as weight, min(y.phrase) as origin
              from (select s.meaning, 'synonym of ' || s.phrase, s.weight::float8 from search_synonym s where strpos(plain, ' ' || s.phrase || ' ') > 0
                    union all
                    select s.phrase, 'synonym of ' || s.meaning, s.weight from search_synonym s where strpos(plain, ' ' || s.meaning || ' ') > 0
                    union all
                    select w, 'perhaps meant', p from unnest(others, other_weights) o (w, p)
                     where not exists (select from search_role_word r where r.word = w)) y (meaning, phrase, weight)
             cross join lateral unnest(to_tsvector('search_words', y.meaning)) x
             group by 1
        ), family as (
            select t.term as lexeme, max(0.3 * o.weight * least(1, o.idf / search_idf(t.df, t.common, listed, mean))) as weight,
                   min('family of ' || o.lexeme) as origin
              from own o
             cross join lateral (select f.term, f.df, f.common from search_term f
                                  where length(o.lexeme) >= 5 and left(f.term, 5) = left(o.lexeme, 5) and length(f.term) >= 5 and f.term !~ '[0-9]' and f.term <> o.lexeme
                                    and left(f.term, greatest(5, ceil(0.7 * greatest(length(f.term), length(o.lexeme)))::int))
                                        = left(o.lexeme, greatest(5, ceil(0.7 * greatest(length(f.term), length(o.lexeme)))::int))
                                  order by f.df desc, f.term limit 3) t
             group by 1
        ), more as (
            select m.lexeme, max(m.weight) as weight, min(m.origin) as origin from (select * from widened union all select * from family) m
             where not exists (select from own where own.lexeme = m.lexeme)
             group by 1
        )
        select o.lexeme, o.id, o.df, o.weight,
               case when o.lexeme = any (array(select unnest(tsvector_to_array(to_tsvector('search_words', m))) from unnest(changes) m))
                    then 'repaired' else 'word' end, o.idf, o.form, null::tsquery
          from own o
        union all
        select m.lexeme, t.id, t.df, m.weight, m.origin, search_idf(t.df, t.common, listed, mean), null, null
          from more m join search_term t on t.term = m.lexeme
        union all
        select string_agg(h.lexeme, ' ' order by h.place), null, null, 0.5 * avg(h.weight * h.idf), 'near each other', null, null,
               string_agg(quote_literal(h.lexeme), ' & ')::tsquery
          from (select o.*, row_number() over (order by o.weight * o.idf desc, o.lexeme) as place from own o where o.df > 0) h
         where h.place <= 6 having count(*) > 1;
end $$;

alter function search_understand(text) set plan_cache_mode = force_generic_plan;

-- Partners by what they do, best first. A caller reads the postings of his own communities only: those that can count most, as many as the budget
-- allows (few partners: all), then scores what that found exactly. The best 60 of that get a closer look: whether words stand as they were asked for, and
-- near each other. Where descriptions are long, what the ten best share counts as well (RM3), the more the less the first of them stands out. `own`: what
-- the query's own words gave.
create or replace function search_partners(caller bigint, query text, wanted int)
returns table (company bigint, department bigint, place bigint, score float8, own float8) language plpgsql stable
set plan_cache_mode = force_generic_plan as $$
#variable_conflict use_column
declare
    budget int := 16000;
    keep int := 100;                -- scored again; the same for every limit, so that a longer page begins like a shorter one
    communities int[] := array(select m.community::int from community_member m where m.company = caller order by 1);
    mine int[] := array(select d.id from search_doc d where d.company = caller);
    listed float8;
    mean float8;
    feedback boolean;
    asked int[];                    -- sorted, as search_doc's terms are: `&` finds what both have
    dfs int[];
    weighing float8[];
    own_weights float8;
    written int[];
    near tsquery;
    near_weight float8;
    found int[];
begin
    select s.docs, s.mean_name + s.mean_tags + s.mean_text, p.feedback into listed, mean, feedback from search_state s, search_tuning(s.mean_text) p;
    select array_agg(u.term order by u.term) filter (where u.df > 0), array_agg(u.df order by u.term) filter (where u.df > 0),
           sum(u.weight) filter (where u.df > 0), array_agg(u.weight * u.idf order by u.term) filter (where u.df > 0),
           array_agg(u.form order by u.term) filter (where u.df > 0), max(u.near::text)::tsquery, max(u.weight) filter (where u.near is not null)
      into asked, dfs, own_weights, weighing, written, near, near_weight
      from search_understand(query) u;
    if asked is null then
        return query select n.company, n.department, n.place, 0::float8, 0::float8 from search_names(caller, query, wanted) n;
        return;
    end if;
    if (select sum(df) from unnest(dfs) df) > budget then       -- something may stay unread
        keep := 300;
    end if;
    found := search_found(communities, mine, asked, weighing, budget, keep);
    return query
        with found_best as materialized (
            select d.id, d.company, d.department, d.terms, d.impacts
              from search_doc d
             cross join lateral (select sum(weighing[idx(asked, t.term)] * d.impacts[idx(d.terms, t.term)]) as score
                                   from (select unnest(d.terms & asked) as term offset 0) t) x
             where d.id = any (found) order by x.score desc, d.company, d.department nulls first limit 60
        ), scored as materialized (
            select f.company, f.department, f.terms, f.impacts, x.score + coalesce(near_weight * search_near(s.words, near), 0) as score
              from found_best f join search_source s on s.doc = f.id
             cross join lateral (select sum(weighing[idx(asked, t.term)] * f.impacts[idx(f.terms, t.term)]
                                            * search_said(s.forms, written[idx(asked, t.term)])) as score
                                   from (select unnest(f.terms & asked) as term offset 0) t) x
        ), best as materialized (
            select s.terms, s.impacts, s.score, s.score / sum(s.score) over () / (select sum(i) from unnest(s.impacts) i) as share
              from (select * from scored order by scored.score desc, scored.company, scored.department nulls first limit 10) s where feedback
        ), shared as (
            select u.term, sum(b.share * u.impact) as weight
              from best b cross join lateral unnest(b.terms, b.impacts) u (term, impact) group by 1 order by 2 desc, 1 limit 30
        ), added as materialized (
            select array_agg(a.term order by a.term) as terms,
                   array_agg(a.weight / a.total * search_idf(t.df, t.common, listed, mean) order by a.term) as weights,
                   (select 0.4 * (min(b.score) / max(b.score)) ^ 2 from best b having count(*) = 10) as trust
              from (select shared.term, shared.weight, sum(shared.weight) over () as total from shared) a join search_term t on t.id = a.term
        ), final as (
            select s.company, s.department, x.own, round((x.own + x.given)::numeric, 6)::float8 as score
              from scored s cross join added
             cross join lateral (select case when feedback then (1 - coalesce(added.trust, 0)) / own_weights else 1 end * s.score as own,
                                        coalesce(added.trust * (select sum(added.weights[idx(added.terms, u.term)] * s.impacts[idx(s.terms, u.term)])
                                                                  from (select unnest(s.terms & added.terms) as term offset 0) u), 0) as given offset 0) x
        )
        select f.company, f.department, row_number() over (order by f.score desc, f.company, f.department nulls first), f.score, f.own
          from final f order by 3 limit wanted;
end $$;

select search_rebuild();
