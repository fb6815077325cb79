-- wrk: GET the page of the list that follows a request at random, as its submitter. Arguments: bench/submitter.lua; the path ends before the cursor.
dofile("bench/submitter.lua")

function request()
  local i, who = pick()
  -- a cursor is the time and the id of the last row that was shown: bench/seed.sql
  return wrk.format("GET", prefix .. string.format("%d000000-%d", 1767225600 + 17 * i, i), who)
end
