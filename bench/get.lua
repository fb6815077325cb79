-- wrk: GET of a random request, as its submitter. Arguments: see bench/submitter.lua; the path ends before the token.
dofile("bench/submitter.lua")

function request()
  local i, who = pick()
  return wrk.format("GET", prefix .. string.format("1%015d", i), who)
end
