-- exchange_storage_state: each company's default storage, as exchange_company_state.
storage_state as (
    select s.company, s.password is not null as usable,
           jsonb_build_object('domain', s.domain, 'port', s.port, 'path', s.path, 'expiration', stamp(s.expiration),
                              'sameName', case when s.overwrites then 'overwrite' when not s.overwrites then 'number' end) as state
      from attachment_storage s where s.request is null
)
