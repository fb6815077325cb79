-- ctl_company_show: all about a company: its profile, communities, departments, accounts, subscriptions, storage and open requests.
-- binds: arg.company
with named_company as (select * from company where id::text = $1 or domain = lower($1)),
departments as (select name, active from department where company = (select id from named_company) order by id),
forms as (
    select t.id, t.name, t.active, d.name as department from document t left join department d on d.id = t.department
     where t.company = (select id from named_company) order by t.id
), accounts as (
    select kind, count(*) as all_of_them, count(*) filter (where active) as active from account where company = (select id from named_company) group by kind
), subscriptions as (
    select case when active and paused_since is not null then 'paused' when active then 'active' when inactive_reason = 'company' then 'disabled'
                when inactive_reason is not null then 'retired' else 'inactive' end as state, count(*) as n
      from subscription where company = (select id from named_company) group by 1
), communities as (
    select y.name from community_member m join community y on y.id = m.community where m.company = (select id from named_company) order by y.id
), open_requests as (
    select (select count(*) from request where submit_company = (select id from named_company) and status <> 'CLOSED') as submitted,
           (select count(*) from request where receive_company = (select id from named_company) and status <> 'CLOSED') as received
), storage as (
    select domain, port, path, expiration from attachment_storage where company = (select id from named_company) and request is null
), today as (
    select requests, bytes from company_day where company = (select id from named_company) and day = (statement_timestamp() at time zone 'UTC')::date
), node_limit as (       -- the directives of the node that reported last
    select rate_limit, subscription_limit from node order by seen_at desc limit 1
)
select case when named_company.id is null then 'company: there is no company ' || $1 end as refusal,
       named_company.id, named_company.name, named_company.domain, case when named_company.active then 'yes' else 'no' end as active, named_company.description, array_to_string(named_company.tags, ', ') as tags,
       nullif(concat_ws(', ', 'HIGH ' || named_company.hours_high, 'MEDIUM ' || named_company.hours_medium, 'LOW ' || named_company.hours_low), '') as hours_to_answer,
       coalesce(named_company.rate_limit || ' a minute, ', '') || 'CollabRateLimit: ' || coalesce((select rate_limit from node_limit), 'no node is running') as rate_limit,
       coalesce(named_company.subscription_limit || ', ', '') || 'CollabSubscriptionLimit: ' || coalesce((select subscription_limit::text from node_limit), 'no node is running') as subscription_limit,
       coalesce(nullif(concat_ws(', ', named_company.daily_requests || ' requests', named_company.daily_bytes || ' bytes'), ''), 'CollabDailyLimit')
           || coalesce((select '; today ' || requests || case requests when 1 then ' request, ' else ' requests, ' end || bytes || ' bytes' from today), '') as daily_limit,
       array_to_string(named_company.contacts, ', ') as contact,
       (select string_agg(name, ', ') from communities) as communities,
       (select string_agg(name || case when active then '' else ' (disabled)' end, ', ') from departments) as departments,
       (select string_agg(id || ' ' || name || case when active then '' else ' (disabled)' end, ', ') from forms) as forms,
       (select all_of_them || case when all_of_them > active then ' (' || all_of_them - active || ' disabled)' else '' end from accounts where kind = 'user') as users,
       (select all_of_them || case when all_of_them > active then ' (' || all_of_them - active || ' disabled)' else '' end from accounts where kind = 'principal') as principals,
       (select string_agg(n || ' ' || state, ', ' order by state) from subscriptions) as subscriptions,
       open_requests.submitted || ' submitted, ' || open_requests.received || ' received' as open_requests,
       (select 'https://' || domain || ':' || port || path || coalesce(' until ' || stamp(expiration), '') from storage) as attachments,
       stamp(named_company.created_at) as created,
       json_build_object('id', named_company.id, 'name', named_company.name, 'domain', named_company.domain, 'active', named_company.active, 'description', named_company.description, 'tags', named_company.tags,
                         'hoursHigh', named_company.hours_high, 'hoursMedium', named_company.hours_medium, 'hoursLow', named_company.hours_low,
                         'rateLimit', named_company.rate_limit, 'rateLimitDirective', (select rate_limit from node_limit),
                         'subscriptionLimit', named_company.subscription_limit, 'subscriptionLimitDirective', (select subscription_limit from node_limit),
                         'dailyRequests', named_company.daily_requests, 'dailyBytes', named_company.daily_bytes,
                         'requestsToday', coalesce((select requests from today), 0), 'bytesToday', coalesce((select bytes from today), 0),
                         'contacts', named_company.contacts,
                         'communities', array(select name from communities),
                         'departments', array(select json_build_object('name', name, 'active', active) from departments),
                         'forms', array(select json_build_object('id', id, 'name', name, 'department', department, 'active', active) from forms),
                         'users', coalesce((select all_of_them from accounts where kind = 'user'), 0),
                         'usersActive', coalesce((select active from accounts where kind = 'user'), 0),
                         'principals', coalesce((select all_of_them from accounts where kind = 'principal'), 0),
                         'principalsActive', coalesce((select active from accounts where kind = 'principal'), 0),
                         'subscriptions', (select coalesce(json_object_agg(state, n order by state), '{}') from subscriptions),
                         'openSubmitted', open_requests.submitted, 'openReceived', open_requests.received,
                         'attachments', (select json_build_object('domain', domain, 'httpsPort', port, 'httpsPath', path, 'expiration', stamp(expiration)) from storage),
                         'createdAt', stamp(named_company.created_at)) as json
  from (select) one left join named_company on true cross join open_requests
