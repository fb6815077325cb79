-- ctl_attachment_list: the companies' default storages, without their passwords.
select c.domain as company, 'https://' || s.domain || ':' || s.port || s.path as url, coalesce(stamp(s.expiration), 'never') as expiration,
       case when s.overwrites then 'overwrite' when not s.overwrites then 'number' else 'number (default)' end as same_name,
       json_build_object('companyId', c.id, 'domain', s.domain, 'httpsPort', s.port, 'httpsPath', s.path,
                         'expiration', stamp(s.expiration), 'sameName', case when s.overwrites then 'overwrite' when not s.overwrites then 'number' end) as json
  from attachment_storage s join company c on c.id = s.company where s.request is null order by c.id;
