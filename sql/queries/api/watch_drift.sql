-- watch_drift: names the first three objects of the schema that are missing or differ from the list that `collabctl migrate` stored; null: none.
-- `listed`: the list is that of the schema's version.
with
-- piece: drift
select string_agg(said, '; ' order by n) filter (where n <= 3) || case when count(*) > 3 then '; and ' || count(*) - 3 || ' more' else '' end as drift,
       exists (select from wanted)::text as listed
  from (select said, row_number() over (order by kind, name) as n from drift) numbered
