-- A disabled company receives nothing: neither events nor files.
create or replace function storage_of(of_request bigint, of_company bigint) returns setof attachment_storage language sql stable rows 1
begin atomic
    select s.* from attachment_storage s join company c on c.id = s.company
     where s.company = of_company and c.active and (s.request = of_request or s.request is null)
       and (s.expiration is null or s.expiration > now())
     order by s.request is null limit 1;
end;
update subscription s set active = false, inactive_since = clock_timestamp(), inactive_reason = 'company', updated_at = clock_timestamp()
  from company c where c.id = s.company and not c.active and s.active;
