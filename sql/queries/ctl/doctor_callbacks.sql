-- ctl_doctor_callbacks: the callback URLs of the 20 newest active subscriptions, newest first.
select callback_url from collab.subscription where active order by id desc limit 20
