-- ctl_doctor_names: user names that differ by case alone: how many, and the first of them; null: none.
select sum(names) as names, (array_agg(alike order by alike))[1] as first
  from (select count(*) as names, string_agg(username, ' and ' order by username) as alike
          from collab.account group by lower(username) having count(*) > 1) x
