-- A company's storage for a request, expired or not: the one set for this request, else the default. One that was set for the request
-- takes the default's place even after it has expired: the default may be elsewhere, and the company has not asked for this request's
-- files to go there. A disabled company receives neither events nor files.
create function storage_chosen(of_request bigint, of_company bigint) returns setof attachment_storage language sql stable rows 1
begin atomic
    select s.* from attachment_storage s join company c on c.id = s.company
     where s.company = of_company and c.active and (s.request = of_request or s.request is null)
     order by s.request is null limit 1;
end;

-- As in 0111, of that storage. Nodes of 0.1.0 call this function, too.
create or replace function storage_of(of_request bigint, of_company bigint) returns setof attachment_storage language sql stable rows 1
begin atomic
    select s.* from storage_chosen(of_request, of_company) s where s.expiration is null or s.expiration > now();
end;
