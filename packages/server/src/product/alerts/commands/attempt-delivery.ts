import type { ChannelTarget, SecretBox } from '#domain/alerts/channel.ts'
import type { Delivery, DeliveryOutcome } from '#domain/alerts/notification.ts'
import { targetOf, UNREADABLE_TARGET } from '#domain/alerts/open-target.ts'
import { afterAttempt } from '#domain/alerts/retry.ts'
import type { ChannelSender } from '#domain/alerts/sender.ts'
import type { RecordStore } from '#stores/records/records.ts'

export interface DeliveryDeps {
  readonly records: Pick<RecordStore, 'channels' | 'deliveries' | 'people'>
  readonly sender: ChannelSender
  readonly box: SecretBox
  readonly now: () => number
  readonly chance: () => number
}

/**
 * Sends it once and writes down what came of it. A process that ends in between sends it again, with the same id. Given
 * up because everything stops, it was no attempt.
 */
export async function attemptDelivery(
  deps: DeliveryDeps,
  delivery: Delivery,
  options: { readonly signal?: AbortSignal; readonly once?: boolean } = {},
): Promise<DeliveryOutcome> {
  const { records, sender, now, chance } = deps
  const { signal, once = false } = options
  const at = now()
  const target = await resolve(deps, delivery)
  const outcome =
    typeof target === 'string'
      ? { ok: false, status: undefined, answer: target, mayRetry: false }
      : await sender.send(target, delivery, signal)
  if (signal?.aborted === true && !outcome.ok) return outcome
  const number = delivery.attempts + 1
  const { ok, status, answer } = outcome
  await records.deliveries.attempted(
    delivery.id,
    { number, at, durationMs: now() - at, ok, status, answer },
    afterAttempt(number, once ? { ...outcome, mayRetry: false } : outcome, now(), chance),
  )
  return outcome
}

/** Where it goes, or why it cannot go anywhere. */
async function resolve({ records, box }: DeliveryDeps, { to }: Delivery): Promise<ChannelTarget | string> {
  if (to.kind === 'person') {
    const [person] = await records.people.byIds([to.id])
    return person === undefined ? 'They are gone.' : { kind: 'email', to: [person.email] }
  }
  const channel = await records.channels.byId(to.id)
  if (channel === undefined) return 'The channel is gone.'
  return targetOf(channel, box) ?? UNREADABLE_TARGET
}
