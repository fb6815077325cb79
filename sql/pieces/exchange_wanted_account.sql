-- exchange_wanted_account: as exchange_wanted, which it needs, the users and principals. A principal's name is a first name, its oid a subject.
wanted_account as materialized (
    select w.n, w.path, w.kind, w.company, w.username, w.was, w.given - '{name,oid,password}'::text[] as given,
           c.id as company_id, coalesce(named.id, former.id) as id, named.id <> former.id as clash
      from jsonb_to_recordset({arg.wanted}::jsonb -> 'accounts') w (n int, path text, kind text, company text, username text, was text, given jsonb)
      join wanted_company c on c.domain = w.company
      left join account named on named.username = w.username
      left join account former on former.username = w.was
)
