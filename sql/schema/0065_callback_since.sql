-- Since when a subscription has its callback URL: a token that was fetched before is not sent there, also when the URL is one that it has had before.
alter table subscription add column callback_since timestamptz not null default clock_timestamp();
