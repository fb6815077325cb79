-- Partner search: the ways of saying one thing count as one, the words of asking break ties, and names of their own are names (docs/search.md).

-- ---------------------------------------------------------------- weighing

-- As before; lead: the first word of a long description counts two and a half times, not twice, what one beyond the fortieth does.
create or replace function search_tuning(mean_text float8, out w_name float8, out w_tags float8, out w_text float8,
                                         out b_name float8, out b_tags float8, out b_text float8, out k1 float8, out lead float8, out feedback boolean)
language sql immutable parallel safe as $$
    select 1 + 2 * x, 2 - x, 2 - x, 0.3 + 0.2 * x, 0.3 + 0.2 * x, 0.3 + 0.2 * x, 1.2 + 0.4 * x, 1.5 * x, mean_text >= 40
      from (select least(greatest(ln(mean_text / 8) / ln(10), 0), 1)) t (x)
$$;

-- As before, but a word of a name that is neither an English word nor a number counts three times everywhere: who says it in a sentence means whoever
-- is called that. Among one-liners other words of names are coincidences still.
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
                           case when f.a > 0 and u.lexeme !~ '^[0-9]+$' and not exists (select from search_known k where k.stem = u.lexeme)
                                then greatest(p.w_name, 3) else p.w_name end
                           * f.a / (1 - p.b_name + p.b_name * o.names / s.mean_name)
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

-- How often a word of this impact stands in a text, by field and length: what search_index had before it saturated.
create function search_times(impact real, k1 float8) returns float8 language sql immutable parallel safe
return impact * k1 / greatest(k1 + 1 - impact, 0.0001);

-- ---------------------------------------------------------------- understanding

drop function search_understand(text);
-- What a query asks for: its words repaired, stemmed, with what synonyms and families add. Words that nobody uses have no term. Role words count a quarter,
-- beside others only: they find nobody. form: how a word was written; as that it counts a quarter more. means: the word that this one is another way of
-- saying. near: one row, of the words that should be near each other in a text, and what that is worth.
create function search_understand(query text)
returns table (lexeme text, term int, df int, weight float8, origin text, idf float8, form int, near tsquery, means text)
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
    everything text[];
    roles text[] := array(select stems[1] from search_role_word r, tsvector_to_array(to_tsvector('search_words', r.word)) stems where cardinality(stems) = 1);
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
    everything := words;
    words := array(select w from unnest(words) with ordinality u (w, n) where not exists (select from search_role_word r where r.word = w) order by n);
    plain := ' ' || array_to_string(words, ' ') || ' ';
    return query
        with own as materialized (
            select u.lexeme, cardinality(u.positions)::float8 as weight, hashtext(words[u.positions[1]]) as form, t.id, coalesce(t.df, 0) as df,
                   search_idf(coalesce(t.df, 0), coalesce(t.common, 0), listed, mean) as idf
              from unnest(to_tsvector('search_words', plain)) u left join search_term t on t.term = u.lexeme
             where u.lexeme <> all (roles)
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
            select t.term as lexeme, 0.3 * o.weight * least(1, o.idf / search_idf(t.df, t.common, listed, mean)) as weight,
                   'family of ' || o.lexeme as origin, o.lexeme as means
              from own o
             cross join lateral (select f.term, f.df, f.common from search_term f
                                  where length(o.lexeme) >= 5 and left(f.term, 5) = left(o.lexeme, 5) and length(f.term) >= 5 and f.term !~ '[0-9]' and f.term <> o.lexeme
                                    and left(f.term, greatest(5, ceil(0.7 * greatest(length(f.term), length(o.lexeme)))::int))
                                        = left(o.lexeme, greatest(5, ceil(0.7 * greatest(length(f.term), length(o.lexeme)))::int))
                                  order by f.df desc, f.term limit 3) t
        ), related as materialized (
            select t.term as lexeme, o.weight * t.share * least(1, o.idf / search_idf(t.df, t.common, listed, mean)) as weight, t.how || o.lexeme as origin,
                   o.lexeme as means
              from own o
             cross join lateral (select x.term, x.df, x.common, 14.0 / (20 + o.df) / sqrt(count(*) over ()) as share, 'related to ' as how
                                   from (select w.term, w.df, w.common from search_related r join search_term w on w.term = r.other
                                          where r.stem = o.lexeme and not r.same and o.df <= 150 and not exists (select from own where own.lexeme = r.other)
                                          order by w.df desc, w.term limit 5) x
                                  union all
                                 select w.term, w.df, w.common, 0.4, 'same as '
                                   from search_related r join search_term w on w.term = r.other where r.stem = o.lexeme and r.same) t
        ), more as materialized (
            select distinct on (m.lexeme) m.*
              from (select w.*, w.lexeme as means from widened w union all select * from family union all select * from related) m
             where not exists (select from own where own.lexeme = m.lexeme)
             order by m.lexeme, m.weight desc, m.origin
        )
        select o.lexeme, o.id, o.df, o.weight,
               case when o.lexeme = any (array(select unnest(tsvector_to_array(to_tsvector('search_words', m))) from unnest(changes) m))
                    then 'repaired' else 'word' end, o.idf, o.form, null::tsquery, o.lexeme
          from own o
        union all
        select m.lexeme, t.id, t.df, m.weight, m.origin, search_idf(t.df, t.common, listed, mean), null, null, m.means
          from more m join search_term t on t.term = m.lexeme
        union all
        select u.lexeme, t.id, t.df, 0.25, 'role word', search_idf(t.df, t.common, listed, mean), hashtext(everything[u.positions[1]]), null, u.lexeme
          from unnest(to_tsvector('search_words', array_to_string(everything, ' '))) u join search_term t on t.term = u.lexeme
         where exists (select from own where own.df > 0) and not exists (select from own where own.lexeme = u.lexeme)
           and not exists (select from more where more.lexeme = u.lexeme)
        union all
        select string_agg(h.lexeme, ' ' order by h.place), null, null, 0.5 * avg(h.weight * h.idf), 'near each other', null, null,
               string_agg(quote_literal(h.lexeme), ' & ')::tsquery, null
          from (select o.*, row_number() over (order by o.weight * o.idf desc, o.lexeme) as place from own o where o.df > 0) h
         where h.place <= 6 having count(*) > 1;
end $$;
alter function search_understand(text) set plan_cache_mode = force_generic_plan;

-- Partners by what they do, best first. A caller reads the postings of his own communities only: those that can count most, as many as the budget
-- allows (few partners: all), then scores what that found exactly. The best 60 of that get a closer look: the ways of saying one word count as that one
-- (Pirkola, SIGIR 1998): their occurrences, each by what it weighs beside the word, are added before they saturate. And whether words stand as they were
-- asked for, and near each other. Where descriptions are long, what the ten best share counts as well (RM3), the more the less the first of them stands
-- out. `own`: what the query's own words gave.
create or replace function search_partners(caller bigint, query text, wanted int)
returns table (company bigint, department bigint, place bigint, score float8, own float8) language plpgsql stable
set plan_cache_mode = force_generic_plan set jit = off as $$
#variable_conflict use_column
declare
    budget int := (select least(5000 + docs / 8, 30000) from search_state); -- of a few, a little finds all that matters
    keep int := 100;                -- scored exactly, and thrice as many when postings stay unread; the same for every limit, so that a longer page begins like a shorter one
    communities int[] := array(select m.community::int from community_member m where m.company = caller order by 1);
    mine int[] := array(select d.id from search_doc d where d.company = caller);
    listed float8;
    mean float8;
    feedback boolean;
    k1 float8;
    asked int[];                    -- sorted, as search_doc's terms are: `&` finds what both have
    weighing float8[];
    finding int[];                  -- asked without role words, and what those weigh
    finding_weights float8[];
    own_weights float8;
    written int[];
    concepts int[];                 -- of each, the number of the word that it is a way of saying, what that weighs, and the share that this has
    hefts float8[];
    shares float8[];
    near tsquery;
    near_weight float8;
    found int[];
begin
    select s.docs, s.mean_name + s.mean_tags + s.mean_text, p.feedback, p.k1 into listed, mean, feedback, k1 from search_state s, search_tuning(s.mean_text) p;
    with used as materialized (
        select u.*, u.weight * u.idf as gives from search_understand(query) u
    ), term as (
        select u.*, dense_rank() over (order by u.means) as concept,
               coalesce(max(u.gives) filter (where u.lexeme = u.means) over (partition by u.means), max(u.gives) over (partition by u.means)) as heft
          from used u where u.df > 0
    )
    select array_agg(t.term order by t.term), sum(t.weight), array_agg(t.gives order by t.term), array_agg(t.form order by t.term),
           array_agg(t.concept order by t.term), array_agg(t.heft order by t.term), array_agg(t.gives / t.heft order by t.term),
           array_agg(t.term order by t.term) filter (where t.origin <> 'role word'), array_agg(t.gives order by t.term) filter (where t.origin <> 'role word'),
           (select max(u.near::text)::tsquery from used u), (select max(u.weight) from used u where u.near is not null)
      into asked, own_weights, weighing, written, concepts, hefts, shares, finding, finding_weights, near, near_weight
      from term t;
    if asked is null then
        return query select n.company, n.department, n.place, 0::float8, 0::float8 from search_names(caller, query, wanted) n;
        return;
    end if;
    found := search_found(communities, mine, finding, finding_weights, budget, keep);
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
             cross join lateral (select sum(c.heft * c.said * (k1 + 1) * c.times / (c.times + k1)) as score
                                   from (select min(hefts[t.at]) as heft, max(search_said(s.forms, written[t.at])) as said,
                                                sum(shares[t.at] * search_times(f.impacts[idx(f.terms, t.term)], k1)) as times
                                           from (select u.term, idx(asked, u.term) as at from (select unnest(f.terms & asked) as term offset 0) u offset 0) t
                                          group by concepts[t.at]) c) x
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
