-- named_company: the company {arg.company} (an id or a domain), and whether it has been erased. The lock keeps out an erasure until
-- the transaction ends.
named_company as (
    select id, domain, name = erased_company(id) as erased from company
     where id::text = {arg.company} or domain = lower({arg.company})
       for key share
)
