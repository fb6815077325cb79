-- Partner search: its tables.
--
-- What is indexed is what may be listed: an active company, or an active department of one, for which there is a form. A posting
-- stands once for each community its company is in, so that a caller reads only what he may see.

-- ---------------------------------------------------------------- what operators say

-- Words that say "I look for a partner" and nothing about which one. They do not count, unless nothing else is left. Their stems
-- are kept: a query asked the dictionary for those of all role words each time.
create table search_role_word (
    word        text primary key check (word <> ''),    -- as search_text leaves it
    stem        text generated always as (search_stem_of(word)) stored
);
-- Either side of a row stands for the other. Expansions weigh little: they widen, the caller's own words decide. One blank
-- between words: with two, or a line's end, a query with the long form finds nothing, and `collabctl search synonym --remove`
-- does not find the row.
create table search_synonym (
    phrase      text not null check (phrase <> ''),     -- both as search_text leaves them
    meaning     text not null check (meaning <> ''),
    weight      real not null default 0.4 check (weight > 0 and weight <= 1),
    primary key (phrase, meaning)
);

-- ------------------------------------ what is known of English (sql/data; its README.md has the licences)

-- Stems of English words that anybody might write and spell right: 10 to 35 of SCOWL's levels, three to nine letters. A word of a
-- query that nobody's description has is left alone if it is one of these, instead of taken for a mistyped other.
create table search_known (stem text primary key);

-- How common a word is in English at large: the share of a text's words that its forms are, as stems, in powers of two; rarer
-- ones are as rare as the partners say. In a small collection "also", "year" and "people" are in few descriptions and would count
-- as much as what somebody does; with these a collection of any size knows better.
--
-- From the ranks of words in the English Wikipedia and in film subtitles that zxcvbn has (the nth word's share is 0.1 / (n +
-- 2.7)), without names.
create table search_common (stem text primary key, share real not null);

-- Stems and what is said instead of them: who asks for a plumber means the trade that lays pipes, and who says freight what
-- others call cargo.
--
-- Written for this, from a walk through the trades of the ISIC sections, the offices of a company, engineering, computing and a
-- list of common English words; nothing is from anybody's descriptions.
create table search_related (stem text not null, other text not null, primary key (stem, other));

-- Stems of words that are the same in anybody's need: when, how many, who, how it came about. They find as any word does, and
-- count half. "On Monday all files had strange names" is about files.
create table search_circumstance (stem text primary key);

-- ---------------------------------------------------------------- the index

-- One row. Mean lengths are kept as they were when the impacts were computed: within a tenth of the truth nothing is computed
-- anew. Who lists tags lists some five words of them, and how long a list is, is measured by the lists there are: a mean over all
-- partners said of the first to list any that their lists were endless. Twenty lists of five words besides keep it from jumping.
create table search_state (
    one         boolean primary key default true check (one),
    docs        int not null default 0,
    names       bigint not null default 0,      -- sums of lengths
    tags        bigint not null default 0,
    texts       bigint not null default 0,
    mean_name   float8 not null default 1,
    mean_tags   float8 not null default 1,
    mean_text   float8 not null default 1,
    tagged      int not null default 0,         -- how many list any tags
    mean_tagged float8 not null default 5
);
insert into search_state default values;

-- A row of more than 2,000 bytes keeps its longest values elsewhere, in pieces, and each look at one fetches them anew: with some
-- 250 different words and more in a text, scoring a document took ten times as long, and a search two and a half times. A page of
-- 8,000 bytes holds what 900 words make.
create table search_doc (
    id          int generated always as identity primary key,
    company     bigint not null,
    department  bigint,                                 -- null: the company's own row
    communities int[] not null default '{}',            -- for which its postings stand
    terms       int[] not null default '{}',
    impacts     real[] not null default '{}'            -- BM25F: weighted, length-normalised, saturated; an idf is all that is missing
) with (toast_tuple_target = 8160);
create unique index search_doc_of on search_doc (company, coalesce(department, 0));

-- What a document was indexed from: search_index compares it with what the tables say, and computes impacts of it. Read by a
-- search for the best 60 alone, with the same limit on rows as search_doc.
create table search_source (
    doc         int primary key,
    label       text not null,                          -- the company, or "company – department"
    words       tsvector not null,                      -- A name, B tags, D description
    surface     text[] not null,                        -- the words as they are written, each once
    names       int not null,
    tags        int not null,
    texts       int not null,
    forms       int[] generated always as (search_forms(surface)) stored
) with (toast_tuple_target = 8160);

-- The stems of the index.
create table search_term (
    id          int generated always as identity primary key,
    term        text not null unique,
    df          int not null,                           -- how many documents have it
    common      real not null default 0                 -- search_common's share
);

-- The documents of a community that have a term with about the same impact: so many in one row that reading one more costs a
-- tenth of what a row of its own would. Which row a document stands in follows from its id and its impact alone, so an index that
-- followed changes is the one that a rebuild makes.
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

-- Spelling: the words of the index, and those that queries are made of besides (stop words, role words, the words of synonyms);
-- by each word with one letter left out, which follows search_word by itself.
create table search_word (
    word        text primary key,
    df          int not null default 0,                 -- how many documents have it
    fixed       boolean not null default false          -- stays though nobody uses it
);
-- Partial, so that it answers what search_repair asks and nothing else: pg_trgm's indexes answer `=`, too, and planned for a few
-- hundred words that took the place of the primary key when 10,000 partners were indexed at once: the words that were waiting to
-- enter the index were read for each word anew, five minutes long.
create index search_word_like on search_word using gin (word gin_trgm_ops) where word !~ '[0-9]';
create table search_deletion (key text not null, word text not null, primary key (key, word));

-- One-letter-out keys of stems, as search_deletion has them of written words: who mistypes "interactively" may mean a word that
-- only ever stands as "interactive". Follows search_term by itself.
create table search_stem (key text not null, term text not null, primary key (key, term));

-- Names, as search_named and search_names compare them.
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
create index search_name_bare on search_name (search_bare(whole));
create index search_name_part on search_name (search_bare(part));
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
