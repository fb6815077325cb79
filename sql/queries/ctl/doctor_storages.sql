-- ctl_doctor_storages: how many companies' default storages have files of all requests in one folder, while nobody has said what happens to
-- a name that is taken there; and the first of these companies.
select count(*) as storages, (array_agg(c.domain order by c.id))[1] as company
  from collab.attachment_storage s join collab.company c on c.id = s.company
 where s.request is null and s.overwrites is null and position('{' || 'token}' in s.path) = 0 and c.active and (s.expiration is null or s.expiration > now())
