-- ctl_attachment_set: sets a company's default storage for the attachments of its requests.
-- binds: arg.company, arg.uid, arg.domain, arg.sealed, arg.expiration, arg.path, arg.port, arg.same_name
-- with: named_company
, changed_storage as (
    insert into attachment_storage (uid, company, domain, password, expiration, path, port, overwrites)
    select $2::uuid, named_company.id, $3, $4::bytea, $5::timestamptz, $6, $7::int, $8::text = 'overwrite' from named_company
     where not erased
    on conflict (company) where request is null
    do update set uid = excluded.uid, domain = excluded.domain, password = excluded.password, expiration = excluded.expiration,
                  path = excluded.path, port = excluded.port, overwrites = excluded.overwrites, updated_at = clock_timestamp()
)
select case when not exists (select from named_company) then 'company: there is no company ' || $1
            when (select erased from named_company) then 'company: ' || $1 || ' has been erased, which cannot be undone' end as refusal;
