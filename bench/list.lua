-- wrk: GET the page of the list that follows a request at random, as its submitter. Arguments: path up to the cursor, requests, file with a bearer
-- token per company.
local prefix, n, headers = nil, nil, {}

function init(args)
  prefix, n = args[1], tonumber(args[2])
  for bearer in io.lines(args[3]) do headers[#headers + 1] = { Authorization = "Bearer " .. bearer } end
  math.randomseed(os.time() + os.clock() * 1e6)
end

function request()
  local i = math.random(1, n)
  -- a cursor is the time and the id of the last row that was shown: bench/seed.sql
  return wrk.format("GET", prefix .. string.format("%d000000-%d", 1767225600 + 17 * i, i), headers[1 + i % 200])
end
