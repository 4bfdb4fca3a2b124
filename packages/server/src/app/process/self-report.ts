import { randomBytes } from 'node:crypto'
import type { JsonObject } from '#domain/json.ts'
import { LIMITS } from '#domain/limits.ts'
import type { Log } from '#domain/log.ts'
import { encodeEnvelope } from '#protocol/encode-envelope.ts'
import type { Failure } from './failure.ts'

export interface Destination {
  readonly dsn: string
  readonly projectId: string
}

export interface SelfReporterDeps {
  /** Undefined while nothing can be reported: not listening yet, no key, or turned off. */
  readonly destination: () => Destination | undefined
  /** Answers the status. */
  readonly post: (envelope: Uint8Array) => Promise<number>
  readonly release: string
  readonly now: () => number
  /** Must not report: a failure to report would report itself. */
  readonly log: Log
}

export interface SelfReporter {
  /** Never throws and never waits. */
  report(failure: Failure): void
  /** Resolves when what is under way has been taken or given up. */
  flush(): Promise<void>
}

const MINUTE_MS = 60_000

/** Reports internal errors to the own project, through the normal ingest. */
export function createSelfReporter(deps: SelfReporterDeps): SelfReporter {
  const { destination, post, now, log } = deps
  const isDue = createGate(now)
  const inFlight = new Set<Promise<void>>()
  let unreported = 0

  function isOwnEcho({ component, projectId }: Failure, own: string): boolean {
    // What fails with a report fails with the report about that failure too, and so on without an end.
    return projectId === own || (component === 'ingest' && inFlight.size > 0)
  }

  async function send(failure: Failure, { dsn }: Destination, before: number): Promise<void> {
    try {
      const event = eventOf(failure, { release: deps.release, now: now(), unreported: before })
      const header = { event_id: event['event_id'] as string, sent_at: new Date(now()).toISOString(), dsn }
      const status = await post(encodeEnvelope(header, [{ type: 'event', payload: event }]))
      if (status !== 200) throw new Error(`it was answered with ${status}`)
    } catch (error) {
      unreported += before + 1
      log.warn('a failure could not be reported', { digest: failure.digest, error: String(error) })
    }
  }

  return {
    report(failure) {
      const to = destination()
      if (to !== undefined && isOwnEcho(failure, to.projectId)) return
      if (to === undefined || !isDue(failure)) {
        unreported++
        return
      }
      const before = unreported
      unreported = 0
      const sending: Promise<void> = Promise.resolve()
        .then(() => send(failure, to, before))
        .finally(() => inFlight.delete(sending))
      inFlight.add(sending)
    },
    async flush() {
      await Promise.all(inFlight)
    },
  }
}

/** Limit per minute; errors without a digest in a response are reported once per type. */
function createGate(now: () => number): (failure: Failure) => boolean {
  let recent: Array<{ readonly at: number; readonly kind: string }> = []
  return ({ component, digest, exceptions }) => {
    const at = now()
    const kind = digest ?? [component, exceptions.at(-1)?.type, exceptions.at(-1)?.value].join('\n')
    recent = recent.filter((report) => at - report.at < MINUTE_MS)
    if (recent.length >= LIMITS.selfReport.perMinute || recent.some((report) => report.kind === kind))
      return false
    recent.push({ at, kind })
    return true
  }
}

function eventOf(
  failure: Failure,
  {
    release,
    now,
    unreported,
  }: { readonly release: string; readonly now: number; readonly unreported: number },
): JsonObject {
  return {
    event_id: randomBytes(16).toString('hex'),
    timestamp: now / 1000,
    platform: 'node',
    level: 'error',
    environment: 'production',
    release: `hindcast@${release}`,
    sdk: { name: 'hindcast.server', version: release },
    ...(failure.transaction !== undefined && { transaction: failure.transaction }),
    tags: { component: failure.component, ...(failure.digest !== undefined && { digest: failure.digest }) },
    exception: {
      values: failure.exceptions.map(({ type, value, frames }) => ({
        type,
        value,
        mechanism: { type: 'generic', handled: failure.component !== 'process' },
        stacktrace: { frames: frames.map((frame) => ({ ...frame })) },
      })),
    },
    extra: { log: failure.message, ...(unreported > 0 && { unreported }) },
  }
}
