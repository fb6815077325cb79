-- integrator: the caller, if their role lets them change webhooks and attachment configurations. Needs caller.
integrator as (select * from caller where role = 'integrator')
