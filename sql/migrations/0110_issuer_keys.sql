-- Other issuers' keys that cannot be confirmed have an end (CollabIssuerTrust): jwks_read.
lock table jwks in access exclusive mode;

alter table jwks add column failed_at timestamptz,      -- when the last fetch began, if it failed; null: it succeeded
                 add column usable int;                 -- usable keys of the set that the last fetch gave; null: it gave none, or not known
update jwks set failed_at = tried_at where error is not null;

-- A dispatcher of 0.1.0 does not set them. It has tried the set last, so its fetch began at tried_at or earlier.
create function jwks_stored() returns trigger language plpgsql as $$
begin
    if new.error is null then
        new.failed_at := null;
    elsif new.failed_at is not distinct from old.failed_at then
        new.failed_at := old.tried_at;
        new.usable := null;
    end if;
    return new;
end $$;
create trigger jwks_stored before update of error on jwks for each row execute function jwks_stored();
