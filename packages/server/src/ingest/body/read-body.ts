import type { Readable } from 'node:stream'
import { LIMITS } from '#domain/limits.ts'
import { Drop, type Outcome } from '#domain/intake/outcome.ts'
import { incomplete, isKnown, limitOf, overloaded, reserve, tooLarge, type BodyPlan } from './body-plan.ts'
import { createByteCollector } from './byte-collector.ts'
import { decodeAtOnce } from './content-coding.ts'
import { identifyByFirstLine } from './first-line.ts'
import { startInflating, type Inflation, type Source } from './inflate-stream.ts'
import { Refusal } from '#ingest/http/refusal.ts'

export interface Body {
  readonly bytes: Buffer
  /** What they were before one gzip was undone at once. */
  readonly gzip: Buffer | undefined
}

export type Received = Outcome<Body> | Refusal

/** The decoded body in one piece. Never rejects; after a refusal the rest of the request is read and thrown away. */
export function readBody(request: Readable, plan: BodyPlan): Promise<Received> {
  return new Promise((resolve) => {
    const isCoded = plan.codings.length > 0
    const limit = limitOf(plan.limits, isCoded)
    const collector = createByteCollector()
    let received = 0
    let inflation: Inflation | undefined
    let isSettled = false

    function settle(outcome: Outcome<Buffer> | Refusal): void {
      if (isSettled) return
      isSettled = true
      unwatch()
      inflation?.stop()
      if (outcome instanceof Drop || outcome instanceof Refusal) {
        collector.finish()
        request.resume()
      }
      resolve(asBody(outcome))
    }

    function take(chunk: Buffer): Drop | Refusal | undefined {
      received += chunk.length
      if (received > limit) return tooLarge(limit)
      if (inflation !== undefined) {
        inflation.write(chunk)
        return undefined
      }
      if (!reserve(plan, chunk.length)) return overloaded()
      collector.push(chunk)
      if (!isCoded) return identifyByFirstLine(plan, collector, chunk)
      if (received <= LIMITS.inflateAtOnceBytes) return undefined
      inflation = startInflating(collector.finish(), plan, request, settle)
      if (isSettled) inflation.stop()
      return undefined
    }

    const unwatch = plan.progress.watch({
      received: () => received,
      isHeld: () => request.isPaused(),
      cut: () => settle(tooSlow()),
    })
    request.on('data', (chunk: Buffer) => {
      if (isSettled) return
      const refused = take(chunk)
      if (refused !== undefined) settle(refused)
    })
    request.on('end', () => {
      if (isSettled) return
      if (inflation !== undefined) return inflation.end()
      isSettled = true
      unwatch()
      resolve(decode(collector.finish(), plan))
    })
    // Without 'end' before it: the sender went away. Node then emits 'error' only to those who listen.
    request.on('close', () => {
      if (!request.readableEnded) settle(incomplete('the request ended before its body was complete'))
    })
  })
}

/**
 * The same for a body that arrived in one piece with its head in a shared buffer: processed at once, unless it is
 * large when decoded. Work done at once reserves no memory; the data is in the spool by then.
 */
export function readWholeBody(lent: Buffer, plan: BodyPlan): Received | Promise<Received> {
  const limit = limitOf(plan.limits, plan.codings.length > 0)
  return lent.length > limit ? tooLarge(limit) : decode(lent, plan)
}

/** Undoes the codings of all that was sent. What is needed after this has returned is copied. */
function decode(sent: Buffer, plan: BodyPlan): Received | Promise<Received> {
  const outcome = decodeAllAtOnce(sent, plan)
  if (outcome !== undefined) return asBody(outcome, isOnlyGzip(plan) ? sent : undefined)
  return new Promise((resolve) => {
    let inflation: Inflation | undefined
    inflation = startInflating(Buffer.from(sent), plan, NOBODY, (late) => {
      inflation?.stop()
      resolve(asBody(late))
    })
    inflation.end()
  })
}

function asBody(outcome: Outcome<Buffer> | Refusal, gzip?: Buffer): Received {
  return outcome instanceof Drop || outcome instanceof Refusal ? outcome : { bytes: outcome, gzip }
}

/** The body is complete: nothing to pause. */
const NOBODY: Source = { pause: () => NOBODY as Readable, resume: () => NOBODY as Readable }

function isOnlyGzip({ codings }: BodyPlan): boolean {
  return codings.length === 1 && codings[0] === 'gzip'
}

/** Undefined: larger than the limit for one turn, or than the limit for unknown senders. */
function decodeAllAtOnce(sent: Buffer, plan: BodyPlan): Outcome<Buffer> | undefined {
  if (plan.codings.length === 0 || sent.length === 0) return sent
  const most = Math.min(
    isKnown(plan) ? LIMITS.inflatedAtOnceBytes : LIMITS.headerLineBytes,
    plan.limits.decoded,
  )
  let bytes = sent
  for (const coding of plan.codings) {
    const decoded = decodeAtOnce(coding, bytes, most)
    if (decoded === undefined) return undefined
    if (decoded instanceof Drop) return decoded
    bytes = decoded
  }
  return bytes
}

function tooSlow(): Drop {
  const { progressBytes, progressSeconds } = LIMITS.bodies
  return incomplete(`fewer than ${progressBytes} bytes of the body came in ${progressSeconds} seconds`)
}
