-- storages: the rows of `visible_request`, with the JSON text of both sides' storages (body) and its entity tag. The uids suffice for the
-- tag: every change gives a storage a new uid, and an expired storage is not found.
storages as (
    select visible_request.*, visible_request.id || '-' || md5(concat(submitter.uid, ' ', receiver.uid)) as etag,
           concat('{"submitter":{"companyId":', visible_request.submit_company, ',"parameters":', coalesce(submitter.parameters, '{}'),
                  '},"receiver":{"companyId":', visible_request.receive_company, ',"parameters":', coalesce(receiver.parameters, '{}'), '}}') as body
      from visible_request
      left join lateral storage_parameters(visible_request.id, visible_request.submit_company) submitter on true
      left join lateral storage_parameters(visible_request.id, visible_request.receive_company) receiver on true
)
