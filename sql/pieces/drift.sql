-- drift: the facts of the stored list that the schema does not have (migration 0114), in words; is_now is null if the object is missing. Empty
-- while the list is another version's: between a migration and the end of `collabctl migrate`, and in a schema without a list. What
-- belongs to a missing table, column or constraint is not named.
wanted as (
    select f.* from schema_fact f
     where f.kind <> 'version' and (select max(version)::text from schema_migration) = (select v.fact from schema_fact v where v.kind = 'version')
), held as materialized (
    select kind, name, fact from schema_held where exists (select from wanted)
), lost as materialized (
    select w.*, h.fact as is_now from wanted w left join held h using (kind, name) where h.fact is distinct from w.fact
), drift as (
    select l.*, case l.kind when 'null' then 'column' when 'default' then 'column' when 'validated' then 'constraint' else l.kind end || ' ' || l.name
                || case when l.kind = 'validated' then ' is not validated'
                        when l.is_now is null then ' is missing'
                        when l.kind = 'default' then ' has ' || l.is_now || ', wanted ' || l.fact
                        when l.kind = 'function' and length(l.fact || l.is_now) > 200 then ' is not the one of this version'
                        else ' is ' || l.is_now || ', wanted ' || l.fact end as said
      from lost l
     where not exists (select from lost m where m.is_now is null and (m.kind in ('table', 'type') and m.kind <> l.kind and m.name = split_part(l.name, '.', 1)
                                                                      or m.kind = 'column' and l.kind in ('null', 'default') and m.name = l.name
                                                                      or m.kind = 'constraint' and l.kind = 'validated' and m.name = l.name))
)
