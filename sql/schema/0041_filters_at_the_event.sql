-- The filters of a subscription are applied at the event: one from before a change is judged by what they were, however late it is spread. Of two
-- changes in that time the earlier is forgotten.
alter table subscription
    add column filters_since timestamptz not null default '-infinity',  -- the event's created_at decides; before: by these
    add column earlier_event_types text[],
    add column earlier_case_directions text[],
    add column earlier_partner_companies bigint[];
