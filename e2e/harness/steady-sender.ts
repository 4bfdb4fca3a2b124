import { setTimeout as sleep } from 'node:timers/promises'
import { sendEvent } from './app.ts'
import { eventually } from './eventually.ts'

/** Sends one event after the other, and remembers those that were acknowledged. */
export interface Sender {
  start(): void
  /** Waits until so many more were acknowledged. */
  atLeast(count: number): Promise<void>
  acknowledged(): readonly string[]
  stop(): Promise<void>
}

export function startSender(dsn: () => string): Sender {
  const acknowledged: string[] = []
  let stopping = new AbortController()
  let running: Promise<void> = Promise.resolve()

  async function send(signal: AbortSignal): Promise<void> {
    while (!signal.aborted) {
      const name = `Meanwhile${acknowledged.length % 5}`
      const frame = {
        filename: 'https://shop.example/app.js',
        function: name,
        lineno: 1,
        colno: 1,
        in_app: true,
      }
      const value = { type: name, value: 'sent meanwhile', stacktrace: { frames: [frame] } }
      acknowledged.push((await sendEvent(dsn(), { exception: { values: [value] } })).eventId)
      await sleep(20)
    }
  }
  const start = () => {
    stopping = new AbortController()
    running = send(stopping.signal)
  }
  start()
  return {
    start,
    async atLeast(count) {
      const from = acknowledged.length
      await eventually(`${count} more events`, async () =>
        acknowledged.length >= from + count ? true : undefined,
      )
    },
    acknowledged: () => acknowledged,
    async stop() {
      stopping.abort()
      await running
    },
  }
}
