-- ctl_company_export_requests: the next arg.requests requests of the company arg.id, newest first, as the company sees them, with removed notes.
-- A batch has at most about 1 MiB.
-- cursor: where the next batch begins; more: whether there may be one.
with
-- piece: company_requests
, candidate as (
    select r.id, r.submitter_size + r.receiver_size as size from company_requests c join request r using (id) order by c.created_at desc, c.id desc
),
-- piece: sized
, visible_request as (
    select request.*, {arg.id}::bigint as caller_company, true as with_removed, false as brief from sized join request using (id) where sized.fits
),
-- piece: record, storages
select 'request' as type, concat(left(record.body, -1), ',"attachments":', storages.body, ',"files":', files.body, '}') as record, micros(record.created_at) || '-' || record.id as cursor,
       (select count(*) = {arg.requests}::int or not bool_and(fits) from sized) as more
  from record join storages using (id)
 cross join lateral (
       select array_to_json(array(select row_to_json(y)
                                    from (select a.name as "name", a.company as "companyId", stamp(a.created_at) as "createdAt"
                                            from attachment a where a.request = record.id order by a.id) y)) as body) files
 order by record.created_at desc, record.id desc
