-- Sends the requests of a file in turn. Each stands behind its length in ten digits.
local requests, at = {}, 0

function init(args)
  local file = assert(io.open(args[1], "rb"))
  for length in function() return file:read(10) end do
    requests[#requests + 1] = file:read(tonumber(length))
  end
  file:close()
end

function request()
  at = at % #requests + 1
  return requests[at]
end

function done(summary)
  local errors = summary.errors
  local failures = errors.connect + errors.read + errors.write + errors.status + errors.timeout
  io.write(string.format('{"requests":%d,"failures":%d,"microseconds":%d}\n', summary.requests, failures, summary.duration))
end
