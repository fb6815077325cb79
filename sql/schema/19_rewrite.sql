-- rewrite: the progress of `collabctl migrate` in rendering old rows again, after a migration that changes the rendered texts.

-- No row: nothing to rewrite. Without this table each `collabctl migrate` would have to render every row and compare.
create table rewrite (
    id          smallint primary key default 1 check (id = 1),
    after       bigint not null             -- requests up to this id are done, with their notes and responses
);

-- Begins a rewrite. A migration that changes the output of request_render, note_render or response_render calls this first. It waits
-- for transactions that still write the old text, and blocks new ones until the migration commits. All later rows have the new
-- text, so the rewrite misses none.
create function rewrite_rendered() returns void language plpgsql as $$
begin
    lock table request, note, response in share row exclusive mode;         -- in the order in which operations take them
    insert into rewrite (after) values (0) on conflict (id) do update set after = 0;
end $$;
revoke all on function rewrite_rendered() from public;
