-- ctl_exchange_unusable: the active companies whose default storages have no password.
select c.domain from attachment_storage s join company c on c.id = s.company where s.request is null and s.password is null and c.active order by c.domain
