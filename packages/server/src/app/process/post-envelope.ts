import { request } from 'node:http'
import { request as requestSecurely } from 'node:https'

/** Answers the status. One connection for each: a kept one would hold up the shutdown of its own server. */
export function postEnvelope(url: string, body: Uint8Array, waitMs: number): Promise<number> {
  return new Promise((resolve, reject) => {
    const outgoing = (url.startsWith('https:') ? requestSecurely : request)(
      url,
      {
        method: 'POST',
        agent: false,
        headers: { 'Content-Type': 'application/x-sentry-envelope', 'Content-Length': body.length },
        signal: AbortSignal.timeout(waitMs),
      },
      (incoming) => {
        incoming.once('error', reject)
        incoming.once('end', () => resolve(incoming.statusCode ?? 0))
        incoming.resume()
      },
    )
    outgoing.once('error', reject)
    outgoing.end(body)
  })
}
