-- ctl_attachment_remove: removes a company's default storage. Storages set for a single request stay.
-- binds: arg.company
-- with: named_company
, deleted_storage as (
    delete from attachment_storage s using named_company where s.company = named_company.id and s.request is null returning s.uid
)
select case when not exists (select from named_company)   then 'company: there is no company ' || $1 end as refusal,
       case when not exists (select from deleted_storage) then 'nothing to do: company ' || $1 || ' has no default storage' end as said;
