-- deciding: the receiver's answer to `shown`: who gives it (engineer), and the request when it may still be given (allowed). Needs caller, shown.
engineer as (           -- CollabLenientInput: who is not named is the caller
    select filled({body}::json ->> 'engineerName', {config.lenient}, caller.name) as name,
           {body}::json ->> 'engineerPhone' as phone,
           filled({body}::json ->> 'engineerEmail', {config.lenient}, caller.email) as email
      from caller
), allowed as (
    select shown.* from shown, caller
     where caller.company = shown.receive_company and shown.status in ('OPEN', 'INFORMATION')
)
