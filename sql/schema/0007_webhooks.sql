-- What managing webhooks needs: an event for one subscription alone, and a secret that goes on signing for a while after it was replaced.

alter table event
    alter request drop not null,
    alter request_token drop not null,
    add column subscription bigint,             -- the only one it is for: a test; null: all that want it
    drop constraint event_type_check,
    add constraint event_type_check
        check (type in ('created', 'closed', 'note.created', 'response.created', 'response.updated', 'webhook.test')),
    add constraint event_about check ((request is null) = (request_token is null) and (request is null) = (subscription is not null));

-- Workers may replace a secret but not read the one that stands: the row keeps it for them.
create function keep_previous_secret() returns trigger language plpgsql as $$
begin
    new.previous_secret := case when new.previous_expires_at > clock_timestamp() then old.secret end;
    return new;
end $$;
create trigger keep_previous_secret before update of secret on subscription for each row execute function keep_previous_secret();
