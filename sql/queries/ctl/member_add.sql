-- ctl_member_add: adds a company with all that it needs to take part: its place in a community (made when it is new), a user who logs
-- in, and a form without fields, by which its partners ask it.
-- binds: arg.name, arg.domain, arg.community, arg.username, arg.password_hash
-- refuses
with fault as (
    select case when exists (select from company where domain = lower($2)) then 'domain: another company has the domain ' || lower($2)
                when exists (select from account where username = $4) then 'user: there is an account ' || $4
                when $3 ~ '^[0-9]+$' then 'community: must not be a number' end as refusal
), member as (
    insert into company (name, domain) select $1, lower($2) from fault where refusal is null returning id
), new_community as (
    insert into community (name) select $3 from member on conflict (name) do nothing returning id
), new_membership as (
    insert into community_member (community, company)
    select y.id, member.id from member, (select id from new_community union all select id from community where name = $3) y
), person as (
    insert into account (username, company, email, password_hash) select $4, member.id, $4, $5 from member returning id
), form as (
    insert into document (company, name, contact_name, contact_email) select member.id, $1, $1, $4 from member returning id
)
select (select refusal from fault) as refusal,
       (select format('company %s, user %s, form %s', member.id, person.id, form.id) from member, person, form) as said
