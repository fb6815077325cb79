-- wrk: POST a note to an open request at random, as its submitter. Arguments: path before the token, requests, file with a bearer token per
-- company, file with the body.
local prefix, n, headers, body = nil, nil, {}, nil

function init(args)
  prefix, n = args[1], tonumber(args[2])
  for bearer in io.lines(args[3]) do
    headers[#headers + 1] = { Authorization = "Bearer " .. bearer, ["Content-Type"] = "application/json" }
  end
  body = io.open(args[4]):read("*a")
  math.randomseed(os.time() + os.clock() * 1e6)
end

function request()
  local i = math.random(1, n)
  if i % 5 == 0 then i = i - 1 end      -- every fifth is closed
  return wrk.format("POST", prefix .. string.format("1%015d", i) .. "/notes", headers[1 + i % 200], body)
end
