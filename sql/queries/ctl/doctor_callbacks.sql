-- ctl_doctor_callbacks: where some of those who are called can be found, the newest subscription of each first.
select callback_url from collab.subscription where active order by id desc limit 20
