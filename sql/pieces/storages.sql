-- storages: `visible_request`, the storages of both sides (submitter_uid, receiver_uid), and in `body` the storages as the
-- interface shows them, JSON text.
storages as (
    select visible_request.*, submitter.uid as submitter_uid, receiver.uid as receiver_uid,
           concat('{"submitter":{"companyId":', visible_request.submit_company, ',"parameters":', coalesce(submitter.parameters, '{}'),
                  '},"receiver":{"companyId":', visible_request.receive_company, ',"parameters":', coalesce(receiver.parameters, '{}'), '}}') as body
      from visible_request
      left join lateral storage_parameters(visible_request.id, visible_request.submit_company) submitter on true
      left join lateral storage_parameters(visible_request.id, visible_request.receive_company) receiver on true
)
