-- alike_company: a refusal if a company other than arg.company (null: a new one) has the name arg.name, ignoring case and spaces. No row:
-- no such company exists, or arg.yes is given.
alike_company as (
    select 'name: partners could confuse it with company ' || id || ', "' || name || '" (' || domain || '); use --yes to accept it' as refusal
      from company
     where lower(regexp_replace(name, '\s', '', 'g')) = lower(regexp_replace({arg.name}, '\s', '', 'g')) and {arg.yes}::text is null
       and id::text is distinct from {arg.company} and domain is distinct from lower({arg.company})
     order by id limit 1
)
