-- ctl_exchange_companies: adds and changes companies, and makes them members of their communities. Does not enable or disable one that is
-- there: ctl_company_set does. With arg.prune, a company also leaves the communities that its list in the file lacks.
-- binds: arg.wanted, arg.prune
-- with: exchange_wanted, exchange_company_state
, target as materialized (
    select w.n, 'company' as noun, w.id, w.id as company_id, w.domain as name, s.state as before,
           coalesce(s.state, '{"active": true, "tags": [], "contacts": []}') || w.given
           || jsonb_build_object('communities',
                  (select coalesce(jsonb_agg(name order by name collate "C"), '[]')
                     from (select jsonb_array_elements_text(w.communities) as name where jsonb_typeof(w.communities) = 'array'
                           union select jsonb_array_elements_text(s.state -> 'communities') where w.communities is null or $2::text is null) x)) as after
      from wanted_company w left join company_state s on s.id = w.id
), new_company as (
    insert into company (domain, name, active, description, tags, hours_high, hours_medium, hours_low, rate_limit, subscription_limit, daily_requests, daily_bytes, contacts)
    select x.*
      from target t, jsonb_to_record(t.after) x (domain text, name text, active boolean, description text, tags text[], "hoursHigh" int, "hoursMedium" int, "hoursLow" int,
                                                 "rateLimit" int, "subscriptionLimit" int, "dailyRequests" int, "dailyBytes" bigint, contacts text[])
     where t.id is null order by t.n returning id, domain
), changed_company as (
    update company c
       set domain = x.domain, name = x.name, description = x.description, tags = x.tags, hours_high = x."hoursHigh", hours_medium = x."hoursMedium", hours_low = x."hoursLow",
           rate_limit = x."rateLimit", subscription_limit = x."subscriptionLimit", daily_requests = x."dailyRequests", daily_bytes = x."dailyBytes", contacts = x.contacts
      from target t, jsonb_to_record(t.after) x (domain text, name text, description text, tags text[], "hoursHigh" int, "hoursMedium" int, "hoursLow" int,
                                                 "rateLimit" int, "subscriptionLimit" int, "dailyRequests" int, "dailyBytes" bigint, contacts text[])
     where c.id = t.id and t.before - '{active,communities}'::text[] <> t.after - '{active,communities}'::text[]
), made as materialized (
    select t.n, coalesce(t.id, c.id) as company, null::bigint as account, null::jsonb as named
      from target t left join new_company c on c.domain = t.name
), new_membership as (
    insert into community_member (community, company)
    select y.id, made.company from target t join made using (n), jsonb_array_elements_text(t.after -> 'communities') named (name) join community y on y.name = named.name
     where t.before is null or not t.before -> 'communities' ? named.name
), ended_membership as (
    delete from community_member m using target t, community y
     where m.company = t.id and y.id = m.community and t.before -> 'communities' ? y.name and not t.after -> 'communities' ? y.name
),
-- piece: exchange_changed
select n, noun as kind, name, (before is null)::text as added, old::text as old, new::text as new
  from changed order by n
