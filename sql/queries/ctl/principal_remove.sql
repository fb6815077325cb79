-- ctl_principal_remove: removes a service principal that no record names.
-- binds: arg.principal
with named_principal as (
    select id, company, username, username = erased_user(id) as erased
      from account where kind = 'principal' and (id::text = $1 or username = $1 or subject = $1) for update
), one_principal as (select * from named_principal where (select count(*) from named_principal) = 1),
company_request as (    -- a principal does not move, so all that it wrote is in its company's requests
    select r.id, r.submitter from one_principal p join request r on r.submit_company = p.company
    union all
    select r.id, r.submitter from one_principal p join request r on r.receive_company = p.company
), use (n, of) as (
    select count(*), case count(*) when 1 then 'request' else 'requests' end from company_request c join one_principal p on p.id = c.submitter
    union all
    select count(*), case count(*) when 1 then 'note' else 'notes' end from company_request c join note n on n.request = c.id join one_principal p on p.id = n.author
    union all
    select count(*), case count(*) when 1 then 'response' else 'responses' end from company_request c join response s on s.request = c.id join one_principal p on p.id = s.author
    union all
    select count(*), case count(*) when 1 then 'subscription' else 'subscriptions' end from subscription s join one_principal p on p.id = s.account
), uses as (select coalesce(sum(n), 0) as n, string_agg(n || ' ' || of, ', ') filter (where n > 0) as shown from use),
removed as (select p.id from one_principal p, uses where uses.n = 0 and not p.erased),
deleted_response as (delete from idempotency i using removed where i.account = removed.id),
deleted_principal as (delete from account a using removed where a.id = removed.id)
select case (select count(*) from named_principal)
            when 0 then 'principal: there is no principal ' || $1
            when 1 then case when (select erased from one_principal) then 'principal: ' || $1 || ' has been erased, which cannot be undone'
                             when uses.n > 0 then 'principal: ' || $1 || ' is named by ' || uses.shown || '; disable it instead (collabctl principal disable)' end
            else 'principal: ' || $1 || ' matches several principals; name one by its e-mail address' end as refusal
  from uses;
