-- engineer: who gives the receiver's answer. Needs caller.
engineer as (           -- CollabLenientInput: who is not named is the caller
    select filled({body.engineerName}, {config.lenient}, caller.name) as name,
           {body.engineerPhone} as phone,
           filled({body.engineerEmail}, {config.lenient}, caller.email) as email
      from caller
)
