-- Partner search: keeping the index up to date. Triggers on the source tables call search_index(), which replaces the documents that
-- differ from their source. A rebuild calls search_index() for all companies.

-- What searches can find. A company must be active and have an active form of its own. A department must be active, its company must
-- be active, and one of the two must have an active form.
create view search_listed as
select c.id as company, d.id as department, concat_ws(' – ', c.name, d.name) as label, concat_ws(' ', c.name, d.name) as whole, d.name as part, d.tags,
       d.description, array(select m.community::int from community_member m where m.company = c.id order by 1) as communities
  from company c cross join lateral (select null::bigint as id, null::text as name, c.tags, c.description
                                     union all select x.id, x.name, x.tags, x.description from department x where x.company = c.id and x.active) d
 where c.active and exists (select from document f where f.company = c.id and f.active and (f.department is null or f.department = d.id));

-- Adds documents to all counts (`sign` 1), or subtracts them (-1): the documents with each term and each word, all documents, those with
-- tags, and the words of names, tags and texts.
create function search_count(docs int[], sign int) returns void language plpgsql set search_path = collab as $$
begin
    insert into search_term as t (term, df)
    select lexeme, sign * count(*) from unnest(docs) d join search_source s on s.doc = d, unnest(tsvector_to_array(s.words)) lexeme group by 1
    on conflict (term) do update set df = t.df + excluded.df;
    insert into search_word as w (word, df)
    select word, sign * count(*) from unnest(docs) d join search_source s on s.doc = d, unnest(s.surface) word where length(word) between 3 and 40 group by 1
    on conflict (word) do update set df = w.df + excluded.df;
    update search_state set docs = search_state.docs + sign * x.docs, names = search_state.names + sign * x.names, tags = search_state.tags + sign * x.tags,
           texts = search_state.texts + sign * x.texts, tagged = search_state.tagged + sign * x.tagged
      from (select count(*) as docs, coalesce(sum(s.names), 0) as names, coalesce(sum(s.tags), 0) as tags, coalesce(sum(s.texts), 0) as texts,
                   count(*) filter (where s.tags > 0) as tagged
              from unnest(docs) d join search_source s on s.doc = d) x;
end $$;

create function search_postings_of(wanted int[]) returns setof search_posting language sql stable as $$
    select c, u.term, u.impact, d.id
      from unnest(wanted) w join search_doc d on d.id = w, unnest(d.communities) c, unnest(d.terms, d.impacts) u (term, impact)
$$;

-- Computes the impacts of documents and adds their postings. Does so for all documents when a mean length has changed by a tenth.
-- * An impact is BM25F: each field's word count is weighted and normalised by length before it saturates. A sum of one BM25 per field
--   would let rare hits in names win.
-- * The mean length of descriptions determines the weights of the fields and of their lengths. One line says less than a page. With
--   short descriptions, a word of a query's sentence that matches a name does so by coincidence. These values were the best:
--   up to a mean of 8 words (x = 0), name, tags and text have the weights 1, 8 and 2, b is 0.3 and k1 is 1.2;
--   from 80 words (x = 1), they have 3, 4 and 1, b is 0.5 and k1 is 1.6.
-- * Tags weigh four times as much as text: a company lists them in order to be found by them.
-- * A name's word that is neither English nor a number always has weight 3: a query with it means the partner of that name.
-- * The mean length of tag lists includes twenty imaginary lists of five words, so that the first real list does not change the mean
--   abruptly.
create function search_weigh(added int[]) returns void language plpgsql set search_path = collab as $$
declare s search_state; x float8; weigh int[] := added;
begin
    update search_state t set mean_name = m.name, mean_tags = m.tags, mean_text = m.text
      from (select greatest(names::float8 / greatest(docs, 1), 0.01) as name, (tags + 100.0) / (tagged + 20) as tags,
                   greatest(texts::float8 / greatest(docs, 1), 0.01) as text from search_state) m
     where greatest(m.name / mean_name, mean_name / m.name, m.tags / mean_tags, mean_tags / m.tags, m.text / mean_text, mean_text / m.text) > 1.1;
    if found then
        delete from search_posting;
        weigh := array(select id from search_doc);
    end if;
    select * into s from search_state;
    x := least(greatest(ln(s.mean_text / 8) / ln(10), 0), 1);
    update search_doc d set terms = v.terms, impacts = v.impacts
      from (select y.doc, array_agg(t.id order by t.id) as terms, array_agg((y.w * (2.2 + 0.4 * x) / (y.w + 1.2 + 0.4 * x))::real order by t.id) as impacts
              from (select o.doc, u.lexeme,
                           case when f.names > 0 and u.lexeme !~ '^[0-9]+$' and not exists (select from search_known k where k.stem = u.lexeme)
                                then 3 else 1 + 2 * x end
                           * f.names / (1 + b.b * (o.names / s.mean_name - 1))
                           + (8 - 4 * x) * f.tags / (1 + b.b * (o.tags / s.mean_tags - 1))
                           + (2 - x) * f.texts / (1 + b.b * (o.texts / s.mean_text - 1)) as w
                      from unnest(weigh) d join search_source o on o.doc = d cross join (select 0.3 + 0.2 * x) b (b) cross join lateral unnest(o.words) u
                     cross join lateral (select count(*) filter (where g = 'A') as names, count(*) filter (where g = 'B') as tags,
                                                count(*) filter (where g = 'D') as texts from unnest(u.weights) g) f) y
              join search_term t on t.term = y.lexeme group by y.doc) v
     where d.id = v.doc;
    insert into search_posting select * from search_postings_of(weigh) order by 1, 2, 3, 4;
end $$;

-- Brings the index up to date for these companies. Writers wait for one another; searches never wait.
create function search_index(companies bigint[]) returns void language plpgsql set search_path = collab as $$
declare gone int[]; added int[]; gone_terms text[]; gone_words text[];
begin
    perform pg_advisory_xact_lock(hashtext('mod_collab'), hashtext('search'));
    gone := array(select d.id from unnest(companies) c join search_doc d on d.company = c
                    left join search_listed l on l.company = c and l.department is not distinct from d.department
                   where l.company is null or md5(l::text) <> d.listed);
    gone_terms := array(select distinct lexeme from unnest(gone) d join search_source s on s.doc = d, unnest(tsvector_to_array(s.words)) lexeme);
    gone_words := array(select distinct word from unnest(gone) d join search_source s on s.doc = d, unnest(s.surface) word);
    perform search_count(gone, -1);
    delete from search_posting p using search_postings_of(gone) g
     where (p.community, p.term, p.impact, p.doc) = (g.community, g.term, g.impact, g.doc);
    delete from search_doc x using unnest(gone) g where x.id = g;
    with new_doc as (
        insert into search_doc (company, department, communities, listed)
        select l.company, l.department, l.communities, md5(l::text)
          from unnest(companies) c join search_listed l on l.company = c
         where not exists (select from search_doc d where d.company = c and coalesce(d.department, 0) = coalesce(l.department, 0))
        returning id
    ) select array_agg(id) into added from new_doc;
    if gone = '{}' and added is null then return; end if;
    if cardinality(added) > 100 then analyze search_doc; end if;        -- so that the following plans suit many documents
    with entry as materialized (
        select d.id, l.*, search_fold(l.whole) as folded, search_text(l.whole) as name_text, search_text(array_to_string(l.tags, ' , ')) as tags_text,
               search_text(l.description) as text
          from unnest(added) a join search_doc d on d.id = a join search_listed l on l.company = d.company and l.department is not distinct from d.department
    ), new_name as (
        insert into search_name
        select id, company, department, label, folded, search_fold(part), regexp_replace(folded, '[^[:alnum:]]+', '', 'g') from entry
    )
    insert into search_source (doc, words, surface, forms, names, tags, texts)
    select e.id, w.words, f.surface, array(select hashtext(x) from unnest(f.surface) x), n.names, n.tags, n.texts
      from entry e
     cross join lateral (select setweight(to_tsvector('search_words', e.name_text), 'A') || setweight(to_tsvector('search_words', e.tags_text), 'B')
                                || setweight(to_tsvector('search_words', e.text), 'D') as words offset 0) w
     cross join lateral (select tsvector_to_array(to_tsvector('search_surface', concat_ws(' ', e.name_text, e.tags_text, e.text))) as surface offset 0) f
     cross join lateral (select count(*) filter (where x = 'A') as names, count(*) filter (where x = 'B') as tags, count(*) filter (where x = 'D') as texts
                           from unnest(w.words) u, unnest(u.weights) x) n;
    if cardinality(added) > 100 then analyze search_source, search_name; end if;
    perform search_count(added, 1);
    delete from search_word where word = any (gone_words) and df = 0 and not fixed;     -- by key: df has no index
    delete from search_term where term = any (gone_terms) and df = 0;
    perform search_weigh(added);
end $$;

-- Rebuilds the index from the source tables.
create function search_rebuild() returns int language plpgsql set search_path = collab as $$
begin
    perform pg_advisory_xact_lock(hashtext('mod_collab'), hashtext('search'));
    delete from search_posting; delete from search_doc; delete from search_term; delete from search_word where not fixed;
    update search_word set df = 0;
    update search_state set docs = 0, names = 0, tags = 0, tagged = 0, texts = 0;
    perform search_index(array(select id from company));
    return (select docs from search_state);
end $$;

-- Indexes the companies whose rows a statement changed: in the same transaction, once per statement. The trigger's argument is the
-- column with the company's id.
create function search_follow() returns trigger language plpgsql set search_path = collab as $$
declare companies bigint[] := '{}';
begin
    if tg_op <> 'DELETE' then execute format('select array(select distinct %I from new_rows)', tg_argv[0]) into companies; end if;
    if tg_op <> 'INSERT' then
        execute format('select array(select %I from old_rows union select unnest($1))', tg_argv[0]) using companies into companies;
    end if;
    if companies <> '{}' then perform search_index(companies); end if;
    return null;
end $$;

-- Adds the words of the query vocabulary to search_word as `fixed` words. The trigger's argument is an expression with the words.
create function search_vocabulary_follow() returns trigger language plpgsql set search_path = collab as $$
begin
    execute format('insert into search_word (word, fixed)
                    select distinct w, true from new_rows, string_to_table(%s, '' '') w where length(w) between 3 and 40
                    on conflict (word) do update set fixed = true where not search_word.fixed', tg_argv[0]);
    return null;
end $$;

do $$
declare r record;
begin
    for r in select * from (values ('company', 'id'), ('department', 'company'), ('document', 'company'), ('community_member', 'company')) t (name, owner),
                           (values ('insert', 'new table as new_rows'), ('delete', 'old table as old_rows'),
                                   ('update', 'new table as new_rows old table as old_rows')) e (event, rows) loop
        execute format('create trigger search_%1$s after %1$s on %2$I referencing %3$s for each statement execute function search_follow(%4$L)',
                       r.event, r.name, r.rows, r.owner);
    end loop;
    for r in values ('search_stop_word', 'word'), ('search_role_word', 'word'), ('search_synonym', $q$phrase || ' ' || meaning$q$) loop
        execute format('create trigger search_insert after insert on %I referencing new table as new_rows for each statement
                        execute function search_vocabulary_follow(%L)', r.column1, r.column2);
    end loop;
end $$;
