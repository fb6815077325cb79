-- wrk: GET a request at random, as its submitter. Arguments: path before the token, requests, file with a bearer token per company.
local prefix, n, headers = nil, nil, {}

function init(args)
  prefix, n = args[1], tonumber(args[2])
  for bearer in io.lines(args[3]) do headers[#headers + 1] = { Authorization = "Bearer " .. bearer } end
  math.randomseed(os.time() + os.clock() * 1e6)
end

function request()
  local i = math.random(1, n)
  return wrk.format("GET", prefix .. string.format("1%015d", i), headers[1 + i % 200])
end
