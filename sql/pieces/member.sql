-- member: the caller, if their role lets them work on requests. Needs caller.
member as (select * from caller where role <> 'reader')
