-- Partner search: of partners that score nearly alike, those whose first words are spelled like the query come first; and tags
-- count as much where few list any (docs/search.md).

-- The pieces of four letters, across blanks, too, that the first 250 letters of a text are made of. What a text says first is what it is about, so these
-- tell more than those of the whole.
create function search_pieces(words text) returns int[] language plpgsql immutable parallel safe as $$       -- words: as search_text leaves them
declare
    start text := ' ' || btrim(left(regexp_replace(left(words, 500), '[^[:alnum:]]+', ' ', 'g'), 250)) || ' ';
begin
    return uniq(sort(array(select hashtext(substr(start, i, 4)) from (select generate_series(1, length(start) - 3) as i offset 0) p)));
end $$;
alter table search_source add column pieces int[] not null default '{}';       -- of name, tags and description; sorted, each once
alter table search_work add column pieces int[];

-- Who lists tags lists some five words of them, and how long a list is, is measured by the lists there are: a mean over all partners said of the first to
-- list any that their lists were endless. Twenty lists of five words besides keep it from jumping.
alter table search_state add column tagged int not null default 0,                  -- how many list any
                         add column mean_tagged float8 not null default 5;

-- As before, and what the likeness of letters may add: nothing among one-liners, where the beginning is all there is and words have said it.
drop function search_tuning(float8);
create function search_tuning(mean_text float8)
returns table (w_name float8, w_tags float8, w_text float8, b_name float8, b_tags float8, b_text float8, k1 float8, lead float8, letters float8, feedback boolean)
language sql immutable parallel safe rows 1 as $$
    select 1 + 2 * x, 8 - 4 * x, 2 - x, 0.3 + 0.2 * x, 0.3 + 0.2 * x, 0.3 + 0.2 * x, 1.2 + 0.4 * x, 1.5 * x, 0.2 * x, mean_text >= 40
      from (select least(greatest(ln(mean_text / 8) / ln(10), 0), 1) offset 0) t (x)
$$;

-- As before, and the pieces besides, and how many list tags.
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
    select d.id, coalesce(n.company, d.company), coalesce(n.department, d.department), n.label, search_fold(n.whole), search_fold(n.part), n.words, n.surface,
           n.pieces
      from (select l.*, setweight(to_tsvector('search_words', t.name), 'A') || setweight(to_tsvector('search_words', t.tags), 'B')
                     || setweight(to_tsvector('search_words', t.text), 'D') as words,
                   tsvector_to_array(to_tsvector('search_surface', concat_ws(' ', t.name, t.tags, t.text))) as surface,
                   search_pieces(concat_ws(' ', t.name, t.tags, t.text)) as pieces
              from search_listed l
             cross join lateral (select search_text(l.whole) as name, search_text(array_to_string(l.tags, ' , ')) as tags,
                                        search_text(l.description) as text offset 0) t
             where companies is null or l.company = any (companies)) n
      full join (select search_doc.id, company, department, source.label, source.words, source.surface, source.pieces
                   from search_doc join search_source source on source.doc = search_doc.id
                  where companies is null or company = any (companies)) d
        on d.company = n.company and coalesce(d.department, 0) = coalesce(n.department, 0)
     where n.label is distinct from d.label or n.words is distinct from d.words or n.surface is distinct from d.surface
        or n.pieces is distinct from d.pieces;

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
        update search_state set docs = docs - x.n, names = search_state.names - x.a, tags = search_state.tags - x.b, texts = search_state.texts - x.c,
               tagged = tagged - x.d
          from (select count(*) as n, coalesce(sum(o.names), 0) as a, coalesce(sum(o.tags), 0) as b, coalesce(sum(o.texts), 0) as c,
                       count(*) filter (where o.tags > 0) as d
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
        insert into search_source (doc, label, words, surface, names, tags, texts, pieces)
        select w.doc, w.label, w.words, w.surface, n.names, n.tags, n.texts, w.pieces from search_work w
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
        update search_state set docs = docs + x.n, names = search_state.names + x.a, tags = search_state.tags + x.b, texts = search_state.texts + x.c,
               tagged = tagged + x.d
          from (select count(*) as n, coalesce(sum(o.names), 0) as a, coalesce(sum(o.tags), 0) as b, coalesce(sum(o.texts), 0) as c,
                       count(*) filter (where o.tags > 0) as d
                  from search_work w join search_source o on o.doc = w.doc) x;
        with gone as (delete from search_word where df = 0 and not fixed returning word)
        delete from search_deletion using gone where search_deletion.word = gone.word;
        delete from search_term where df = 0;

        select * into s from search_state;
        mean := array(select greatest(x::float8 / greatest(s.docs, 1), 0.01) from unnest(array[s.names, s.tags, s.texts]) with ordinality u (x, n) order by n)
                || ((s.tags + 100.0) / (s.tagged + 20))::float8;
        everything := exists (select from unnest(mean, array[s.mean_name, s.mean_tags, s.mean_text, s.mean_tagged]) u (at, was) where at not between was / 1.1 and was * 1.1);
        if everything then
            update search_state set mean_name = mean[1], mean_tags = mean[2], mean_text = mean[3], mean_tagged = mean[4];
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
                           + p.w_tags * f.b / (1 - p.b_tags + p.b_tags * o.tags / s.mean_tagged)
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

-- As before. Of the best 30 the likeness of letters counts, too: the pieces of four letters that query and beginning have in common, each by how few of the
-- 30 have it; what has most gets up to a fifth of the best score on top. `alike`: that. It needs no figures of how frequent a piece is anywhere, and a piece that
-- all 30 have tells nothing.
drop function search_partners(bigint, text, int);
create function search_partners(caller bigint, query text, wanted int)
returns table (company bigint, department bigint, place bigint, score float8, own float8, alike float8) language plpgsql stable
set plan_cache_mode = force_generic_plan set jit = off as $$
#variable_conflict use_column
declare
    keep int;                       -- scored exactly, and thrice as many when postings stay unread; the same for every limit, so that a longer page begins like a shorter one
    budget int;                     -- postings that are read; as keep, less than before of few partners: it finds all that matters there
    communities int[];
    mine int[];
    listed float8;
    mean float8;
    feedback boolean;
    k1 float8;
    asked record;                   -- of the query's words and what they brought; sorted by term, as search_doc's are: `&` finds what both have
    found int[];
    letters float8;                 -- what their likeness may add, of the best score
    spelled int[];
begin
    select least(3500 + s.docs / 7, 30000), least(66 + s.docs / 2500, 160), array(select m.community::int from community_member m where m.company = caller order by 1),
           array(select d.id from search_doc d where d.company = caller), s.docs, s.mean_name + s.mean_tags + s.mean_text, p.feedback, p.k1, p.letters
      into budget, keep, communities, mine, listed, mean, feedback, k1, letters
      from search_state s, search_tuning(s.mean_text) p;
    with used as materialized (
        select u.*, u.weight * u.idf as gives from search_understand(query) u
    ), term as (
        select u.*, dense_rank() over (order by u.means) as concept,
               coalesce(max(u.gives) filter (where u.lexeme = u.means) over (partition by u.means), max(u.gives) over (partition by u.means)) as heft
          from used u where u.df > 0
    )
    select array_agg(t.term) as terms, sum(t.weight) as own_weights, array_agg(t.gives) as weighing, array_agg(t.form) as written,
           array_agg(t.concept::int) as concepts,              -- of each, the number of the word that it is a way of saying, what that weighs, and its share in it
           array_agg(t.heft) as hefts, array_agg(t.gives / t.heft) as shares,
           array_agg(t.term) filter (where t.origin <> 'role word') as finding,            -- role words find nobody
           array_agg(t.gives) filter (where t.origin <> 'role word') as finding_weights,
           (select max(u.near::text)::tsquery from used u) as near, (select max(u.weight) from used u where u.near is not null) as near_weight
      into asked
      from (select * from term order by term.term) t;
    if asked.terms is null then
        return query select n.company, n.department, n.place, 0::float8, 0::float8, 0::float8 from search_names(caller, query, wanted) n;
        return;
    end if;
    found := search_found(communities, mine, asked.finding, asked.finding_weights, budget, keep);
    spelled := case when letters > 0 then search_pieces(search_text(query)) end;
    return query
        with found_best as materialized (
            select d.id, d.company, d.department, d.terms, d.impacts
              from search_doc d
             where d.id = any (found)
             order by (select sum((asked.weighing)[idx(asked.terms, t.term)] * d.impacts[idx(d.terms, t.term)])
                         from (select unnest(d.terms & asked.terms) as term offset 0) t) desc, d.company, d.department nulls first limit 60
        ), scored as materialized (
            select f.id, f.company, f.department, f.terms, f.impacts, s.pieces, x.score + coalesce(asked.near_weight * search_near(s.words, asked.near), 0) as score
              from found_best f join search_source s on s.doc = f.id
             cross join lateral (select sum(c.heft * c.said * (k1 + 1) * c.times / (c.times + k1)) as score
                                   from (select min((asked.hefts)[t.at]) as heft, max(search_said(s.forms, (asked.written)[t.at])) as said,
                                                sum((asked.shares)[t.at] * search_times(f.impacts[idx(f.terms, t.term)], k1)) as times
                                           from (select u.term, idx(asked.terms, u.term) as at
                                                   from (select unnest(f.terms & asked.terms) as term offset 0) u offset 0) t
                                          group by (asked.concepts)[t.at]) c) x
        ), best as materialized (
            select s.terms, s.impacts, s.score, s.score / sum(s.score) over () / (select sum(u.i) from (select unnest(s.impacts) as i offset 0) u) as share
              from (select * from scored order by scored.score desc, scored.company, scored.department nulls first limit 10) s where feedback
        ), shared as (
            select u.term, sum(u.share * u.impact) as weight
              from (select b.share, unnest(b.terms) as term, unnest(b.impacts) as impact from best b) u group by 1 order by 2 desc, 1 limit 30
        ), added as materialized (
            select array_agg(a.term) as terms, array_agg(a.weight / a.total * search_idf(a.df, a.common, listed, mean)) as weights,
                   (select 0.4 * (min(b.score) / max(b.score)) ^ 2 from best b having count(*) = 10) as trust
              from (select x.term, x.weight, x.total, t.df, t.common
                      from (select shared.term, shared.weight, sum(shared.weight) over () as total from shared) x join search_term t on t.id = x.term
                     order by x.term) a
        ), piece as (
            select unnest(l.pieces & spelled) as piece, l.id
              from (select s.id, s.pieces from scored s where letters > 0 order by s.score desc, s.company, s.department nulls first limit 30) l
        ), likeness as (
            select h.id, sum(h.weight * h.weight) / max(sum(h.weight * h.weight)) over () as alike
              from (select unnest(g.ids) as id, g.weight
                      from (select array_agg(p.id) as ids, ln((least((select count(*) from scored), 30) + 1)::float8 / (count(*) + 0.5)) as weight
                              from piece p group by p.piece offset 0) g) h
             group by 1
        ), final as (
            select r.company, r.department, r.own, r.alike, round((r.own + r.given + r.alike) * 1000000) / 1000000 as score
              from (select s.company, s.department, x.own, x.given, coalesce(letters * max(x.own + x.given) over () * l.alike, 0) as alike
                      from scored s cross join added left join likeness l on l.id = s.id
                     cross join lateral (select case when feedback then (1 - coalesce(added.trust, 0)) / asked.own_weights else 1 end * s.score as own,
                                                coalesce(added.trust * (select sum(added.weights[idx(added.terms, u.term)] * s.impacts[idx(s.terms, u.term)])
                                                                          from (select unnest(s.terms & added.terms) as term offset 0) u), 0) as given offset 0) x) r
        )
        select f.company, f.department, row_number() over (order by f.score desc, f.company, f.department nulls first), f.score, f.own, f.alike
          from (select * from final order by final.score desc, final.company, final.department nulls first limit wanted) f order by 3;
end $$;

-- Everything anew, from the tables alone.
create or replace function search_rebuild() returns int language plpgsql set search_path = collab as $$
begin
    perform pg_advisory_xact_lock(hashtext('mod_collab'), hashtext('search'));
    delete from search_block;
    delete from search_level;
    delete from search_name_deletion;
    delete from search_name;
    delete from search_source;
    delete from search_doc;
    delete from search_term;
    delete from search_deletion;
    delete from search_word where not fixed;
    update search_word set df = 0;
    insert into search_deletion select k, word from search_word, unnest(search_keys(word, 1)) k where length(word) <= 24 and word !~ '[0-9]';
    update search_state set docs = 0, names = 0, tags = 0, tagged = 0, texts = 0;
    perform search_index(null);
    truncate search_work;                   -- the next change would read past all that
    return (select docs from search_state);
end $$;

select search_rebuild();
