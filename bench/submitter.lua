-- What wrk's scripts have in common: each request is about a collaboration request at random, as its submitter. Arguments: path before what the
-- script adds, requests, file with a bearer token per company.
function init(args)
  prefix, n, headers = args[1], tonumber(args[2]), {}
  for bearer in io.lines(args[3]) do headers[#headers + 1] = { Authorization = "Bearer " .. bearer } end
  math.randomseed(os.time() + os.clock() * 1e6)
end
