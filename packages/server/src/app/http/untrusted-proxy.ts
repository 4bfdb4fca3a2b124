import type { Log } from '#domain/log.ts'
import type { RecordStore } from '#stores/records/records.ts'

/** Remembered beyond a restart, for the doctor and for the next start. */
const FACT = 'unbelieved_proxy'

export interface UntrustedProxy {
  /** Called for every peer that sends X-Forwarded-For without being trusted. */
  seen(peer: string): void
}

/** Warns once, at the start or at the first such request, that all clients behind a proxy count as one address. */
export async function watchForUntrustedProxy(
  { facts }: Pick<RecordStore, 'facts'>,
  trustProxy: boolean,
  log: Log,
): Promise<UntrustedProxy> {
  const before = await facts.get(FACT)
  if (trustProxy) {
    if (before !== undefined) await facts.delete(FACT)
    return { seen() {} }
  }
  let said = before !== undefined
  if (before !== undefined) warn(log, before)
  return {
    seen(peer) {
      if (said) return
      said = true
      warn(log, peer)
      facts.set(FACT, peer).catch((error: unknown) => log.warn('a fact could not be stored', { error }))
    },
  }
}

/** The peer that sent X-Forwarded-For and is not trusted. */
export function untrustedProxy({ facts }: Pick<RecordStore, 'facts'>): Promise<string | undefined> {
  return facts.get(FACT)
}

function warn(log: Log, peer: string): void {
  log.warn(
    'X-Forwarded-For arrives and is not believed: everybody behind that proxy shares the sign-in limits of one address. ' +
      'If the proxy is yours, set HINDCAST_TRUST_PROXY=1.',
    { peer },
  )
}
