-- endpoint: the subscriptions that arg.subscription and arg.company select, with their company's domain.
endpoint as (
    select s.id, c.domain from subscription s join company c on c.id = s.company
     where ({arg.subscription}::text is null or s.id = {arg.subscription}::bigint)
       and ({arg.company}::text is null or c.id::text = {arg.company} or c.domain = lower({arg.company}))
    union all           -- a deleted subscription
    select {arg.subscription}::bigint, null
     where {arg.subscription}::text is not null and {arg.company}::text is null
       and not exists (select from subscription where id = {arg.subscription}::bigint)
)
