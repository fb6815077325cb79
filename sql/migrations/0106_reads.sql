-- Functions of the reads. micros is stable, as what it calls: declared immutable it could not become part of the statement that calls it.
create or replace function micros(at timestamptz) returns bigint language sql stable strict parallel safe
return (extract(epoch from at) * 1000000)::bigint;

-- The account that another issuer's token names. A function keeps the look-up out of the plans of all others: own tokens name their account themselves.
create function account_named(of_subject text, of_issuer text, of_kind text) returns bigint language plpgsql stable parallel safe as $$
begin
    return (select id from account where subject = of_subject and issuer = of_issuer and kind = of_kind);
end $$;

-- Where a company wants the files of a request (storage_of), as the interface shows it. It becomes part of the statement that calls it; storage_shown,
-- which the version before still calls, was planned anew at every call.
create function storage_parameters(of_request bigint, of_company bigint, out uid uuid, out parameters text) returns setof record language sql stable rows 1
begin atomic
    select s.uid, row_to_json(x)::text
      from storage_of(of_request, of_company) s,
           lateral (select s.domain as "domain", '********' as "password", stamp(s.expiration) as "expiration", s.path as "httpsPath", s.port as "httpsPort") x;
end;
