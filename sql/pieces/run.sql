-- run: the records of `record` (of the requests that its `ids` names, in that order) up to the one that reaches 1 MiB, at least one:
-- n, from 1, and body. Row 0, without a body, is where it begins. No record is built but those. Its rows come in the order of n,
-- and aggregates of them alone keep it.
run (n, bytes, body) as (
    select 0, 0, null
    union all
    select run.n + 1, run.bytes + coalesce(octet_length(run.body), 0), record.body
      from run join record on record.id = record.ids[run.n + 1]
     where run.bytes + coalesce(octet_length(run.body), 0) < 1048576
)
