-- ctl_token_account: the user that a token is made for, and the epoch of valid tokens.
-- binds: arg.username
select case when a.id is null then 'username: there is no user ' || $1
            when a.kind <> 'user' then 'username: ' || $1 || ' is a principal; its tokens come from its issuer'
            when not a.active or not c.active then 'username: ' || $1 || ' is disabled, or the company is' end as refusal,
       a.id, a.company, a.epoch
  from (select) one left join account a on a.username = $1 left join company c on c.id = a.company
