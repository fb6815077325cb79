-- run: the records of `visible_request` in the order of its column `n`. An aggregate that reads only `run` keeps that order.
run as (select n, body from record order by n)
