import type { Readable } from 'node:stream'
import { LIMITS } from '#domain/limits.ts'
import { Drop, type Outcome } from '#domain/outcome.ts'
import { limitOf, overloaded, reserve, tooLarge, type BodyPlan } from './body-plan.ts'
import { createByteCollector, type ByteCollector } from './byte-collector.ts'
import { decodeAtOnce } from './content-coding.ts'
import { startInflating, type Inflation, type Source } from './inflate-stream.ts'

export interface Body {
  readonly bytes: Buffer
  /** What they were before one gzip was undone at once. */
  readonly gzip: Buffer | undefined
}

/** The decoded body in one piece. Never rejects; after a Drop the rest of the request is read and thrown away. */
export function readBody(request: Readable, plan: BodyPlan): Promise<Outcome<Body>> {
  return new Promise((resolve) => {
    const isCoded = plan.codings.length > 0
    const limit = limitOf(plan.limits, isCoded)
    let received = 0
    /** Most bodies are one chunk and need no collector. */
    let only: Buffer | undefined
    let collector: ByteCollector | undefined
    let inflation: Inflation | undefined
    let isSettled = false

    function settle(outcome: Outcome<Buffer>): void {
      if (isSettled) return
      isSettled = true
      inflation?.stop()
      if (outcome instanceof Drop) {
        only = undefined
        collector = undefined
        request.resume()
      }
      resolve(asBody(outcome))
    }

    function collected(): Buffer {
      const whole = collector?.finish() ?? only ?? EMPTY
      only = undefined
      return whole
    }

    request.on('data', (chunk: Buffer) => {
      if (isSettled) return
      received += chunk.length
      if (received > limit) return settle(tooLarge(limit))
      if (inflation !== undefined) return inflation.write(chunk)
      if (!reserve(plan, chunk.length)) return settle(overloaded())
      if (collector === undefined && only === undefined) {
        only = chunk
      } else {
        collector ??= createByteCollector(only)
        collector.push(chunk)
      }
      if (isCoded && received > LIMITS.inflateAtOnceBytes) {
        inflation = startInflating(collected(), plan, request, settle)
      }
    })
    request.on('end', () => {
      if (isSettled) return
      if (inflation !== undefined) return inflation.end()
      isSettled = true
      resolve(decode(collected(), plan))
    })
    // Without 'end' before it: the sender went away. Node then emits 'error' only to those who listen.
    request.on('close', () => {
      if (!request.readableEnded) settle(incomplete())
    })
  })
}

/** The same for one that came in one piece with its head and is only lent: at once, unless it is large when decoded. */
export function readWholeBody(lent: Buffer, plan: BodyPlan): Outcome<Body> | Promise<Outcome<Body>> {
  const limit = limitOf(plan.limits, plan.codings.length > 0)
  if (lent.length > limit) return tooLarge(limit)
  return reserve(plan, lent.length) ? decode(lent, plan) : overloaded()
}

/** Undoes the codings of all that was sent. What is needed after this has returned is copied. */
function decode(sent: Buffer, plan: BodyPlan): Outcome<Body> | Promise<Outcome<Body>> {
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

function asBody(outcome: Outcome<Buffer>, gzip?: Buffer): Outcome<Body> {
  return outcome instanceof Drop ? outcome : { bytes: outcome, gzip }
}

/** All of it is there: nobody has to be told to wait. */
const NOBODY: Source = { pause: () => NOBODY as Readable, resume: () => NOBODY as Readable }

const EMPTY = Buffer.alloc(0)

function isOnlyGzip({ codings }: BodyPlan): boolean {
  return codings.length === 1 && codings[0] === 'gzip'
}

/** Undefined: it is larger than what one turn may do. */
function decodeAllAtOnce(sent: Buffer, plan: BodyPlan): Outcome<Buffer> | undefined {
  if (plan.codings.length === 0 || sent.length === 0) return sent
  const most = Math.min(LIMITS.inflatedAtOnceBytes, plan.limits.decoded)
  let bytes = sent
  for (const coding of plan.codings) {
    const decoded = decodeAtOnce(coding, bytes, most)
    if (decoded === undefined) return most < plan.limits.decoded ? undefined : tooLarge(most)
    if (decoded instanceof Drop) return decoded
    bytes = decoded
  }
  return reserve(plan, bytes.length) ? bytes : overloaded()
}

function incomplete(): Drop {
  return new Drop('incomplete', 'the request ended before its body was complete')
}
