-- ctl_user_move: moves a user to another company. Requests and subscriptions stay with the former one, and so does what the user wrote there.
-- All tokens end. A repeat under an Idempotency-Key of before gets no response of the former company's, and changes nothing.
-- binds: arg.username, arg.company
-- with: named_company
, named_user as (
    select a.id, a.company, a.role, a.username = erased_user(a.id) as erased, c.domain from account a join company c on c.id = a.company
     where a.username = $1 and a.kind = 'user' for no key update of a       -- waits for an erasure
), move as (
    select u.id, u.company as former, n.id as company, u.domain as former_domain, n.domain, u.role
      from named_user u, named_company n where u.company <> n.id and not u.erased and not n.erased
), changed_user as (update account a set company = move.company, epoch = epoch + 1 from move where a.id = move.id),
kept_company as (insert into former_company (account, company) select id, former from move on conflict do nothing),
changed_response as (update idempotency i set outcome = 'erased', answer = null from move where i.account = move.id)
select case when not exists (select from named_user) then 'username: there is no user ' || $1
            when not exists (select from named_company) then 'company: there is no company ' || $2
            when (select erased from named_user) then 'username: ' || $1 || ' has been erased, which cannot be undone'
            when (select erased from named_company) then 'company: ' || $2 || ' has been erased, which cannot be undone' end as refusal,
       case when exists (select from move)
            then 'user ' || $1 || ' has moved from ' || (select former_domain from move) || ' to ' || (select domain from move) || ' as ' || (select role::text from move) || '; all tokens have ended'
            else 'nothing to do: user ' || $1 || ' belongs to ' || $2 || ' already' end as said
