-- storages: `shown`, the storages of both sides (submitter_uid, receiver_uid), and in `body` the storages as the interface shows
-- them, JSON text.
storages as (
    select shown.*, submitter.uid as submitter_uid, receiver.uid as receiver_uid,
           concat('{"submitter":{"companyId":', shown.submit_company, ',"parameters":', coalesce(submitter.parameters, '{}'),
                  '},"receiver":{"companyId":', shown.receive_company, ',"parameters":', coalesce(receiver.parameters, '{}'), '}}') as body
      from shown
      left join lateral storage_parameters(shown.id, shown.submit_company) submitter on true
      left join lateral storage_parameters(shown.id, shown.receive_company) receiver on true
)
