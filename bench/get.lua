-- wrk: GET a request at random, as its submitter. Arguments: bench/submitter.lua; the path ends before the token.
dofile("bench/submitter.lua")

function request()
  local i, who = pick()
  return wrk.format("GET", prefix .. string.format("1%015d", i), who)
end
