import { fork } from 'node:child_process'
import { once } from 'node:events'
import { setPriority } from 'node:os'
import { fileURLToPath } from 'node:url'
import type { FloodOrders, FloodReport } from './flood-sender.ts'

const PROGRAM = fileURLToPath(new URL('./flood-sender.ts', import.meta.url))
/** It shares the machine with the server that it attacks, which a real one does not. */
const NICE = 5

/** Connections that push as fast as they are answered, for so long. */
export async function flood(orders: FloodOrders): Promise<FloodReport> {
  const child = fork(PROGRAM, { execArgv: [] })
  setPriority(child.pid!, NICE)
  child.send(orders)
  const [report] = (await once(child, 'message')) as [FloodReport]
  return report
}
