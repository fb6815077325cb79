-- As in the baseline, but with five minutes of leeway: Microsoft Entra dates `iat` five minutes back, so that a fresh token was refused
-- for as long after each change that ended tokens. Nodes of 0.1.0 call this function, too.
create or replace function account_named(of_subject text, of_issuer text, of_kind text, issued text) returns bigint language plpgsql stable parallel safe as $$
begin
    return (select id from account
             where subject = of_subject and issuer = of_issuer and kind = of_kind
               and (tokens_since is null or issued is null or to_timestamp(issued::float8) >= tokens_since - interval '5 minutes'));
end $$;

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
