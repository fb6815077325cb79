-- What the newest redelivery of many events to a subscription was to send, so that its member sees how these events fared.
lock table subscription in share row exclusive mode;

-- One row for each subscription: the next redelivery takes the place of the last, so the table is as large as the subscriptions allow. It
-- refers to its replay without a foreign key, as replay_item does. A node of 0.1.0 adds no row: the redeliveries that it begins cannot be
-- shown.
create table redelivery (
    subscription bigint primary key references subscription on delete cascade,
    replay      bigint not null,
    events      bigint[] not null,
    last_letter bigint not null             -- the newest dead letter that it was to send; a newer one of the same event is a new failure
);
