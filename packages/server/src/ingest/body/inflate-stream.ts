import type { Readable, Transform } from 'node:stream'
import type { Drop, Outcome } from '#domain/intake/outcome.ts'
import { LIMITS } from '#domain/limits.ts'
import {
  incomplete,
  isKnown,
  mostExpanded,
  overloaded,
  reserve,
  tooDense,
  tooLarge,
  type BodyPlan,
} from './body-plan.ts'
import { createByteCollector, type ByteCollector } from './byte-collector.ts'
import { badEncoding, createDecoder, decoderBytes } from './content-coding.ts'
import { identifyByFirstLine } from './first-line.ts'
import type { Refusal } from '#ingest/http/refusal.ts'

export interface Inflation {
  write(chunk: Buffer): void
  end(): void
  /** Frees the decoders; safe to call twice. */
  stop(): void
}

/** The source of the bytes, which can be paused. */
export type Source = Pick<Readable, 'pause' | 'resume'>

type Settle = (outcome: Outcome<Buffer> | Refusal) => void

const UNKNOWN = Buffer.alloc(0)

/**
 * Undoes the codings of a body that is too large to do it at once. Every stage is bounded, not only the last:
 * a middle stage can grow without end while the last one stays empty.
 */
export function startInflating(start: Buffer, plan: BodyPlan, source: Source, settle: Settle): Inflation {
  const held = plan.codings.reduce(
    (sum, coding, index) => sum + decoderBytes(coding, index === 0 ? start : UNKNOWN),
    0,
  )
  if (!reserve(plan, held)) {
    settle(overloaded())
    return { write() {}, end() {}, stop() {} }
  }
  const wire = { bytes: start.length }
  const decoders = plan.codings.map((coding, index) => createDecoder(coding, index === 0 ? start : UNKNOWN))
  const collector = createByteCollector()
  for (const [index, decoder] of decoders.entries()) {
    const next = decoders[index + 1]
    let produced = 0
    decoder.on('error', (error) => settle(badEncoding(plan.codings[index]!, error)))
    decoder.on('data', (chunk: Buffer) => {
      produced += chunk.length
      const refused =
        expansionProblem(plan, produced, wire.bytes) ??
        (next === undefined ? collect(plan, collector, chunk) : undefined)
      if (refused !== undefined) settle(refused)
    })
    if (next === undefined) decoder.on('end', () => settle(collector.finish()))
    else decoder.pipe(next)
  }
  const entrance = decoders[0]!
  entrance.on('drain', () => source.resume())
  feed(entrance, start, source)
  return {
    write(chunk) {
      wire.bytes += chunk.length
      if (wire.bytes > LIMITS.bodies.firstLineWireBytes && !isKnown(plan)) return settle(withoutFirstLine())
      feed(entrance, chunk, source)
    },
    end: () => void entrance.end(),
    stop() {
      for (const decoder of decoders) decoder.destroy()
    },
  }
}

function expansionProblem(plan: BodyPlan, produced: number, wireBytes: number): Drop | undefined {
  if (produced > plan.limits.decoded) return tooLarge(plan.limits.decoded)
  return produced > mostExpanded(wireBytes) ? tooDense() : undefined
}

function collect(plan: BodyPlan, collector: ByteCollector, chunk: Buffer): Drop | Refusal | undefined {
  if (!reserve(plan, chunk.length)) return overloaded()
  collector.push(chunk)
  return identifyByFirstLine(plan, collector, chunk)
}

function withoutFirstLine(): Drop {
  return incomplete(
    `the first ${LIMITS.bodies.firstLineWireBytes} bytes do not contain the envelope's header`,
  )
}

function feed(entrance: Transform, chunk: Buffer, source: Source): void {
  if (!entrance.write(chunk)) source.pause()
}
