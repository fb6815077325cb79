-- exchange_wanted: the communities and companies that {arg.wanted} (ctl/exchange/document.c) wants. id: of what is there under the name or
-- the domain, or under the former one (`was`); null: it is new. clash: both are there.
wanted_community as materialized (
    select w.*, coalesce(named.id, former.id) as id, named.id <> former.id as clash
      from jsonb_to_recordset({arg.wanted}::jsonb -> 'communities') w (n int, path text, name text, was text)
      left join community named on named.name = w.name
      left join community former on former.name = w.was
), wanted_company as materialized (
    select w.*, coalesce(named.id, former.id) as id, named.id <> former.id as clash
      from jsonb_to_recordset({arg.wanted}::jsonb -> 'companies') w (n int, path text, domain text, was text, given jsonb, communities jsonb, lists jsonb)
      left join company named on named.domain = w.domain
      left join company former on former.domain = w.was
)
