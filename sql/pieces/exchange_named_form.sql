-- exchange_named_form: the forms by their natural key; times: how many have it (0.1.0 allowed several).
named_form as materialized (
    select company, department, name, min(id) as id, count(*) as times from document group by company, department, name
)
