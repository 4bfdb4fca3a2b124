import { errorEnvelope, requestBytes } from './envelopes.ts'
import { generateLoad } from './load.ts'

const POOL = 2000
const WARM_UP_SECONDS = 4

/** Ready-made requests in a ring. Ids repeat over rounds, which costs the digester a look-up, not the accept path. */
function requestRing(url: URL, path: string, gzip: boolean): () => Buffer {
  const ring = Array.from({ length: POOL }, (_, index) =>
    requestBytes({ path, host: url.host, body: errorEnvelope({ bug: index % 100 }).body, gzip }),
  )
  let at = 0
  return () => ring[at++ % POOL]!
}

/** Requests per second with 64 connections. */
export async function acceptRate(
  url: URL,
  path: string,
  options: { gzip: boolean; seconds: number },
): Promise<number> {
  const load = {
    host: url.hostname,
    port: Number(url.port),
    connections: 64,
    next: requestRing(url, path, options.gzip),
  }
  // Both servers start cold; what is compared is how they run, not how they compile.
  await generateLoad({ ...load, seconds: WARM_UP_SECONDS })
  const result = await generateLoad({ ...load, seconds: options.seconds })
  if (result.failures > 0)
    throw new Error(`${result.failures} of ${result.requests} requests were not answered with 200`)
  return result.perSecond
}
