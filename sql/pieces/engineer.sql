-- engineer: the receiver's engineer, for a response. Needs caller.
engineer as (           -- CollabLenientInput: the caller, if no name is given
    select filled({body.engineerName}, {config.lenient}, caller.name) as name, {body.engineerPhone} as phone,
           filled({body.engineerEmail}, {config.lenient}, caller.email) as email
      from caller
)
