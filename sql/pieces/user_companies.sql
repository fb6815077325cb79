-- user_companies: the companies whose requests may hold what `named_user` (id, company) wrote: the user's own one, and those before a move.
user_companies as (
    select array(select company from named_user union select f.company from former_company f join named_user on named_user.id = f.account order by 1) as ids
)
