-- audit_row: adds the acts of this operation (`act`: what, subscription, request, before, after) to the audit, as acts of the caller.
audited as (
    insert into audit (what, by_account, by_address, company, account, subscription, request, before, after, request_id)
    select act.what, caller.id, {request.address}, caller.company, caller.id, act.subscription, act.request,
           audit_difference(act.before, act.after), audit_difference(act.after, act.before), {request.id}
      from act cross join caller
)
