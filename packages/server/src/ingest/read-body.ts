import type { IncomingMessage } from 'node:http'
import { LIMITS } from '#domain/limits.ts'
import { Drop, type Outcome } from '#domain/outcome.ts'
import { overloaded, reserve, tooLarge, type BodyPlan } from './body-plan.ts'
import { createByteCollector, type ByteCollector } from './byte-collector.ts'
import { decodeAtOnce } from './content-coding.ts'
import { startInflating, type Inflation } from './inflate-stream.ts'

/** The decoded body in one piece. Never rejects; after a Drop the rest of the request is read and thrown away. */
export function readBody(request: IncomingMessage, plan: BodyPlan): Promise<Outcome<Buffer>> {
  return new Promise((resolve) => {
    const collector = createByteCollector()
    const limit =
      plan.codings.length === 0 ? Math.min(plan.limits.wire, plan.limits.decoded) : plan.limits.wire
    let received = 0
    let settled = false
    let inflation: Inflation | undefined

    function settle(outcome: Outcome<Buffer>): void {
      if (settled) return
      settled = true
      inflation?.stop()
      if (outcome instanceof Drop) {
        collector.finish()
        request.resume()
      }
      resolve(outcome)
    }

    request.on('data', (chunk: Buffer) => {
      if (settled) return
      received += chunk.length
      if (received > limit) return settle(tooLarge(limit))
      if (inflation !== undefined) return inflation.write(chunk)
      if (!reserve(plan, chunk.length)) return settle(overloaded())
      collector.push(chunk)
      if (plan.codings.length > 0 && received > LIMITS.inflateAtOnceBytes) {
        inflation = startInflating(collector.finish(), plan, request, settle)
      }
    })
    request.on('end', () => {
      if (settled) return
      if (inflation !== undefined) return inflation.end()
      finish(collector, plan, request, settle, (started) => (inflation = started))
    })
    request.on('error', () => settle(incomplete()))
    request.on('close', () => {
      if (!request.complete) settle(incomplete())
    })
  })
}

function finish(
  collector: ByteCollector,
  plan: BodyPlan,
  request: IncomingMessage,
  settle: (outcome: Outcome<Buffer>) => void,
  streaming: (inflation: Inflation) => void,
): void {
  const sent = collector.finish()
  if (plan.codings.length === 0 || sent.length === 0) return settle(sent)
  const outcome = inflateAtOnce(sent, plan)
  if (outcome !== undefined) return settle(outcome)
  const inflation = startInflating(sent, plan, request, settle)
  streaming(inflation)
  inflation.end()
}

function inflateAtOnce(sent: Buffer, plan: BodyPlan): Outcome<Buffer> | undefined {
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
