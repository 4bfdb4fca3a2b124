import type { LiveEvent, LiveSubscription } from './live-hub.ts'

const ENCODER = new TextEncoder()

/** Server-sent events. Pulled, not pushed: a reader that does not read fills its own bounded queue only. */
export function liveStream(
  subscription: LiveSubscription,
  options: {
    readonly heartbeatMs: number
    readonly now: () => number
    /** Asked again at every heartbeat's time, so that signing out or revoking a token ends the stream. */
    readonly stillAllowed: () => Promise<boolean>
  },
): Response {
  let checkedAt = options.now()
  const body = new ReadableStream<Uint8Array>({
    start(controller) {
      controller.enqueue(ENCODER.encode('retry: 2000\n\n'))
    },
    async pull(controller) {
      const event = await subscription.next(options.heartbeatMs)
      if (event === 'closed') return controller.close()
      if (event === 'idle' || options.now() - checkedAt >= options.heartbeatMs) {
        checkedAt = options.now()
        if (!(await options.stillAllowed())) {
          subscription.close()
          return controller.close()
        }
      }
      controller.enqueue(ENCODER.encode(event === 'idle' ? ': still here\n\n' : frame(event)))
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

function frame({ id, message }: LiveEvent): string {
  return `id: ${id}\nevent: ${message.type}\ndata: ${JSON.stringify(message)}\n\n`
}
