-- list_cursor: the cursor (text) that continues a list after the row `last_shown` (at, in microseconds, and id); no row if the list ends there.
-- mod_collab/domain/cursor.h describes and checks it. While a node of 0.1.0 is there, the cursor has the only form that it takes.
list_cursor as (
    select case when exists (select from node where node.id is null) then at || '-' || id
                else 'c' || at || '-' || id || '-' || {request.filters} || '-'
                     || (at % 999983 + id % 999983 * 7 + {request.filters}::bigint % 999983) % 999983 end as text
      from last_shown
)
