-- integrator: the caller, if its role permits changing webhooks and attachment configurations. Needs caller.
integrator as (select * from caller where role = 'integrator')
