-- rewrite: how far `collabctl migrate` has come in making the rendered texts of old rows anew, after a migration that changes them.

-- No row: there is nothing to rewrite. Without this table each `collabctl migrate` would have to render every row and compare.
create table rewrite (
    id          smallint primary key default 1 check (id = 1),
    after       bigint not null             -- requests up to this id are done, with their notes and responses
);

-- A migration that changes what request_render, note_render or response_render writes calls this before everything else. It waits
-- for the transactions that still write the old text, and holds back all others until the migration commits: then every row that
-- is written has the new text, and the rewrite misses none.
create function rewrite_rendered() returns void language plpgsql as $$
begin
    lock table request, note, response in share row exclusive mode;         -- in the order in which operations take them
    insert into rewrite (after) values (0) on conflict (id) do update set after = 0;
end $$;
revoke all on function rewrite_rendered() from public;
