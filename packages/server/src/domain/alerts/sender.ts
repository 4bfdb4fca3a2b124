import type { ChannelTarget } from './channel.ts'
import type { Delivery, DeliveryOutcome } from './notification.ts'

/** Sends one message to where a channel leads. Never throws for what the other side does. */
export interface ChannelSender {
  send(
    target: ChannelTarget,
    delivery: Pick<Delivery, 'id' | 'notification'>,
    signal?: AbortSignal,
  ): Promise<DeliveryOutcome>
}
