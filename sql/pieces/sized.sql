-- sized: the rows of `candidate` (size and other columns, in the order shown) with `fits`: whether the records of all earlier rows
-- have less than 1 MiB by estimate. `size` is what CollabRequestLimit counts (request.submitter_size + receiver_size), and 2,048
-- for a summary, so no body needs to be built. 256 bytes allow for what the piece `record` adds. The window has no order of its own, so
-- the rows keep theirs.
-- A recursion that builds one record after another up to 1 MiB would be exact, but would copy each body, and take 1.2 times the CPU time.
sized as (
    select candidate.*, coalesce(sum(size + 256) over (rows between unbounded preceding and 1 preceding), 0) < 1048576 as fits from candidate
)
