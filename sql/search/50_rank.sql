-- Partner search: the partners that a query finds, in order.

-- A factor for a word: a document with the query's exact form of the word counts a quarter more than one with another form.
create function search_said(forms int[], form int) returns float8 language sql immutable parallel safe
return case when idx(forms, form) > 0 then 1.25 else 1 end;

-- The nearness of a query's words in a text, 0 to 1. Each pair of words has the weight 0.6, and counts less with each word between the
-- two.
create function search_near(words tsvector, near tsquery) returns float8 language sql immutable parallel safe
return ts_rank('{0.6, 0.6, 0.6, 0.6}', words, near);

-- The 100 documents with the highest sums of postings for these terms in these communities, without the caller's own (`mine`). For
-- each term and community it reads the 3,000 postings of highest impact; with up to 3,000 partners, these are all. The number is a
-- compromise, measured with 100,000 partners as the share of the exact top ten that is found, and the p99 of a search:
--   2,000 postings: 92 %, 18 ms;   3,000: 94.1 %, 25 ms;   5,000: 97 %, 36 ms;   all: 100 %, 176 ms
create function search_found(communities int[], mine int[], terms int[], weights float8[]) returns int[] language plpgsql stable
set plan_cache_mode = force_generic_plan set jit = off as $$
begin
    return array(
        select f.doc
          from (select p.doc, max(p.score) as score
                  from (select c.community, x.doc, sum(u.weight * x.impact) as score
                          from unnest(communities) c (community) cross join unnest(terms, weights) u (term, weight)
                         cross join lateral (select s.doc, s.impact from search_posting s where s.community = c.community and s.term = u.term
                                              order by s.impact desc, s.doc desc limit 3000) x
                         group by 1, 2) p
                 group by 1 order by 2 desc, 1 limit 100 + cardinality(mine)) f
         where f.doc <> all (mine) limit 100);
end $$;

-- Partners by their business, best first. A search reads only the postings of the caller's communities. The best 100 by postings are
-- ranked again by the exact forms of the words and by their nearness.
-- * A partner that the query names comes first.
-- * If some partner of the caller uses a word of the query as typed (circumstances do not count), a partner that matches only guesses
--   is left out. A partner that matches only guesses with another first letter is always left out.
-- * `asked` is a record, because PL/pgSQL keeps an array variable in an expanded form and flattens a copy for each function that
--   reads it.
create function search_partners(caller bigint, query text, wanted int)
returns table (company bigint, department bigint, place bigint, score float8, named boolean) language plpgsql stable
set plan_cache_mode = force_generic_plan set jit = off as $$
#variable_conflict use_column
declare communities int[] := array(select m.community::int from community_member m where m.company = caller);
        mine int[] := array(select d.id from search_doc d where d.company = caller);
        asked record;                   -- its arrays are sorted by term, like those of search_doc: `&` finds the terms in both
        named int[]; found int[] := '{}'; guessed int[];
begin
    select array_agg(u.term) filter (where u.df > 0) as terms, array_agg(u.weight * u.idf) filter (where u.df > 0) as weights,
           array_agg(u.form) filter (where u.df > 0) as forms, array_agg(u.term) filter (where u.df > 0 and u.kind = 'word') as written,
           array_agg(u.term) filter (where u.df > 0 and u.kind <> 'guess') as sure,
           array_agg(u.weight * u.idf) filter (where u.df > 0 and u.kind <> 'guess') as sure_weights,
           array_agg(u.term) filter (where u.df > 0 and (u.kind <> 'guess' or left(u.lexeme, 1) = left(u.origin, 1))) as likely,
           coalesce(bool_or(u.df = 0 or u.kind = 'guess'), false) as unsure,
           max(u.near::text)::tsquery as near, max(u.weight) filter (where u.kind = 'near') as near_weight
      into asked from (select * from search_understand(query) v order by v.term) u;
    if asked.terms is null then
        return query select n.company, n.department, n.place, 0::float8, false from search_names(caller, query, wanted) n;
        return;
    end if;
    named := search_named(communities, query, asked.unsure);
    if exists (select from search_posting s where s.community = any (communities) and s.term = any (asked.written)) then
        found := search_found(communities, mine, asked.sure, asked.sure_weights);
    end if;
    -- Search again, with the guesses. Add the documents that also have a sure term; if nothing was found without guesses, add those
    -- that have a likely term.
    if found = '{}' or cardinality(asked.terms) > cardinality(asked.sure) then
        guessed := search_found(communities, mine, asked.terms, asked.weights);
        found := found || array(select d.id from search_doc d where d.id = any (guessed) and d.terms && case when found = '{}' then asked.likely else asked.sure end);
    end if;
    return query
        select f.company, f.department, row_number() over (order by f.named desc, f.score desc, f.company, f.department nulls first), f.score, f.named
          from (select d.company, d.department, d.id = any (named) as named,
                       round((coalesce(x.gives, 0) + coalesce(asked.near_weight * search_near(s.words, asked.near), 0)) * 1000000) / 1000000 as score
                  from search_doc d join search_source s on s.doc = d.id
                 cross join lateral (select sum((asked.weights)[t.at] * d.impacts[idx(d.terms, t.term)] * search_said(s.forms, (asked.forms)[t.at])) as gives
                                       from (select w.term, idx(asked.terms, w.term) as at from (select unnest(d.terms & asked.terms) as term offset 0) w offset 0) t) x
                 where d.id = any (found || named) and d.id <> all (mine)
                 order by 3 desc, 4 desc, 1, 2 nulls first limit wanted) f
         order by 3;
end $$;
