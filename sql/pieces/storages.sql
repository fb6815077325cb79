-- storages: where both sides of each row of `shown` want their attachments, as one JSON text. Needs shown.
storages as (
    select row_to_json(x)::text as body
      from shown, lateral (select storage_shown(shown.id, shown.submit_company) as "submitter",
                                  storage_shown(shown.id, shown.receive_company) as "receiver") x
)
