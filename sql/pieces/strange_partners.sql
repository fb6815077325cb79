-- strange_partners: validation errors (field, message) for each id of the body's partnerCompanyIds that is neither a partner of the caller nor the
-- other side of one of the caller's requests. One text for all, so that nobody learns which companies there are. Needs caller.
strange_partners as (
    select 'partnerCompanyIds[' || given.n - 1 || ']' as field, 'is neither a partner nor the other side of one of your requests' as message
      from caller, json_array_elements_text(case json_typeof({body}::json -> 'partnerCompanyIds') when 'array' then {body}::json -> 'partnerCompanyIds' else '[]' end)
                       with ordinality given (id, n)
     where not are_partners(caller.company, given.id::bigint)
       and not exists (select from request r where r.submit_company = caller.company and r.receive_company = given.id::bigint)
       and not exists (select from request r where r.receive_company = caller.company and r.submit_company = given.id::bigint)
     order by given.n
)
