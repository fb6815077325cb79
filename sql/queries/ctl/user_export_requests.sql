-- ctl_user_export_requests: what the user arg.account wrote in the next arg.requests requests of a company of the user's, newest
-- first: requests, notes and responses; and the contacts with the user's address. A request between two companies of the user's is shown once.
-- cursor: where the next batch begins; more: whether there may be one.
-- binds: arg.account, arg.email, arg.companies
with
-- piece: company_requests
, line (request, place, type, record) as (
    select r.id, 1, 'request', row_to_json(x)::text
      from company_requests c join request r using (id), lateral (
           select r.token as "token", r.submitted_by as "submittedBy", r.submitter_contact as "submitterContactDetails", r.submitter_case_number as "submitterCaseNumber",
                  r.summary as "summary", r.description as "description", r.priority as "priority", r.custom_fields as "customFields", r.internal_notes as "internalNotes",
                  stamp(r.created_at) as "createdAt") x
     where r.submitter = $1::bigint
    union all
    select r.id, 2, 'contact', row_to_json(x)::text
      from company_requests c join request r using (id), lateral (
           select r.token as "token", case when r.submit_company = {arg.id}::bigint then r.submitter_contact else r.receiver_contact end as "contact") x
     where lower(x.contact ->> 'email') = lower($2) and r.submitter <> $1::bigint
    union all
    select r.id, 3, 'note', concat('{"requestToken":"', r.token, '",', substr(n.rendered, 2))
      from company_requests c join request r using (id) join note n on n.request = r.id where n.author = $1::bigint
    union all
    select r.id, 4, 'response', concat('{"requestToken":"', r.token, '",', substr(p.rendered, 2))
      from company_requests c join request r using (id) join response p on p.request = r.id where p.author = $1::bigint
)
select line.type, line.record, micros(c.created_at) || '-' || c.id as cursor, (select count(*) = {arg.requests}::int from company_requests) as more
  from company_requests c
  left join line on line.request = c.id
        and (line.type = 'contact'
             or not exists (select from request r
                             where r.id = c.id and least(r.submit_company, r.receive_company) < {arg.id}::bigint
                               and r.submit_company = any ($3::bigint[]) and r.receive_company = any ($3::bigint[])))
 order by c.created_at desc, c.id desc, line.place, line.record
