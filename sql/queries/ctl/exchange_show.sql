-- ctl_exchange_show: the identity of the exchange, and the one that this machine expects (any: none).
-- binds: arg.expected
select identity::text as identity, stamp(since) as since, $1 as expected_here,
       json_build_object('identity', identity, 'since', stamp(since), 'expectedHere', nullif($1, 'any')) as json
  from exchange
