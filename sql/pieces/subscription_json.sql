-- subscription_json: the rows of `visible_subscription` (columns of subscription that a worker may read) as JSON text. A null
-- updated_at is omitted.
subscription_json as (
    select s.id, json_strip_nulls(row_to_json(x))::text as body
      from visible_subscription s, lateral (
               select s.id as "id", s.callback_url as "callbackUrl",
                      array(select case when s.version = 'V1' and t = 'note.created' then t
                                            when s.version = 'V1' then 'collaboration-request.' || t
                                            else {config.event_type_prefix} || 'collaboration-request.' || t end
                              from unnest(coalesce(s.event_types, case s.version when 'V1' then array['created', 'note.created']
                                     else array['created', 'closed', 'note.created', 'response.created', 'response.updated'] end))
                              with ordinality types (t, n) order by n) as "eventTypes",
                      case when s.version = 'V1' then 'V1' end as "payloadVersion",
                      s.active as "active", s.auth_type as "callbackAuthType", s.case_directions as "caseDirections",
                      s.partner_companies as "partnerCompanyIds", s.content_type as "contentType", stamp(s.created_at) as "createdAt", stamp(s.updated_at) as "updatedAt") x
)
