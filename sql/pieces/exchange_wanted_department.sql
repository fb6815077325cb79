-- exchange_wanted_department: as exchange_wanted, which it needs, the departments. company_id is null in a new company.
wanted_department as materialized (
    select w.*, c.id as company_id, coalesce(named.id, former.id) as id, named.id <> former.id as clash
      from jsonb_to_recordset({arg.wanted}::jsonb -> 'departments') w (n int, path text, company text, name text, was text, given jsonb)
      join wanted_company c on c.domain = w.company
      left join department named on named.company = c.id and named.name = w.name
      left join department former on former.company = c.id and former.name = w.was
)
