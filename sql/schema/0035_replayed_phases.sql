-- A delivery that a replay has made did not come out of the outbox: it has no time there, nor until it was written.

alter table delivery alter taken_at drop not null;
comment on column delivery.taken_at is 'when its event was taken from the outbox; null: a replay has made it';
