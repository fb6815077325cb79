-- ctl_exchange_faults: why the exchange cannot become as the file wants it: each fault with the path of the object or member in the file.
-- binds: arg.wanted, arg.yes
-- with: exchange_wanted, exchange_wanted_department, exchange_wanted_account, exchange_named_form, exchange_wanted_form
, company_name as (     -- the new names, as alike_company compares them
    select w.n, w.path, w.id, w.given ->> 'name' as name, lower(regexp_replace(w.given ->> 'name', '\s', '', 'g')) as folded, c.name is distinct from w.given ->> 'name' as changes
      from wanted_company w left join company c on c.id = w.id where w.given ? 'name'
), account_after as (
    select w.*, a.id is null as is_new, a.kind as present_kind, a.company as present_company, a.username = erased_user(a.id) as erased,
           case when w.given ? 'issuer' then w.given ->> 'issuer' else a.issuer end as issuer, case when w.given ? 'subject' then w.given ->> 'subject' else a.subject end as subject
      from wanted_account w left join account a on a.id = w.id
), twice (n, path, was, other) as (      -- one object cannot become two
    select w.n, w.path, w.was, o.path from wanted_community w join wanted_community o on o.id = w.id and o.n <> w.n where w.was is not null
    union all select w.n, w.path, w.was, o.path from wanted_company w join wanted_company o on o.id = w.id and o.n <> w.n where w.was is not null
    union all select w.n, w.path, w.was, o.path from wanted_department w join wanted_department o on o.id = w.id and o.n <> w.n where w.was is not null
    union all select w.n, w.path, w.was, o.path from wanted_account w join wanted_account o on o.id = w.id and o.n <> w.n where w.was is not null
    union all select w.n, w.path, w.was, o.path from wanted_form w join wanted_form o on o.id = w.id and o.n <> w.n where w.was is not null
), fault (n, path, message) as (
    select n, path || '.was', was || ' is also ' || other from twice
    union all
    select n, path || '.was', 'both ' || name || ' and ' || was || ' are there' from wanted_community where clash
    union all
    select n, path || '.was', 'both ' || domain || ' and ' || was || ' are there' from wanted_company where clash
    union all
    select w.n, w.path || '.domain', 'the company has been erased, which cannot be undone' from wanted_company w join company c on c.id = w.id and c.name = erased_company(c.id)
    union all
    select w.n, w.path || '.name', 'is missing, and the company is new' from wanted_company w where w.id is null and not w.given ? 'name'
    union all
    select w.n, w.path || '.communities', 'there is no community ' || y.name
      from wanted_company w, jsonb_array_elements_text(case jsonb_typeof(w.communities) when 'array' then w.communities else '[]' end) y (name)
     where not exists (select from wanted_community c where c.name = y.name)
       and not exists (select from community c where c.name = y.name and not exists (select from wanted_community r where r.id = c.id and r.name <> c.name))
    union all
    select w.n, w.path || '.name', 'partners could confuse it with company ' || c.id || ', "' || c.name || '" (' || c.domain || '); use --yes to accept it'
      from company_name w join company c on lower(regexp_replace(c.name, '\s', '', 'g')) = w.folded and c.id is distinct from w.id
     where w.changes and $2::text is null
    union all
    select w.n, w.path || '.name', 'partners could confuse it with that of ' || o.path || '; use --yes to accept it'
      from company_name w join company_name o on o.folded = w.folded and o.n < w.n where w.changes and o.changes and $2::text is null
    union all
    select w.n, w.path || '.rateLimit', '2048 companies already have their own rate, which is the maximum'
      from (select max(n) as n, max(path) as path from wanted_company where jsonb_typeof(given -> 'rateLimit') = 'number') w
     where w.n is not null and (select count(*) from company where rate_limit is not null and id not in (select id from wanted_company where id is not null))
                               + (select count(*) from wanted_company where jsonb_typeof(given -> 'rateLimit') = 'number') > 2048
    union all
    select n, path || '.was', 'the company has both ' || name || ' and ' || was from wanted_department where clash
    union all
    select n, path || '.was', 'both ' || username || ' and ' || was || ' are there' from wanted_account where clash
    union all
    select n, path, 'the account ' || username || ' has been erased, which cannot be undone' from account_after where erased
    union all
    select n, path, username || ' is a ' || present_kind from account_after where present_kind <> kind
    union all
    select n, path || '.email', 'is missing, and the user name is no e-mail address' from account_after where kind = 'user' and is_new and not given ? 'email' and not is_email(username)
    union all
    select w.n, w.path || case w.kind when 'user' then '.username' else '.email' end, 'there is an account ' || a.username || ', whose name differs by case alone'
      from wanted_account w join account a on lower(a.username) = lower(w.username) and a.id is distinct from w.id and a.username <> w.username
     where w.id is null or exists (select from account p where p.id = w.id and p.username <> w.username)
    union all
    select n, path || '.email', 'must be an address of ' || company from account_after where kind = 'principal' and is_new and lower(split_part(username, '@', 2)) <> company
    union all
    select n, path, 'the principal belongs to another company, and its address must be of its own' from account_after where kind = 'principal' and present_company <> company_id
    union all
    select n, path || case when issuer is null then '.issuer' else '.subject' end, 'must be given with ' || case when issuer is null then 'a subject' else 'an issuer' end
      from account_after where (issuer is null) <> (subject is null)
    union all
    select w.n, w.path || case w.kind when 'user' then '.subject' else '.oid' end, 'belongs to ' || o.username || ' at this issuer'
      from account_after w join account o on o.subject = w.subject and o.issuer = w.issuer and o.kind = w.kind and o.id is distinct from w.id
    union all
    select n, path || '.department', 'the company has no department ' || department
      from wanted_form w
     where department is not null and not exists (select from wanted_department d where d.company = w.company and d.name = w.department)
       and (department_id is null or exists (select from wanted_department d where d.id = w.department_id and d.name <> w.department))
    union all
    select n, path || '.was', 'both ' || name || ' and ' || was || ' are there' from wanted_form where clash
    union all
    select w.n, w.path || '.name', 'there are several forms of this name, by id: ' || (select string_agg(t.id::text, ', ' order by t.id) from document t
                                                                                       where t.company = w.company_id and t.department is not distinct from w.department_id and t.name in (w.name, w.was))
           || '; rename all but one of them with form set ID --name'
      from wanted_form w where twice
)
select path, message from fault order by n, path, message
