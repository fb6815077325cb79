-- ctl_maintenance_set: begins maintenance, or changes only its message. Without arg.message it ends maintenance.
-- binds: arg.message, arg.who
with before as (select message, since from maintenance),
new_row as (
    insert into maintenance (message, who) select $1, $2 where $1::text is not null
    on conflict (id) do update set message = excluded.message
), deleted_row as (delete from maintenance where $1::text is null)
select case when $1::text is not null and exists (select from before) then 'maintenance continues, since ' || stamp((select since from before)) || ', now with this message'
            when $1::text is not null then 'maintenance is on: within 5 seconds all nodes refuse writes, and deliveries wait'
            when exists (select from before) then 'maintenance is over, after it began at ' || stamp((select since from before)) || ': within 5 seconds all nodes accept writes'
            else 'nothing to do: there is no maintenance' end as said
