-- wrk: GET of the page of the list that follows a random request, as its submitter. Arguments: see bench/submitter.lua; the path ends before
-- the cursor.
dofile("bench/submitter.lua")

function request()
  local i, who = pick()
  -- a cursor is the time and the id of the last row shown; times are those of bench/seed.sql
  return wrk.format("GET", prefix .. string.format("%d000000-%d", 1767225600 + 17 * i, i), who)
end
