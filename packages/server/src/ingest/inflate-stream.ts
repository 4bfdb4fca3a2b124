import type { Readable, Transform } from 'node:stream'
import type { Outcome } from '#domain/outcome.ts'
import { overloaded, reserve, tooLarge, type BodyPlan } from './body-plan.ts'
import { createByteCollector } from './byte-collector.ts'
import { badEncoding, createDecoder, DECODER_BYTES } from './content-coding.ts'

export interface Inflation {
  write(chunk: Buffer): void
  end(): void
  /** Frees the decoders; safe to call twice. */
  stop(): void
}

/** Whoever brings the bytes, and can be told to wait. */
export type Source = Pick<Readable, 'pause' | 'resume'>

const UNKNOWN = Buffer.alloc(0)

/**
 * Undoes the codings of a body that is too large to do it at once. Every stage is bounded, not only the last:
 * a middle stage can grow without end while the last one stays empty.
 */
export function startInflating(
  start: Buffer,
  plan: BodyPlan,
  source: Source,
  settle: (outcome: Outcome<Buffer>) => void,
): Inflation {
  const held = plan.codings.reduce((sum, coding) => sum + DECODER_BYTES[coding], 0)
  if (!reserve(plan, held)) {
    settle(overloaded())
    return { write() {}, end() {}, stop() {} }
  }
  const decoders = plan.codings.map((coding, index) => createDecoder(coding, index === 0 ? start : UNKNOWN))
  const collector = createByteCollector()
  for (const [index, decoder] of decoders.entries()) {
    const next = decoders[index + 1]
    let produced = 0
    decoder.on('error', (error) => settle(badEncoding(plan.codings[index]!, error)))
    decoder.on('data', (chunk: Buffer) => {
      produced += chunk.length
      if (produced > plan.limits.decoded) return settle(tooLarge(plan.limits.decoded))
      if (next !== undefined) return
      if (!reserve(plan, chunk.length)) return settle(overloaded())
      collector.push(chunk)
    })
    if (next === undefined) decoder.on('end', () => settle(collector.finish()))
    else decoder.pipe(next)
  }
  const entrance = decoders[0]!
  entrance.on('drain', () => source.resume())
  feed(entrance, start, source)
  return {
    write: (chunk) => feed(entrance, chunk, source),
    end: () => void entrance.end(),
    stop() {
      for (const decoder of decoders) decoder.destroy()
    },
  }
}

function feed(entrance: Transform, chunk: Buffer, source: Source): void {
  if (!entrance.write(chunk)) source.pause()
}
