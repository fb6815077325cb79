-- ctl_form_set: renames a contact document. The name must be new in its company or department. Requests keep the old name. Those of an
-- erased company stay as they are. The first part waits for others that add or rename forms of the company.
-- binds: arg.form, arg.name
select from company where id = (select company from document where id = $1::bigint) for no key update
-- then
with named_form as (
    select t.id, t.company, t.department, t.name, c.name = erased_company(c.id) as erased from document t join company c on c.id = t.company where t.id = $1::bigint
), same_form as (
    select t.id from document t join named_form n on t.company = n.company and t.department is not distinct from n.department and t.id <> n.id where t.name = $2
     order by t.id limit 1
), changed_form as (
    update document set name = $2 from named_form n where document.id = n.id and n.name <> $2 and not n.erased and not exists (select from same_form)
)
select case when not exists (select from named_form) then 'form: there is no form ' || $1
            when (select erased from named_form) then 'form: ' || $1 || ' belongs to a company that has been erased, which cannot be undone'
            when exists (select from same_form) then 'name: form ' || (select id from same_form) || ' has this name' end as refusal,
       case when (select name from named_form) = $2 then 'nothing to do: form ' || $1 || ' has this name already' end as said;
