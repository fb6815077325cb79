-- run: the records of `visible_request` in the order of its column `n`. An aggregate over `run` alone keeps that order.
run as (select n, body from record order by n)
