-- watch_role: whom the database takes us for.
select current_user::text as role
