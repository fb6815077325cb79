-- Common to wrk's scripts: each HTTP request is about a random collaboration request, as its submitter. Arguments: beginning of the path;
-- number of collaboration requests; file with a bearer token per company, or of company 2 alone.
function init(args)
  prefix, n, headers = args[1], tonumber(args[2]), {}
  for bearer in io.lines(args[3]) do headers[#headers + 1] = { Authorization = "Bearer " .. bearer } end
  math.randomseed(os.time() + os.clock() * 1e6)
end

-- The number of a random request, and the headers of its submitter. Company 1 + i % 200 has submitted request i (bench/seed.sql).
function pick()
  local i = math.random(1, n)
  if #headers == 1 then i = i - (i - 1) % 200 end
  return i, headers[1 + i % #headers]
end
