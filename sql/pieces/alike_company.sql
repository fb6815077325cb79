-- alike_company: the refusal of the name {arg.name} if another company has it, except for case and spaces. The company {arg.company} may
-- have the name already; null: the company is new. No row with {arg.yes}.
alike_company as (
    select 'name: partners could confuse it with company ' || id || ', "' || name || '" (' || domain || '); use --yes to accept it' as refusal
      from company
     where lower(regexp_replace(name, '\s', '', 'g')) = lower(regexp_replace({arg.name}, '\s', '', 'g')) and {arg.yes}::text is null
       and id::text is distinct from {arg.company} and domain is distinct from lower({arg.company})
     order by id limit 1
)
