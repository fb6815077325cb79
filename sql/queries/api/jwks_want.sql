-- jwks_want: records that a token named a key that the stored set lacks. The dispatcher decides when to fetch the set again.
-- binds: arg.url
update jwks set wanted_at = clock_timestamp() where url = $1 and (wanted_at is null or wanted_at < tried_at)
