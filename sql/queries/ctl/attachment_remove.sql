-- ctl_attachment_remove: takes a company's default storage back; what was said for a request stays.
-- binds: arg.company
-- refuses
with known as (
    select id from company where id::text = $1 or domain = lower($1)
), removed as (
    delete from attachment_storage s using known where s.company = known.id and s.request is null returning s.uid
)
select case when not exists (select from known)   then 'company: there is no company ' || $1
            when not exists (select from removed) then 'company: it has no default storage' end as refusal;
