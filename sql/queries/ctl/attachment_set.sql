-- ctl_attachment_set: sets a company's default storage for the attachments of its requests.
-- binds: arg.company, arg.uid, arg.domain, arg.sealed, arg.expiration, arg.path, arg.port
with named_company as (select id from company where id::text = $1 or domain = lower($1)),
changed_storage as (
    insert into attachment_storage (uid, company, domain, password, expiration, path, port)
    select $2::uuid, named_company.id, $3, $4::bytea, $5::timestamptz, $6, $7::int from named_company
    on conflict (company) where request is null
    do update set uid = excluded.uid, domain = excluded.domain, password = excluded.password, expiration = excluded.expiration,
                  path = excluded.path, port = excluded.port, updated_at = clock_timestamp()
)
select case when not exists (select from named_company) then 'company: there is no company ' || $1 end as refusal;
