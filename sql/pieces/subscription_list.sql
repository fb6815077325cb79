-- subscription_list: the outcome of a list of subscriptions, oldest first. Needs caller, subscriptions, subscription_json.
select case when not exists (select from caller)    then 'unauthenticated'
            when exists (select from known_version) then 'not-modified'
            else 'ok' end as outcome,
       (select etag from version) as etag, case when not exists (select from known_version) then
       '[' || coalesce((select string_agg(body, ',' order by id) from subscription_json), '') || ']' end as body
