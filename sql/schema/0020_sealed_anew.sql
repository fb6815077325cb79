-- A rotation by its owner keeps the secret that it replaces; one that is only sealed anew (collabctl rotate-key) replaces nothing.
drop trigger keep_previous_secret on subscription;
create trigger keep_previous_secret before update of secret on subscription for each row
    when (new.previous_expires_at is distinct from old.previous_expires_at) execute function keep_previous_secret();
