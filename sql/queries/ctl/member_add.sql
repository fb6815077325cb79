-- ctl_member_add: adds a company with all that it needs: membership of a community (added if it is new), a user who can log in, and a
-- form without fields for its partners' requests.
-- binds: arg.name, arg.domain, arg.community, arg.username, arg.password_hash
-- with: alike_company
, new_name as (select $4 as name, null::bigint as own),
-- piece: taken_name
, fault as (
    select case when exists (select from company where domain = lower($2)) then 'domain: another company has the domain ' || lower($2)
                when exists (select from taken_name) then 'user: ' || (select refusal from taken_name)
                when $3 ~ '^[0-9]+$' then 'community: must not be a number'
                else (select refusal from alike_company) end as refusal
), new_company as (insert into company (name, domain) select $1, lower($2) from fault where refusal is null returning id),
new_community as (insert into community (name) select $3 from new_company on conflict (name) do nothing returning id),
new_membership as (
    insert into community_member (community, company)
    select y.id, new_company.id from new_company, (select id from new_community union all select id from community where name = $3) y
), new_user as (
    insert into account (username, company, email, password_hash) select $4, new_company.id, $4, $5 from new_company returning id
), new_form as (
    insert into document (company, name, contact_name, contact_email) select new_company.id, $1, $1, $4 from new_company returning id
)
select (select refusal from fault) as refusal,
       (select format('company %s, user %s, form %s', new_company.id, new_user.id, new_form.id) from new_company, new_user, new_form) as said
