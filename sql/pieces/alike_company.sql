-- alike_company: refuses the name arg.name if another company has the same name, apart from case and spaces. The company arg.company itself
-- (null: it is new) may have the name already. Returns no row if arg.yes is given.
alike_company as (
    select 'name: partners could confuse it with company ' || id || ', "' || name || '" (' || domain || '); use --yes to accept it' as refusal
      from company
     where lower(regexp_replace(name, '\s', '', 'g')) = lower(regexp_replace({arg.name}, '\s', '', 'g')) and {arg.yes}::text is null
       and id::text is distinct from {arg.company} and domain is distinct from lower({arg.company})
     order by id limit 1
)
