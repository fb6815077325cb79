-- decided: what came of the receiver's answer: `added` or not, and why.
select coalesce(judged.outcome, case when exists (select from added) then 'ok'
                                     when (select shown.receive_company <> caller.company from shown, caller) then 'receiver-only'
                                     else (select lower(status) from shown) end) as outcome
  from judged
