-- The filters that a subscription had, each until when: an event is judged by those of its moment, however late it is spread and however often they
-- have changed since. Kept while there may be such an event (filters_retire.sql).
create table earlier_filters (
    subscription    bigint not null references subscription on delete cascade,
    until           timestamptz not null,       -- the event's created_at decides: the first that ends after it
    event_types     text[],
    case_directions text[],
    partner_companies bigint[],
    primary key (subscription, until)
) with (autovacuum_vacuum_scale_factor = 0.01, autovacuum_vacuum_threshold = 1000);

insert into earlier_filters
select id, filters_since, earlier_event_types, earlier_case_directions, earlier_partner_companies from subscription where filters_since <> '-infinity';

alter table subscription drop earlier_event_types, drop earlier_case_directions, drop earlier_partner_companies;
