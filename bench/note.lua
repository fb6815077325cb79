-- wrk: POST of a note to a random open request, as its submitter. Arguments: see bench/submitter.lua, then a file with the body; the path
-- ends before the token.
dofile("bench/submitter.lua")
local submitter = init

function init(args)
  submitter(args)
  for _, each in ipairs(headers) do each["Content-Type"] = "application/json" end
  body = io.open(args[4]):read("*a")
end

function request()
  local i, who = pick()
  while i % 5 == 0 do i, who = pick() end      -- every fifth request is closed
  return wrk.format("POST", prefix .. string.format("1%015d", i) .. "/notes", who, body)
end
