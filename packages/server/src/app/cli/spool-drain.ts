import { resolve } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import type { Invocation } from './invocation.ts'
import { megabytes } from './megabytes.ts'
import { operate } from './operate.ts'
import { WrongUse } from './wrong-use.ts'

const LOOK_MS = 500

export async function drainSpool({ config, flags, rest, terminal }: Invocation): Promise<number> {
  const [given] = rest
  if (given === undefined) throw new WrongUse('Say which spool: hindcast spool drain DIR')
  const dir = resolve(given)
  const drain = () => operate(config, 'drainSpool', { dir })
  let progress = await drain()
  while (progress.waitingBytes > 0) {
    if (flags['json'] !== true)
      terminal.print(`${progress.items} items stored, ${megabytes(progress.waitingBytes)} to go`)
    await sleep(LOOK_MS)
    progress = await drain()
  }
  const { spool, items } = progress
  terminal.print(
    flags['json'] === true
      ? JSON.stringify({ dir, spool, items })
      : `Everything in ${dir} is stored (${items} items now). The folder can be deleted.`,
  )
  return 0
}
