-- member: the caller, if its role permits working on requests. Needs caller.
member as (select * from caller where role <> 'reader')
