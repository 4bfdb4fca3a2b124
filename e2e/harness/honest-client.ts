import { fork } from 'node:child_process'
import { once } from 'node:events'
import { fileURLToPath } from 'node:url'
import type { HonestOrders, HonestReport } from './honest-sender.ts'

export interface HonestClient {
  /** Waits for all responses and counts the outcomes. */
  stop(): Promise<HonestReport>
}

const PROGRAM = fileURLToPath(new URL('./honest-sender.ts', import.meta.url))

/** A well-behaved client of another project: sends a few events a second and loads pages. */
export async function startHonestClient(orders: HonestOrders): Promise<HonestClient> {
  const child = fork(PROGRAM, { execArgv: [] })
  child.send(orders)
  // Said when the first event was answered: a process takes a while to start on a busy machine.
  await once(child, 'message')
  return {
    async stop() {
      const reported = once(child, 'message') as Promise<[HonestReport]>
      child.send('stop')
      const [report] = await reported
      return report
    },
  }
}
