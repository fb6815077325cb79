-- ctl_demo_echo: adds the echo partner, a member with a form without fields, or changes the password of the existing one. Makes it a
-- member of the community, which is added if it is new. Refuses unless all running nodes allow plain http callbacks, as nodes of test
-- exchanges do.
-- binds: arg.community, arg.username, arg.password_hash
-- with: node_seen
, echo as (select 'Echo Partner' as name, 'echo.example' as domain),
old_user as (select account.id, account.company from account join company on company.id = account.company join echo using (domain) where username = $2),
new_name as (select $2 as name, null::bigint as own where not exists (select from old_user)),
-- piece: taken_name
, fault as (
    select case when not exists (select from node_seen where not silent) then 'no node is running: start httpd first'
                when exists (select from node join node_seen using (name, process) where not silent and http_callbacks is not true)
                then 'CollabOutboundHTTP is Off: the echo partner is only for test exchanges'
                when exists (select from company join echo using (domain)) and not exists (select from old_user)
                then 'another company has the domain ' || (select domain from echo)
                when exists (select from taken_name) then (select refusal from taken_name)
                when $1 ~ '^[0-9]+$' then 'community: must not be a number' end as refusal
), new_company as (
    insert into company (name, domain, description)
    select name, domain, 'Responds automatically, for trying out the interface.' from echo, fault where refusal is null and not exists (select from old_user)
    returning id, name
), new_user as (
    insert into account (username, company, email, first_name, last_name, password_hash, role)
    select $2, new_company.id, $2, 'Echo', 'Partner', $3, 'member' from new_company
), new_form as (
    insert into document (company, name, contact_name, contact_email) select id, name, name, $2 from new_company
), changed_user as (
    update account set password_hash = $3, epoch = epoch + 1 from old_user, fault where account.id = old_user.id and refusal is null
), partner as (
    select id from new_company union all select company from old_user, fault where refusal is null
), new_community as (insert into community (name) select $1 from partner on conflict (name) do nothing returning id),
new_membership as (
    insert into community_member (community, company)
    select y.id, partner.id from partner, (select id from new_community union all select id from community where name = $1) y on conflict do nothing
)
select (select refusal from fault) as refusal, (select format('%s is company %s', name, id) from partner, echo) as said
