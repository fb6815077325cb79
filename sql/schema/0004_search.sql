-- Partner search: an index of what companies and departments say of themselves, as plain tables (docs/search.md has the why and the figures).
--
-- What is indexed is what may be listed: an active company, or an active department of one, for which there is a form. A posting stands once for
-- each community its company is in, best impact first, so that a caller reads only what he may see and can stop early.
-- Every change of a source table ends in search_index(), which compares and replaces what differs; a rebuild is the same function for everybody.

create extension if not exists unaccent with schema collab;         -- trusted, all three: the database's owner may create them
create extension if not exists fuzzystrmatch with schema collab;
create extension if not exists intarray with schema collab;         -- idx(): where in an int[]; array_position() is ten times dearer

create text search configuration search_words (copy = pg_catalog.english);
create text search configuration search_surface (copy = pg_catalog.simple);

-- ---------------------------------------------------------------- words

-- Any text as words of letters and digits: C++, C#, .NET keep a name of their own; S/4HANA, node.js, 802.1X, e-mail stand as parts and as one.
create function search_text(value text) returns text language plpgsql stable parallel safe as $$
declare
    t text := lower(unaccent(coalesce(value, '')));
begin
    if t ~ '[^a-z0-9 ,]' then
        t := regexp_replace(t, '[''’]s\M', '', 'g');
        t := regexp_replace(t, '([[:alnum:]])\+\+', '\1plusplus', 'g');
        t := regexp_replace(t, '\m([a-z])#', '\1sharp', 'g');
        t := regexp_replace(t, '(^|[^[:alnum:]]|\m(?:asp|ado|vb|ml))\.net\M', '\1 dotnet ', 'g');
        t := regexp_replace(t, '\m([[:alnum:]]{1,2})[./-]([[:alnum:]]+)', '\1 \2 \1\2', 'g');
        t := regexp_replace(t, '([[:alnum:]]+)[./-]([[:alnum:]]{1,2})\M', '\1 \2 \1\2', 'g');
        t := regexp_replace(t, '([⺀-鿿가-힣豈-﫿])', ' \1 ', 'g');         -- no blanks between words: a sign is a word
        t := regexp_replace(t, '[^[:alnum:]]+', ' ', 'g');
    end if;
    return t;
end $$;

-- A name as it is compared: without accents and case, blanks single; punctuation stays.
create function search_fold(value text) returns text language sql stable parallel safe
return btrim(regexp_replace(lower(unaccent(value)), '\s+', ' ', 'g'));

-- The keys by which a misspelt word finds its right one: up to `most` letters left out.
create function search_keys(word text, most int) returns text[] language sql immutable parallel safe
return (select array_agg(distinct k)
          from (select word as k
                union all
                select left(word, i - 1) || substr(word, i + 1) from generate_series(1, length(word)) i
                union all
                select left(word, i - 1) || substr(word, i + 1, j - i - 1) || substr(word, j + 1)
                  from generate_series(1, length(word)) i, generate_series(i + 1, length(word)) j where most = 2) keys);

-- ---------------------------------------------------------------- what operators say

-- Words that say "I look for a partner" and nothing about which one. They do not count, unless nothing else is left.
create table search_role_word (
    word        text primary key check (word <> '')     -- as search_text leaves it
);
-- Either side of a row stands for the other. Expansions weigh little: they widen, the caller's own words decide.
create table search_synonym (
    phrase      text not null check (phrase <> ''),     -- both as search_text leaves them
    meaning     text not null check (meaning <> ''),
    weight      real not null default 0.4 check (weight > 0 and weight <= 1),
    primary key (phrase, meaning)
);

-- ---------------------------------------------------------------- the index

-- One row. Mean lengths are kept as they were when the impacts were computed: within a tenth of the truth nothing is computed anew.
create table search_state (
    one         boolean primary key default true check (one),
    docs        int not null default 0,
    names       bigint not null default 0,      -- sums of lengths
    tags        bigint not null default 0,
    texts       bigint not null default 0,
    mean_name   float8 not null default 1,
    mean_tags   float8 not null default 1,
    mean_text   float8 not null default 1
);
insert into search_state default values;

create table search_doc (
    id          int generated always as identity primary key,
    company     bigint not null,
    department  bigint,                                 -- null: the company's own row
    communities int[] not null default '{}',            -- for which its postings stand
    terms       int[] not null default '{}',
    impacts     real[] not null default '{}',
    unique nulls not distinct (company, department)
);
create table search_source (
    doc         int primary key,
    label       text not null,
    words       tsvector not null,                      -- A name, B tags, D description
    surface     text[] not null,                        -- the words as they are written, each once
    names       int not null,
    tags        int not null,
    texts       int not null
);
create table search_term (
    id          int generated always as identity primary key,
    term        text not null unique,
    df          int not null
);
create table search_posting (
    community   int not null,
    term        int not null,
    impact      real not null,                          -- BM25F: weighted, length-normalised, saturated; an idf is all that is missing
    doc         int not null,
    primary key (community, term, impact, doc)
);
alter table search_posting set (autovacuum_vacuum_scale_factor = 0.05, autovacuum_vacuum_insert_scale_factor = 0.05);

-- Spelling: the words of the index, and those that queries are made of besides; by each word with one letter left out.
create table search_word (
    word        text primary key,
    df          int not null,
    fixed       boolean not null default false          -- stays though nobody uses it: stop words, role words
);
create index search_word_like on search_word using gin (word gin_trgm_ops);
create table search_deletion (
    key         text not null,
    word        text not null,
    primary key (key, word)
);

-- Names, as search_names compares them.
create table search_name (
    doc         int primary key,
    company     bigint not null,
    department  bigint,
    label       text not null,
    whole       text not null,                          -- company, or company and department, folded
    part        text,                                   -- the department alone, folded
    tight       text not null                           -- whole without blanks and punctuation
);
create index search_name_like on search_name using gin (whole gin_trgm_ops);
create index search_name_company on search_name (company);
create table search_name_deletion (                     -- short names and words have too few trigrams to survive mistakes
    key         text not null,
    doc         int not null,
    primary key (key, doc)
);
create index search_name_deletion_doc on search_name_deletion (doc);

create unlogged table search_work (                     -- what search_index is about to do
    doc         int,
    company     bigint not null,
    department  bigint,
    label       text,                                   -- null: no longer listed
    whole       text,
    part        text,
    words       tsvector,
    surface     text[]
);

-- ---------------------------------------------------------------- upkeep

create view search_listed as
select c.id as company, null::bigint as department, c.name as label, c.name as whole, null::text as part, c.tags, c.description
  from company c
 where c.active and exists (select from document f where f.company = c.id and f.department is null and f.active)
union all
select c.id, d.id, c.name || ' – ' || d.name, c.name || ' ' || d.name, d.name, d.tags, d.description
  from company c join department d on d.company = c.id
 where c.active and d.active
   and exists (select from document f where f.company = c.id and (f.department = d.id or f.department is null) and f.active);

create function search_word_keep(added text[], always boolean) returns void language sql as $$
    with new as (
        insert into search_word (word, df, fixed)
        select w, 0, always from unnest(added) w where length(w) between 3 and 40
        on conflict (word) do update set fixed = true where always and not search_word.fixed
        returning word, xmax = 0 as fresh)
    insert into search_deletion (key, word)
    select k, word from new, unnest(search_keys(word, 1)) k where length(word) <= 24 and word !~ '[0-9]'
    on conflict do nothing;
$$;

-- How much a field counts, and how much its length, by how long descriptions are: one line says less than a page, and a name in a sentence is a
-- coincidence where descriptions are short.
create function search_tuning(mean_text float8, out w_name float8, out w_tags float8, out w_text float8,
                              out b_name float8, out b_tags float8, out b_text float8, out k1 float8, out feedback boolean)
language sql immutable parallel safe as $$
    select 1 + 2 * x, 2 - x, 2 - x, 0.3 + 0.45 * x, 0.3 + 0.45 * x, 0.3 + 0.3 * x, 1.2 + 0.4 * x, mean_text >= 40
      from (select least(greatest(ln(mean_text / 8) / ln(10), 0), 1)) t (x)
$$;

-- Makes the index say of these companies (null: of all) what the tables say. Writers wait for one another, readers for nobody.
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
        delete from search_posting p
         using (select d.id, c, t, i from search_work w join search_doc d on d.id = w.doc, unnest(d.communities) c, unnest(d.terms, d.impacts) u (t, i)) x
         where p.community = x.c and p.term = x.t and p.impact = x.i and p.doc = x.id;
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
        delete from search_posting;
    else
        delete from search_posting p
         using (select d.id, c, t, i from search_doc d, unnest(d.communities) c, unnest(d.terms, d.impacts) u (t, i)
                 where d.id = any (weigh) and not exists (select from search_work w where w.doc = d.id)) x
         where p.community = x.c and p.term = x.t and p.impact = x.i and p.doc = x.id;
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
    insert into search_posting
    select c, t, i, d.id from search_doc d, unnest(d.communities) c, unnest(d.terms, d.impacts) u (t, i) where d.id = any (weigh)
     order by 1, 2, 3, 4;
end $$;

-- Everything anew, from the tables alone.
create function search_rebuild() returns int language plpgsql set search_path = collab as $$
begin
    perform pg_advisory_xact_lock(hashtext('mod_collab'), hashtext('search'));
    delete from search_posting;
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

-- Its argument: the column that says whose rows these are.
create function search_follow() returns trigger language plpgsql set search_path = collab as $$
declare
    companies bigint[];
begin
    if tg_op <> 'DELETE' then
        execute format('select array(select distinct %I from new_rows)', tg_argv[0]) into companies;
    end if;
    if tg_op <> 'INSERT' then
        execute format('select $1 || array(select distinct %I from old_rows)', tg_argv[0]) using companies into companies;
    end if;
    if companies <> '{}' then
        perform search_index(companies);
    end if;
    return null;
end $$;

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

-- ---------------------------------------------------------------- what a new database knows

select search_word_keep(string_to_array('the a an and or but if for of to in on at by with from about into over under between through during before after
    above below again further then once here there when where why how all any both each few more most other some such only own same than too very can will
    just should now which what who whom this that these those have has had having does did doing would could ought been being were was are our your their
    them they you she his her its him himself herself itself themselves yourself ourselves because until while against not nor also', ' '), true);

create function search_role_add(text) returns void language sql as $$
    insert into search_role_word select w from unnest(string_to_array(btrim(search_text($1)), ' ')) w where w <> '' on conflict do nothing;
    select search_word_keep(string_to_array(btrim(search_text($1)), ' '), true);
$$;
select search_role_add('company companies firm firms partner partners vendor vendors supplier suppliers provider providers provide provides providing offer offers
    offering specialist specialists specialised specialized specialising expert experts expertise find need needs needed needing look looking
    help helps helping helped use using used someone somebody anyone anybody want wants wanting like search searching seek seeking recommend
    recommendation please know knows based able me us');

-- Short forms, and what people of a country are called.
insert into search_synonym (phrase, meaning) values
    ('ai', 'artificial intelligence'), ('ml', 'machine learning'), ('nlp', 'natural language processing'), ('iot', 'internet of things'),
    ('k8s', 'kubernetes'), ('erp', 'enterprise resource planning'), ('crm', 'customer relationship management'), ('hr', 'human resources'),
    ('vpn', 'virtual private network'), ('voip', 'voice over ip'), ('saas', 'software as a service'), ('bi', 'business intelligence'), ('ui',
    'user interface'), ('ux', 'user experience'), ('qa', 'quality assurance'), ('ocr', 'optical character recognition'), ('siem', 'security
    information and event management'), ('mfa', 'multi factor authentication'), ('2fa', 'two factor authentication'), ('sso', 'single sign on'),
    ('iam', 'identity and access management'), ('ci cd', 'continuous integration continuous delivery'), ('api', 'application programming
    interface'), ('pos', 'point of sale'), ('ecommerce', 'online shop'), ('ev', 'electric vehicle'), ('gdpr', 'data protection'), ('rpa',
    'robotic process automation'), ('sdn', 'software defined networking'), ('san', 'storage area network'), ('js', 'javascript'), ('postgres',
    'postgresql'), ('golang', 'go language'), ('infosec', 'information security'), ('cybersecurity', 'cyber security'), ('healthcare', 'health
    care'), ('fintech', 'financial technology'), ('datacenter', 'data center'), ('datacentre', 'data centre'), ('helpdesk', 'service desk'),
    ('uk', 'united kingdom'), ('usa', 'united states'), ('uae', 'united arab emirates'), ('eu', 'european union'),
    ('germany', 'german'), ('france', 'french'), ('spain', 'spanish'), ('italy', 'italian'), ('netherlands', 'dutch'), ('switzerland', 'swiss'),
    ('sweden', 'swedish'), ('norway', 'norwegian'), ('denmark', 'danish'), ('finland', 'finnish'), ('poland', 'polish'), ('portugal',
    'portuguese'), ('ireland', 'irish'), ('greece', 'greek'), ('turkey', 'turkish'), ('china', 'chinese'), ('japan', 'japanese'), ('korea',
    'korean'), ('india', 'indian'), ('brazil', 'brazilian'), ('mexico', 'mexican'), ('canada', 'canadian'), ('australia', 'australian'),
    ('israel', 'israeli'), ('russia', 'russian'), ('ukraine', 'ukrainian'), ('united kingdom', 'british'), ('united states', 'american'),
    ('nigeria', 'nigerian'), ('kenya', 'kenyan'), ('egypt', 'egyptian'), ('indonesia', 'indonesian'), ('argentina', 'argentinian'), ('chile',
    'chilean'), ('colombia', 'colombian'), ('austria', 'austrian'), ('belgium', 'belgian'), ('vietnam', 'vietnamese'), ('thailand', 'thai'),
    ('pakistan', 'pakistani'), ('singapore', 'singaporean'), ('europe', 'european'), ('africa', 'african'), ('asia', 'asian');

select search_word_keep(array(select distinct w from search_synonym, unnest(string_to_array(phrase || ' ' || meaning, ' ')) w), true);

select search_rebuild();
