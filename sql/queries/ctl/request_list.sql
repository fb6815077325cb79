-- ctl_request_list: requests, newest first.
-- binds: arg.company, arg.status, arg.since, arg.case_number, arg.before, arg.limit
with named_company as (select id from company where id::text = $1 or domain = lower($1)),
page as (
    select r.* from request r
     where ($1::text is null or r.submit_company = (select id from named_company) or r.receive_company = (select id from named_company))
       and ($2::text is null or r.status = upper($2))
       and ($3::text is null or r.created_at >= $3::timestamptz)
       and ($4::text is null or r.submitter_case_number = $4 or r.receiver_case_number = $4)
       and ($5::text is null or r.id < $5::bigint)
     order by r.id desc limit $6::int
)
select page.token, page.status, page.priority, s.domain as submitter, page.submitter_case_number as submitter_case, t.domain as receiver,
       page.receiver_case_number as receiver_case, stamp(page.created_at) as created, stamp(page.updated_at) as updated, page.summary, page.id as cursor,
       json_build_object('token', page.token, 'status', page.status, 'priority', page.priority, 'summary', page.summary,
                         'submitter', s.domain, 'submitterCaseNumber', page.submitter_case_number, 'receiver', t.domain,
                         'receiverCaseNumber', page.receiver_case_number, 'createdAt', stamp(page.created_at), 'updatedAt', stamp(page.updated_at),
                         'cursor', page.id::text) as json
  from page join company s on s.id = page.submit_company join company t on t.id = page.receive_company order by page.id desc
