-- storages: the rows of `visible_request`, with the uids of both sides' storages (submitter_uid, receiver_uid) and the storages' JSON
-- text (body).
storages as (
    select visible_request.*, submitter.uid as submitter_uid, receiver.uid as receiver_uid,
           concat('{"submitter":{"companyId":', visible_request.submit_company, ',"parameters":', coalesce(submitter.parameters, '{}'),
                  '},"receiver":{"companyId":', visible_request.receive_company, ',"parameters":', coalesce(receiver.parameters, '{}'), '}}') as body
      from visible_request
      left join lateral storage_parameters(visible_request.id, visible_request.submit_company) submitter on true
      left join lateral storage_parameters(visible_request.id, visible_request.receive_company) receiver on true
)
