export class ConnectTimeoutError extends Error {}

export async function request(url, body) {
  const answer = await connect(new URL(url), body)
  return answer.json()
}

async function connect(url, body) {
  const signal = AbortSignal.timeout(10_000)
  const answer = await fetch(url, { method: 'POST', body: JSON.stringify(body), signal })
  if (!signal.aborted) return answer
  throw new ConnectTimeoutError(
    `Connect Timeout Error (attempted address: ${url.hostname}:443, timeout: 10000ms)`,
  )
}
