-- Partner search: whom a query finds, in which order.

-- A word in the very form of the query counts a quarter more than in another of its stem.
create function search_said(forms int[], form int) returns float8 language sql immutable parallel safe
return case when idx(forms, form) > 0 then 1.25 else 1 end;

-- How near the words of a query are to each other in a text, 0 to 1: every two of them count, the more the fewer words stand
-- between.
create function search_near(words tsvector, near tsquery) returns float8 language sql immutable parallel safe
return ts_rank('{0.6, 0.6, 0.6, 0.6}', words, near);

-- The documents of a block in several communities, each once.
create aggregate search_union(int[]) (sfunc = _int_union, stype = int[]);

-- The documents that a closer look is worth: those whose postings, of about so many as `budget` says, give most; `keep` of them,
-- or thrice as many when something stays unread. Which postings are read is the same as asking for all whose weight times level
-- is above some bound: what remains unread of any term could add less than that. Levels of several communities stand side by
-- side, since the first of those that give the same says what was read before them; and only a term that enough documents have
-- can say what enough is. By generate_subscripts the planner expects thousands of postings, and the table that adds them up
-- begins as large as it will be. Both queries at the end select a few too many and drop the caller's own: asking at each posting
-- would cost more than the postings.
create function search_found(communities int[], mine int[], terms int[], weights float8[], budget int, keep int) returns int[]
language plpgsql stable set plan_cache_mode = force_generic_plan set jit = off as $$
declare
    read_terms int[];
    read_weights float8[];
    least smallint[];               -- of each, the lowest level that is read
    reach int;
    enough float8;                  -- so much as one posting has that `reach` documents have: who has less is not among the best
begin
    with level as materialized (
        select c.community, u.term, u.weight, s.level, s.docs, u.weight * s.level as gives
          from unnest(terms, weights) u (term, weight) cross join unnest(communities) c (community)
          join search_level s on s.community = c.community and s.term = u.term
    ), read as materialized (
        select r.term, r.weight, min(r.level) as lowest, min(r.level) filter (where r.before < budget) as least, sum(r.docs) as docs
          from (select l.term, l.weight, l.level, l.docs, sum(l.docs) over (order by l.gives desc, l.term rows unbounded preceding) - l.docs as before
                  from level l) r group by 1, 2
    ), whole as (
        select array_agg(r.term order by r.term) as terms, array_agg(r.weight order by r.term) as weights, array_agg(r.least order by r.term) as least,
               case when bool_or(r.least is null or r.lowest < r.least) then 3 * keep else keep end + cardinality(mine) as reach
          from read r
    )
    select w.terms, w.weights, w.least, w.reach,
           (select max(x.gives) from (select l.gives, sum(l.docs) over (partition by l.community, l.term order by l.level desc rows unbounded preceding) as upto
                                        from level l where l.term = any (array(select r.term from read r where r.docs >= keep))) x
             where x.upto >= w.reach)
      into read_terms, read_weights, least, reach, enough from whole w;
    enough := coalesce(enough, 0) * 0.999999;
    if cardinality(communities) = 1 then
        return array(
            select f.doc
              from (select p.doc, sum(p.weight) as score
                      from (select unnest(b.docs) as doc, b.weight
                              from (select s.docs, read_weights[i] * s.level as weight      -- once a block, not once a document
                                      from generate_subscripts(read_terms, 1) i
                                     cross join lateral (select b.docs, b.level from search_block b
                                                          where b.community = communities[1] and b.term = read_terms[i] and b.level >= least[i] offset 0) s
                                    offset 0) b) p
                     group by 1 having sum(p.weight) >= enough order by 2 desc, 1 limit reach) f
             where f.doc <> all (mine));
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
                 group by 1 having sum(p.weight) >= enough order by 2 desc, 1 limit reach) f
         where f.doc <> all (mine));
end $$;

-- Partners by what they do, best first. A caller reads the postings of his own communities only: those that can count most, as
-- many as the budget allows (few partners: all; with 10,000 of them 6,000 postings found what 16,000 found), then scores what
-- that found exactly. The best 60 of that get a closer look: whether words stand as they were asked for, and near each other.
--
-- * Whom the query names comes first.
-- * What is related to a word counts less, where the word is missing, than the word itself does for any of the best. For a query
--   of one word those who say it are looked for by themselves besides: related words cannot crowd them out.
-- * A guess finds nobody while the caller's partners say another word of the query as it was written, circumstances aside.
--
-- What is asked of one row is asked at once, what several arrays have in order is put in order once, and arrays are taken apart
-- in passing instead of being written down as tables. What was asked is a record: of an array in a variable, PL/pgSQL keeps a
-- form for changing it, and each function that reads it gets a copy made for it alone.
create function search_partners(caller bigint, query text, wanted int)
returns table (company bigint, department bigint, place bigint, score float8, named boolean) language plpgsql stable
set plan_cache_mode = force_generic_plan set jit = off as $$
#variable_conflict use_column
declare
    keep int;                       -- scored exactly, and thrice as many when postings stay unread; the same for every limit, so that a longer page begins like a shorter one
    budget int;                     -- postings that are read: of few partners, few find all that matters
    communities int[];
    mine int[];
    asked record;                   -- sorted by term, as search_doc's are: `&` finds what both have
    named int[];
    found int[] := '{}';
    guessed int[];
begin
    select least(3500 + s.docs / 7, 30000), least(66 + s.docs / 2500, 160), array(select m.community::int from community_member m where m.company = caller order by 1),
           array(select d.id from search_doc d where d.company = caller)
      into budget, keep, communities, mine
      from search_state s;
    select array_agg(u.term) filter (where u.df > 0) as terms, array_agg(u.weight * u.idf) filter (where u.df > 0) as weights,
           array_agg(u.form) filter (where u.df > 0) as forms,
           array_agg(u.word::int) filter (where u.df > 0) as words,            -- of each, the number of the word of the query that it is or is related to
           array_agg(u.term) filter (where u.df > 0 and u.kind = 'word') as written, array_agg(u.weight * u.idf) filter (where u.df > 0 and u.kind = 'word') as written_weights,
           array_agg(u.term) filter (where u.df > 0 and u.kind <> 'guess') as sure, array_agg(u.weight * u.idf) filter (where u.df > 0 and u.kind <> 'guess') as sure_weights,
           coalesce(bool_or(u.df = 0 or u.kind = 'guess'), false) as unsure,
           max(u.near::text)::tsquery as near, max(u.weight) filter (where u.kind = 'near') as near_weight
      into asked
      from (select v.*, dense_rank() over (order by case when v.kind = 'related' then v.origin else v.lexeme end) as word
              from search_understand(query) v order by v.term) u;
    if asked.terms is null then
        return query select n.company, n.department, n.place, 0::float8, false from search_names(caller, query, wanted) n;
        return;
    end if;
    named := search_named(communities, query, asked.unsure);
    if exists (select from search_level l where l.community = any (communities) and l.term = any (asked.written)) then
        found := search_found(communities, mine, asked.sure, asked.sure_weights, budget, keep);
        if found <> '{}' and cardinality(asked.terms) > cardinality(asked.sure) then        -- of those that the others find, whom the guesses want, too
            guessed := search_found(communities, mine, asked.terms, asked.weights, budget, keep);
            found := found || array(select d.id from search_doc d where d.id = any (guessed) and d.terms && asked.sure);
        end if;
        if cardinality(asked.written) = 1 then
            found := found || search_found(communities, mine, asked.written, asked.written_weights, budget, keep);
        end if;
    end if;
    if found = '{}' then found := search_found(communities, mine, asked.terms, asked.weights, budget, keep); end if;
    return query
        with best as materialized (
            select d.id, d.company, d.department, d.terms, d.impacts, s.words, s.forms, d.id = any (named) as named
              from (select d.* from search_doc d where d.id = any (found || named) and d.id <> all (mine)
                     order by d.id = any (named) desc, cardinality(asked.written) = 1 and d.terms && asked.written desc,
                              (select sum((asked.weights)[idx(asked.terms, t.term)] * d.impacts[idx(d.terms, t.term)])
                                 from (select unnest(d.terms & asked.terms) as term offset 0) t) desc, d.company, d.department nulls first limit 60) d
              join search_source s on s.doc = d.id
        ), part as (            -- what each word of the query gives each of them
            select b.id, t.word, sum(t.gives) filter (where t.said) as said, sum(t.gives) filter (where not t.said) as related
              from best b
             cross join lateral (select (asked.words)[u.at] as word, (asked.forms)[u.at] is not null as said,
                                        (asked.weights)[u.at] * b.impacts[idx(b.terms, u.term)] * search_said(b.forms, (asked.forms)[u.at]) as gives
                                   from (select w.term, idx(asked.terms, w.term) as at
                                           from (select unnest(b.terms & asked.terms) as term offset 0) w offset 0) u) t
             group by 1, 2
        ), whole as (
            select p.id, sum(case when p.said is null then least(p.related, 0.99 * p.lowest) else p.said + coalesce(p.related, 0) end) as score
              from (select part.*, min(part.said) over (partition by part.word) as lowest from part) p group by 1
        ), final as (
            select b.company, b.department, b.named,
                   round((coalesce(w.score, 0) + coalesce(asked.near_weight * search_near(b.words, asked.near), 0)) * 1000000) / 1000000 as score
              from best b left join whole w using (id)
        )
        select f.company, f.department, row_number() over (order by f.named desc, f.score desc, f.company, f.department nulls first), f.score, f.named
          from (select * from final order by final.named desc, final.score desc, final.company, final.department nulls first limit wanted) f order by 3;
end $$;
