-- wrk: GET a request at random, as its submitter. Arguments: bench/submitter.lua; the path ends before the token.
dofile("bench/submitter.lua")

function request()
  local i = math.random(1, n)
  return wrk.format("GET", prefix .. string.format("1%015d", i), headers[1 + i % 200])
end
