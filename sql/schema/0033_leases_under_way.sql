-- A claim of the version before 0030 that was under way while 0030 ran has left its mark and no lease: what it holds is over, and is taken back at once.
lock table delivery in access exclusive mode;
insert into lease (claim, until, deliveries)
select claim, clock_timestamp(), array_agg(id) from delivery d
 where claim is not null and not exists (select from lease where lease.claim = d.claim)
 group by claim;
