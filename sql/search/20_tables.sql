-- Partner search: its tables. What is known of words comes from sql/data; operators change role words and synonyms.

-- Words that say "I look for a partner" and nothing about which one. They do not count, unless nothing else is left.
create table search_role_word (word text primary key check (word <> ''));      -- as search_text leaves it

-- Either side of a row stands for the other, both as search_text leaves them: with two blanks between words they find nothing.
-- Expansions weigh little: they widen, the caller's own words decide.
create table search_synonym (phrase text not null check (phrase <> ''), meaning text not null check (meaning <> ''),
                             weight real not null default 0.4 check (weight > 0 and weight <= 1), primary key (phrase, meaning));

create table search_stop_word (word text primary key);      -- a mistyped "wiht" is none of the partners' words

-- Stems of English words that anybody might write and spell right: 10 to 35 of SCOWL's levels, three to nine letters. A word of a
-- query that is one of these is not mistyped, and a name that is one is not what a partner alone is called.
create table search_known (stem text primary key);

-- Stems of words that are the same in anybody's need: when, how many, who, how it came about. They find as any word does, and
-- count half. "On Monday all files had strange names" is about files.
create table search_circumstance (stem text primary key);

-- One row: sums over search_source, and the means that the impacts were computed with.
create table search_state (
    one boolean primary key default true check (one),
    docs int not null default 0, tagged int not null default 0,         -- how many there are, and how many list any tags
    names bigint not null default 0, tags bigint not null default 0, texts bigint not null default 0,       -- sums of lengths
    mean_name float8 not null default 1, mean_tags float8 not null default 5, mean_text float8 not null default 1       -- tags: of those that list any
);
insert into search_state default values;

-- A row of more than 2,000 bytes keeps its longest values elsewhere, in pieces, and each look at one fetches them anew: a search
-- took two and a half times as long. A page of 8,000 bytes holds what 900 different words make.
create table search_doc (
    id          int generated always as identity primary key,
    company     bigint not null,
    department  bigint,                                 -- null: the company's own row
    communities int[] not null,                         -- for which its postings stand
    listed      text not null,                          -- the hash of its row in search_listed
    terms       int[] not null default '{}',            -- sorted
    impacts     real[] not null default '{}'            -- of each term: BM25F without its idf (search_weigh)
) with (toast_tuple_target = 8160);
create unique index search_doc_of on search_doc (company, coalesce(department, 0));

create table search_source (                            -- what a document was indexed from
    doc         int primary key references search_doc on delete cascade,
    words       tsvector not null,                      -- A name, B tags, D description
    surface     text[] not null,                        -- the words as they are written, each once
    forms       int[] not null,                         -- the same as numbers, which are quicker to look through
    names int not null, tags int not null, texts int not null           -- how many of its words are of each
) with (toast_tuple_target = 8160);

-- The stems of the index; df: how many documents have it.
create table search_term (id int generated always as identity primary key, term text not null unique, df int not null);

-- A document of a community has a term: a row for each community that its company is in, so that a caller reads only what he may
-- see. What vacuum has seen is read in the index alone.
create table search_posting (community int, term int, impact real, doc int, primary key (community, term, impact, doc))
  with (autovacuum_vacuum_scale_factor = 0.05, autovacuum_vacuum_insert_scale_factor = 0.05);

-- Spelling: the words of the index with 3 to 40 letters, and those of queries: `fixed` ones stay though nobody uses them. The
-- indexes are partial, so that they answer what search_repair asks and nothing else: trigrams answer `=`, too, and took the place
-- of the primary key when 10,000 partners were indexed at once, which took five minutes then.
create table search_word (word text primary key, df int not null default 0, fixed boolean not null default false);
create index search_word_like on search_word using gin (word gin_trgm_ops) where word !~ '[0-9]';
create index search_word_keys on search_word using gin (search_keys(word, 1)) with (fastupdate = off) where word !~ '[0-9]';

create table search_name (                              -- names, as search_named and search_names compare them
    doc int primary key references search_doc on delete cascade, company bigint not null, department bigint,
    label       text not null,                          -- the company, or "company – department"
    whole       text not null,                          -- company, or company and department, folded
    part        text,                                   -- the department alone, folded
    tight       text not null                           -- whole without blanks and punctuation
);
create index search_name_like on search_name using gin (whole gin_trgm_ops);
create index search_name_keys on search_name using gin (search_name_keys(whole, tight)) with (fastupdate = off);
create index search_name_bare on search_name (search_bare(whole));
create index search_name_part on search_name (search_bare(part));
