-- strange_partners: a validation error (field, message, code) for each id of the body's partnerCompanyIds that is neither a partner of the
-- caller nor the other party of one of the caller's requests. The message is the same for all, so it does not reveal whether a
-- company exists. Needs caller.
-- To look for a request of two companies, the piece reads one entry of the index request_pair: the first from this pair on. It does not
-- use `exists`, which the planner may turn into a scan of all requests of a company.
strange_partners as (
    select 'partnerCompanyIds[' || given.n - 1 || ']' as field, 'is neither a partner nor the other side of one of your requests' as message, {fault.unknown} as code
      from caller, json_array_elements_text(case json_typeof({body}::json -> 'partnerCompanyIds') when 'array' then {body}::json -> 'partnerCompanyIds' else '[]' end)
                       with ordinality given (id, n)
     where not are_partners(caller.company, given.id::bigint)
       and (select r.receive_company from request r where r.submit_company = caller.company and r.receive_company >= given.id::bigint
             order by r.submit_company, r.receive_company limit 1) is distinct from given.id::bigint
       and (select r.receive_company from request r where r.submit_company = given.id::bigint and r.receive_company >= caller.company
             order by r.submit_company, r.receive_company limit 1) is distinct from caller.company
     order by given.n
)
