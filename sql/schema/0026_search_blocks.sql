-- Partner search read faster (docs/search.md): postings stand in blocks, and a query reads of each term what can count most.

drop table search_posting;

-- The documents of a community that have a term with about the same impact: so many in one row that reading one more costs nothing beside its row.
-- Which row a document stands in follows from its id and its impact alone, so an index that followed changes is the one that a rebuild makes.
create table search_block (
    community   int not null,
    term        int not null,
    level       smallint not null,                      -- search_level_of the impact
    part        int not null,                           -- doc / 8192: a row of a frequent term stays short enough to be written anew at a change
    docs        int[] not null,                         -- sorted
    primary key (community, term, level, part)
) with (fillfactor = 90, autovacuum_vacuum_scale_factor = 0.05, autovacuum_vacuum_insert_scale_factor = 0.05);

-- How many there are of each level: what reading it would cost is known without reading it.
create table search_level (
    community   int not null,
    term        int not null,
    level       smallint not null,
    docs        int not null,
    primary key (community, term, level)
) with (fillfactor = 90, autovacuum_vacuum_scale_factor = 0.05, autovacuum_vacuum_insert_scale_factor = 0.05);

create function search_level_of(impact real) returns smallint language sql immutable parallel safe return (20 * impact)::smallint;

-- Where the postings of documents stand, or will: a row for each block, with those of its documents.
create function search_blocks_of(wanted int[]) returns table (community int, term int, level smallint, part int, docs int[]) language sql stable as $$
    select c, u.term, search_level_of(u.impact), d.id / 8192, array_agg(d.id order by d.id)
      from search_doc d cross join unnest(d.communities) c cross join lateral unnest(d.terms, d.impacts) u (term, impact)
     where d.id = any (wanted) group by 1, 2, 3, 4 order by 1, 2, 3, 4
$$;

-- Puts documents into the blocks that search_doc says.
create function search_post(wanted int[]) returns void language sql as $$
    with added as (
        insert into search_block as b select * from search_blocks_of(wanted)
        on conflict (community, term, level, part) do update set docs = b.docs | excluded.docs
    )
    insert into search_level as l
    select community, term, level, sum(cardinality(docs)) from search_blocks_of(wanted) group by 1, 2, 3 order by 1, 2, 3
    on conflict (community, term, level) do update set docs = l.docs + excluded.docs;
$$;

-- Takes documents out of them: called while search_doc still says where they stand.
create function search_unpost(gone int[]) returns void language sql as $$
    delete from search_block b using search_blocks_of(gone) g
     where (b.community, b.term, b.level, b.part) = (g.community, g.term, g.level, g.part) and b.docs = g.docs;
    update search_block b set docs = b.docs - g.docs from search_blocks_of(gone) g
     where (b.community, b.term, b.level, b.part) = (g.community, g.term, g.level, g.part);
    update search_level l set docs = l.docs - g.docs
      from (select community, term, level, sum(cardinality(docs)) as docs from search_blocks_of(gone) group by 1, 2, 3) g
     where (l.community, l.term, l.level) = (g.community, g.term, g.level);
    delete from search_level l using search_blocks_of(gone) g where (l.community, l.term, l.level) = (g.community, g.term, g.level) and l.docs = 0;
$$;

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
                     cross join lateral (select count(*) filter (where x = 'A') as a, count(*) filter (where x = 'B') as b, count(*) filter (where x = 'D') as c
                                           from unnest(u.weights) x) f
                     where o.doc = any (weigh)) y
              join search_term t on t.term = y.lexeme
             group by y.doc) x
     where d.id = x.doc;
    update search_doc d                                 -- no words at all: nothing to find, nothing to weigh again
       set terms = '{}', impacts = '{}', communities = array(select m.community::int from community_member m where m.company = d.company order by 1)
      from search_source o where o.doc = d.id and d.id = any (weigh) and o.words = '';
    perform search_post(weigh);
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
    update search_state set docs = 0, names = 0, tags = 0, texts = 0;
    perform search_index(null);
    return (select docs from search_state);
end $$;

-- ---------------------------------------------------------------- finding

-- The documents of a block in several communities, each once.
create aggregate search_union(int[]) (sfunc = _int_union, stype = int[]);

-- The documents that a closer look is worth, `keep` of them: those whose postings, of about so many as `budget` says, give most. Which postings are read
-- is the same as asking for all whose weight times level is above some bound: what remains unread of any term could add less than that.
create function search_found(communities int[], mine int[], terms int[], weights float8[], budget int, keep int) returns int[]
language plpgsql stable set plan_cache_mode = force_generic_plan as $$
declare
    read_terms int[];
    read_weights float8[];
    least smallint[];               -- of each, the lowest level that is read
begin
    select array_agg(r.term), array_agg(r.weight), array_agg(r.least) into read_terms, read_weights, least
      from (select l.term, l.weight, min(l.level) as least
              from (select s.term, u.weight, s.level, sum(sum(s.docs)) over (order by u.weight * s.level desc, s.term) - sum(s.docs) as before
                      from unnest(terms, weights) u (term, weight) cross join unnest(communities) c (community)
                      join search_level s on s.community = c.community and s.term = u.term
                     group by s.term, u.weight, s.level) l
             where l.before < budget group by 1, 2) r;
    -- Both select a few too many and drop the caller's own at the end: asking at each posting would cost more than the postings.
    if cardinality(communities) = 1 then
        return array(
            select f.doc
              from (select p.doc, sum(p.weight) as score
                      from (select unnest(b.docs) as doc, u.weight * b.level as weight
                              from unnest(read_terms, read_weights, least) u (term, weight, least)
                              join search_block b on b.community = communities[1] and b.term = u.term and b.level >= u.least) p
                     group by 1 order by 2 desc, 1 limit keep + cardinality(mine)) f
             where f.doc <> all (mine) order by f.score desc, f.doc limit keep);
    end if;
    return array(
        select f.doc
          from (select p.doc, sum(p.weight) as score
                  from (select unnest(b.docs) as doc, u.weight * b.level as weight
                          from unnest(read_terms, read_weights, least) u (term, weight, least)
                         cross join lateral (select s.level, search_union(s.docs) as docs
                                               from unnest(communities) c (community)
                                               join search_block s on s.community = c.community and s.term = u.term and s.level >= u.least
                                              group by s.level, s.part) b) p
                 group by 1 order by 2 desc, 1 limit keep + cardinality(mine)) f
         where f.doc <> all (mine) order by f.score desc, f.doc limit keep);
end $$;

-- Partners by what they do, best first. A caller reads the postings of his own communities only: those that can count most, as many as the budget
-- allows (few partners: all), then scores what that found exactly; neighbours in the query that are neighbours in a text count once more. Where
-- descriptions are long, what the ten best share counts as well (RM3), the more the less the first of them stands out. `own`: what the query's own
-- words gave.
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
    feedback boolean;
    asked int[];                    -- sorted, as search_doc's terms are: `&` finds what both have
    dfs int[];
    weighing float8[];
    own_weights float8;
    pairs tsquery[];
    pair_weights float8[];
    lefts int[];
    rights int[];
    found int[];
begin
    select s.docs, p.feedback into listed, feedback from search_state s, search_tuning(s.mean_text) p;
    with u as materialized (
        select u.*, ln(1 + (listed - u.df + 0.5) / (u.df + 0.5)) as idf from search_understand(query) u
    )
    select o.asked, o.dfs, o.total, o.weighing, p.qs, p.weights, p.lefts, p.rights
      into asked, dfs, own_weights, weighing, pairs, pair_weights, lefts, rights
      from (select array_agg(u.term order by u.term) as asked, array_agg(u.df order by u.term) as dfs, sum(u.weight) as total,
                   array_agg(u.weight * u.idf order by u.term) as weighing from u where u.df > 0) o,
           (select array_agg(n.near) as qs, array_agg(n.weight) as weights, array_agg(a.term) as lefts, array_agg(b.term) as rights
              from u n join u a on a.lexeme = split_part(n.lexeme, ' ', 1) join u b on b.lexeme = split_part(n.lexeme, ' ', 2)
             where n.near is not null) p;
    if asked is null then
        return query select n.company, n.department, n.place, 0::float8, 0::float8 from search_names(caller, query, wanted) n;
        return;
    end if;
    if (select sum(df) from unnest(dfs) df) > budget then       -- something may stay unread
        keep := 300;
    end if;
    found := search_found(communities, mine, asked, weighing, budget, keep);
    return query
        with scored as materialized (
            select d.id, d.company, d.department, d.terms, d.impacts, x.score + coalesce(y.score, 0) as score
              from search_doc d
             cross join lateral (select sum(weighing[idx(asked, t.term)] * d.impacts[idx(d.terms, t.term)]) as score
                                   from (select unnest(d.terms & asked) as term offset 0) t) x
             cross join lateral (select sum(n.weight) as score
                                   from unnest(lefts, rights, pairs, pair_weights) n (one, other, q, weight)
                                  where idx(d.terms, n.one) > 0 and idx(d.terms, n.other) > 0        -- few have both: few texts are looked at
                                    and (select s.words @@ n.q from search_source s where s.doc = d.id)) y
             where d.id = any (found)
        ), best as materialized (
            select s.terms, s.impacts, s.score, s.score / sum(s.score) over () / (select sum(i) from unnest(s.impacts) i) as share
              from (select * from scored order by scored.score desc, scored.company, scored.department nulls first limit 10) s where feedback
        ), shared as (
            select u.term, sum(b.share * u.impact) as weight
              from best b cross join lateral unnest(b.terms, b.impacts) u (term, impact) group by 1 order by 2 desc, 1 limit 30
        ), added as materialized (
            select array_agg(a.term order by a.term) as terms,
                   array_agg(a.weight / a.total * ln(1 + (listed - t.df + 0.5) / (t.df + 0.5)) order by a.term) as weights,
                   (select 0.5 * (min(b.score) / max(b.score)) ^ 4 from best b having count(*) = 10) as trust
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

select search_post(array(select id from search_doc));
