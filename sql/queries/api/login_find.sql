-- login_find: the account's password hash, or the limit that refuses the login (refused_by) and the seconds until it ends
-- (refused_for). remembered: 'no' if a successful login needs login_remember. line_of: the account, if it has logged in from this
-- network before. known: whether the name is an account's, also a disabled one's.
-- outcomes: ok, too-many
-- with: failed_name, login_refusal
select case when longest_refusal.by is null then 'ok' else 'too-many' end as outcome, longest_refusal.by as refused_by, longest_refusal.seconds as refused_for,
       a.id, a.company, a.epoch, a.password_hash, case when exists (select from known_network) then failed_name.account end as line_of,
       case when exists (select from known_network where seen_at > clock_timestamp() - interval '1 day')
             and exists (select from last_login where account = failed_name.account and at > clock_timestamp() - interval '1 minute')
            then 'yes' else 'no' end as remembered,
       case when failed_name.account is null then 'no' else 'yes' end as known
  from failed_name
  left join longest_refusal on true
  left join (account a join company c on c.id = a.company and c.active) on a.id = failed_name.account and a.active
