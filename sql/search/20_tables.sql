-- The tables of partner search. The vocabulary comes from sql/data; operators change role words and synonyms.

-- Words that mean "I look for a partner" and do not say which one. They are ignored unless the query has no other word.
create table search_role_word (word text primary key check (word <> ''));      -- as search_text returns it

-- A phrase and its meaning expand each other. Both are stored as search_text returns them, with single blanks between words: a
-- stored phrase with two blanks would never match. Expansions have small weights: they widen the search, and the caller's own words
-- decide the order.
create table search_synonym (phrase text not null check (phrase <> ''), meaning text not null check (meaning <> ''),
                             weight real not null default 0.4 check (weight > 0 and weight <= 1), primary key (phrase, meaning));

create table search_stop_word (word text primary key);      -- queries are corrected to these, too: "wiht" to "with", not to a partner's word

-- Stems of common English words: SCOWL's levels 10 to 35, three to nine letters. A query's word with such a stem is not treated as
-- mistyped, and a name with such a stem does not identify a partner.
create table search_known (stem text primary key);

-- Stems of words that describe circumstances in any query: when, how many, who, how it happened. They match like other words, but
-- count half: "On Monday all files had strange names" is about files.
create table search_circumstance (stem text primary key);

-- One row: sums over search_source, and the mean lengths with which the impacts were computed.
create table search_state (
    one boolean primary key default true check (one),
    docs int not null default 0, tagged int not null default 0,         -- number of documents, and of those with tags
    names bigint not null default 0, tags bigint not null default 0, texts bigint not null default 0,       -- words in all names, tags and texts
    mean_name float8 not null default 1, mean_tags float8 not null default 5, mean_text float8 not null default 1       -- mean words per document; mean_tags: per document with tags
);
insert into search_state default values;

-- By default a row of more than 2,000 bytes moves its longest values to a TOAST table, and each access fetches them again: a search
-- took 2.5 times as long. Here the limit is a page of 8,000 bytes, which holds the values of 900 different words.
create table search_doc (
    id          int generated always as identity primary key,
    company     bigint not null,
    department  bigint,                                 -- null: the company's own row
    communities int[] not null,                         -- the communities in which it has postings
    listed      text not null,                          -- hash of its row in search_listed
    terms       int[] not null default '{}',            -- sorted
    impacts     real[] not null default '{}'            -- of each term: BM25F without its idf (search_weigh)
) with (toast_tuple_target = 8160);
create unique index search_doc_of on search_doc (company, coalesce(department, 0));

create table search_source (                            -- the text from which a document was indexed
    doc         int primary key references search_doc on delete cascade,
    words       tsvector not null,                      -- A name, B tags, D description
    surface     text[] not null,                        -- the distinct words as written
    forms       int[] not null,                         -- hashes of `surface`, which are faster to search
    names int not null, tags int not null, texts int not null           -- number of words in each
) with (toast_tuple_target = 8160);

-- The stems of the index; df: the number of documents with the stem.
create table search_term (id int generated always as identity primary key, term text not null unique, df int not null);

-- The terms of documents, with a row for each community of the document's company, so that a search reads only what the caller may
-- see. The autovacuum settings keep index-only scans possible.
create table search_posting (community int, term int, impact real, doc int, primary key (community, term, impact, doc))
  with (autovacuum_vacuum_scale_factor = 0.05, autovacuum_vacuum_insert_scale_factor = 0.05);

-- Spelling: the words of the index with 3 to 40 letters, and the vocabulary of queries. `fixed` words stay even if no partner uses
-- them. The indexes are partial, so that they serve search_repair only. A trigram index serves `=`, too: when 10,000 partners were
-- indexed at once, the planner used it instead of the primary key, and that took five minutes.
create table search_word (word text primary key, df int not null default 0, fixed boolean not null default false);
create index search_word_like on search_word using gin (word gin_trgm_ops) where word !~ '[0-9]';
create index search_word_keys on search_word using gin (search_keys(word, 1)) with (fastupdate = off) where word !~ '[0-9]';

create table search_name (                              -- names, prepared for search_named and search_names
    doc int primary key references search_doc on delete cascade, company bigint not null, department bigint,
    label       text not null,                          -- the company, or "company – department"
    whole       text not null,                          -- company, or company and department, folded (search_fold)
    part        text,                                   -- the department alone, folded
    tight       text not null                           -- the column `whole` without blanks and punctuation
);
create index search_name_like on search_name using gin (whole gin_trgm_ops);
create index search_name_keys on search_name using gin (search_name_keys(whole, tight)) with (fastupdate = off);
create index search_name_bare on search_name (search_bare(whole));
create index search_name_part on search_name (search_bare(part));
