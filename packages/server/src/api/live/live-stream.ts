import { concerns, type LiveAudience, type LiveSubscription } from './live-hub.ts'
import type { LiveEvent } from './recent-messages.ts'

const ENCODER = new TextEncoder()

export interface LiveRights {
  /** Increases when permissions change. */
  version(): number
  /** What the caller may hear of now; undefined: nothing any more. */
  audience(): Promise<LiveAudience | undefined>
}

/** Server-sent events. Pulled, not pushed: a reader that does not read fills its own bounded queue only. */
export function liveStream(
  subscription: LiveSubscription,
  options: { readonly heartbeatMs: number; readonly now: () => number } & LiveRights,
): Response {
  const rights = createRights(options)
  const end = (controller: ReadableStreamDefaultController<Uint8Array>) => {
    subscription.close()
    controller.close()
  }
  const body = new ReadableStream<Uint8Array>({
    start(controller) {
      const { position } = subscription
      controller.enqueue(
        ENCODER.encode(`retry: 2000\n${position === undefined ? '' : `id: ${position}\n`}\n`),
      )
    },
    async pull(controller) {
      for (;;) {
        const event = await subscription.next(options.heartbeatMs)
        if (event === 'closed') return controller.close()
        const change = await rights.renewed(event === 'idle').catch((error: unknown) => {
          // A stream that fails is not cancelled, and its place would be taken for ever.
          subscription.close()
          throw error
        })
        if (change === 'none') return end(controller)
        if (change !== 'same') subscription.narrow(change)
        if (event === 'idle') return controller.enqueue(ENCODER.encode(': still here\n\n'))
        // It was published while the caller might still hear of it.
        if (change === 'same' || concerns(change, event.message)) {
          return controller.enqueue(ENCODER.encode(frame(event)))
        }
      }
    },
    cancel() {
      subscription.close()
    },
  })
  return new Response(body, {
    headers: {
      'Content-Type': 'text/event-stream; charset=utf-8',
      'Cache-Control': 'no-store',
      // nginx would otherwise hold the stream back until its buffer is full.
      'X-Accel-Buffering': 'no',
    },
  })
}

/**
 * Asked before every event, and answered from memory while nothing changed: asking the records for every event of every
 * reader would cost more than the events. Sessions and tokens also end by time, so it is asked at every heartbeat too.
 */
function createRights(options: LiveRights & { readonly heartbeatMs: number; readonly now: () => number }) {
  let checkedAt = options.now()
  let checked = options.version()
  return {
    async renewed(isIdle: boolean): Promise<LiveAudience | 'same' | 'none'> {
      const isDue = isIdle || options.now() - checkedAt >= options.heartbeatMs
      if (!isDue && options.version() === checked) return 'same'
      let audience: LiveAudience | undefined
      do {
        // Before it is asked: what changes meanwhile is asked about again.
        checked = options.version()
        checkedAt = options.now()
        audience = await options.audience()
      } while (options.version() !== checked)
      return audience ?? 'none'
    },
  }
}

function frame({ id, message }: LiveEvent): string {
  return `id: ${id}\nevent: ${message.type}\ndata: ${JSON.stringify(message)}\n\n`
}
