-- What wrk's scripts have in common: each request is about a collaboration request at random, as its submitter. Arguments: path before what the
-- script adds, requests, file with a bearer token per company, or that of company 2 alone.
function init(args)
  prefix, n, headers = args[1], tonumber(args[2]), {}
  for bearer in io.lines(args[3]) do headers[#headers + 1] = { Authorization = "Bearer " .. bearer } end
  math.randomseed(os.time() + os.clock() * 1e6)
end

-- The number of a request, and the headers of its submitter. Request i was submitted by company 1 + i % 200 (bench/seed.sql).
function pick()
  local i = math.random(1, n)
  if #headers == 1 then i = i - (i - 1) % 200 end
  return i, headers[1 + i % #headers]
end
