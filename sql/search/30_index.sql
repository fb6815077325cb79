-- Partner search: how the index follows the tables.
--
-- Every change of a source table ends in search_index(), which compares and replaces what differs; a rebuild is the same function
-- for everybody.

-- What may be listed: an active company with an active form of its own, and an active department of an active company with an
-- active form of its own or of its company.
create view search_listed as
select c.id as company, null::bigint as department, c.name as label, c.name as whole, null::text as part, c.tags, c.description
  from company c
 where c.active and exists (select from document f where f.company = c.id and f.department is null and f.active)
union all
select c.id, d.id, c.name || ' – ' || d.name, c.name || ' ' || d.name, d.name, d.tags, d.description
  from company c join department d on d.company = c.id
 where c.active and d.active
   and exists (select from document f where f.company = c.id and (f.department = d.id or f.department is null) and f.active);

-- Words that queries may mean when they mistype: `always` for those that stay though nobody uses them.
create function search_word_keep(added text[], always boolean) returns void language sql as $$
    insert into search_word (word, df, fixed)
    select w, 0, always from unnest(added) w where length(w) between 3 and 40
    on conflict (word) do update set fixed = true where always and not search_word.fixed
$$;

-- Words that `collabctl search role-word` adds.
create function search_role_add(text) returns void language sql as $$
    insert into search_role_word select w from unnest(string_to_array(btrim(search_text($1)), ' ')) w where w <> '' on conflict do nothing;
    select search_word_keep(string_to_array(btrim(search_text($1)), ' '), true);
$$;

-- How much a field counts, and how much its length, by how long descriptions are: one line says less than a page, and a name in a
-- sentence is a coincidence where descriptions are short; the length of a long text counts less. lead: how much more the first
-- word of a description counts than one beyond the fortieth: two and a half times as much where descriptions are long, hardly any
-- more where all are short. Tags count four times: they are what a company lists of itself in order to be found by it, and a text
-- says the same word in passing. No collection asks for less, those whose queries speak in labels gain, and from twice on the
-- measure does not matter much. Up to a mean of 8 words, name, tags and text count 1, 8 and 2 (b 0.3, k1 1.2); from 80 words on
-- 3, 4 and 1 (b 0.5, k1 1.6); in between it slides with the logarithm of the mean. A function that the planner can put in the
-- caller's place: called, it was a statement of its own, a tenth of a millisecond each time.
create function search_tuning(mean_text float8)
returns table (w_name float8, w_tags float8, w_text float8, b_name float8, b_tags float8, b_text float8, k1 float8, lead float8)
language sql immutable parallel safe rows 1 as $$
    select 1 + 2 * x, 8 - 4 * x, 2 - x, 0.3 + 0.2 * x, 0.3 + 0.2 * x, 0.3 + 0.2 * x, 1.2 + 0.4 * x, 1.5 * x
      from (select least(greatest(ln(mean_text / 8) / ln(10), 0), 1) offset 0) t (x)
$$;

-- The level of an impact: twentieths. Postings of one level stand together in a block, and whether they are read is decided for
-- all of them.
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

-- Makes the index say of these companies (null: of all) what the tables say. Writers wait for one another, readers for nobody. An
-- impact is BM25F: how often a word stands in each field is weighted and normalised by length before it saturates, because a sum
-- of a BM25 for each field lets rare hits in names win. The first words of a description say what it is about and count more
-- (Troy and Zhang, SIGIR 2007, on chronological term rank). A word of a name that is neither an English word nor a number counts
-- three times everywhere: who says it in a sentence means whoever is called that. Among one-liners other words of names are
-- coincidences.
create function search_index(companies bigint[]) returns void language plpgsql set search_path = collab as $$
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
        if companies is null or cardinality(companies) > 100 then analyze search_work; end if;
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
        insert into search_source (doc, label, words, surface, names, tags, texts)
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
        update search_state set docs = docs + x.n, names = search_state.names + x.a, tags = search_state.tags + x.b, texts = search_state.texts + x.c,
               tagged = tagged + x.d
          from (select count(*) as n, coalesce(sum(o.names), 0) as a, coalesce(sum(o.tags), 0) as b, coalesce(sum(o.texts), 0) as c,
                       count(*) filter (where o.tags > 0) as d
                  from search_work w join search_source o on o.doc = w.doc) x;
        delete from search_word where df = 0 and not fixed;
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

-- Everything anew, from the tables alone.
create function search_rebuild() returns int language plpgsql set search_path = collab as $$
begin
    perform pg_advisory_xact_lock(hashtext('mod_collab'), hashtext('search'));
    delete from search_block; delete from search_level; delete from search_name_deletion; delete from search_name;
    delete from search_source; delete from search_doc; delete from search_term;
    delete from search_word where not fixed;
    update search_word set df = 0;
    update search_state set docs = 0, names = 0, tags = 0, tagged = 0, texts = 0;
    perform search_index(null);
    truncate search_work;                   -- the next change would read past all that
    return (select docs from search_state);
end $$;

-- Indexes the companies whose rows a statement has changed, in the same transaction. Its argument: the column that says whose
-- rows these are.
create function search_follow() returns trigger language plpgsql set search_path = collab as $$
declare companies bigint[];
begin
    if tg_op <> 'DELETE' then execute format('select array(select distinct %I from new_rows)', tg_argv[0]) into companies; end if;
    if tg_op <> 'INSERT' then
        execute format('select $1 || array(select distinct %I from old_rows)', tg_argv[0]) using companies into companies;
    end if;
    if companies <> '{}' then
        perform search_index(companies);
        if cardinality(companies) > 100 then
            truncate search_work;           -- the next change would read past all that
        end if;
    end if;
    return null;
end $$;

-- Once a statement, whatever the number of rows: many companies at once cost one run of search_index.
do $$
declare
    t text;
    c text;
begin
    for t, c in values ('company', 'id'), ('department', 'company'), ('document', 'company'), ('community_member', 'company') loop
        execute format('create trigger search_inserted after insert on %I referencing new table as new_rows
                        for each statement execute function search_follow(%L)', t, c);
        execute format('create trigger search_deleted after delete on %I referencing old table as old_rows
                        for each statement execute function search_follow(%L)', t, c);
        execute format('create trigger search_updated after update on %I referencing new table as new_rows old table as old_rows
                        for each statement execute function search_follow(%L)', t, c);
    end loop;
end $$;

-- What follows search_word: search_deletion.
create function search_word_follow() returns trigger language plpgsql set search_path = collab as $$
begin
    if tg_op = 'INSERT' then
        insert into search_deletion select k, word from new_rows, unnest(search_keys(word, 1)) k where length(word) <= 24 and word !~ '[0-9]';
    else
        delete from search_deletion d using old_rows o, unnest(search_keys(o.word, 1)) k where d.key = k and d.word = o.word;
    end if;
    return null;
end $$;
create trigger search_word_added after insert on search_word referencing new table as new_rows for each statement execute function search_word_follow();
create trigger search_word_removed after delete on search_word referencing old table as old_rows for each statement execute function search_word_follow();

-- What follows search_term: search_stem, and how common a term is.
create function search_stem_follow() returns trigger language plpgsql set search_path = collab as $$
begin
    if tg_op = 'INSERT' then
        insert into search_stem select k, term from new_rows, unnest(search_keys(term, 1)) k where length(term) between 4 and 24 and term !~ '[0-9]';
        update search_term t set common = c.share from new_rows n join search_common c on c.stem = n.term where t.id = n.id;
    else
        delete from search_stem s using old_rows o, unnest(search_keys(o.term, 1)) k where s.key = k and s.term = o.term;
    end if;
    return null;
end $$;
create trigger search_stem_added after insert on search_term referencing new table as new_rows for each statement execute function search_stem_follow();
create trigger search_stem_removed after delete on search_term referencing old table as old_rows for each statement execute function search_stem_follow();
