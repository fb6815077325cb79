-- sized: the rows of `candidate` (size, and what else the statement needs; in the order in which they are shown), with `fits`: have
-- the records before it less than 1 MiB, as estimated? `size` is what CollabRequestLimit counts (request.submitter_size +
-- receiver_size), so that no body is built to find out; 256 bytes are for what the piece `record` adds. A window without an order
-- takes the rows as they come.
sized as (
    select candidate.*, coalesce(sum(size + 256) over (rows between unbounded preceding and 1 preceding), 0) < 1048576 as fits from candidate
)
