-- run: the records of `visible_request` in the order of its column `n`. An aggregate of them alone keeps it.
run as (select n, body from record order by n)
