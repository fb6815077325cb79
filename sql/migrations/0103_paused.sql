-- A subscription that the operator has paused (collabctl subscription pause): events are kept for it, and none is sent, until it goes on. It says nothing of
-- `active`, which is its owner's.
alter table subscription
    add column paused_since timestamptz,        -- null: it is not paused
    add column paused_by    text,               -- who has done it, and why
    add column paused_why   text;
