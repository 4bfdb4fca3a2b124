import { readdirSync, readFileSync } from 'node:fs'
import { expect, it } from 'vitest'
import { install } from './harness/installation.ts'
import { sendFault } from './harness/stream.ts'

/** Of Linux: how far each thread of a process is behind the normal priority, by the name of the thread. */
function nicenessOf(process: number): ReadonlyMap<string, ReadonlySet<number>> {
  const found = new Map<string, Set<number>>()
  for (const thread of readdirSync(`/proc/${process}/task`)) {
    const stat = readFileSync(`/proc/${process}/task/${thread}/stat`, 'utf8')
    const name = stat.slice(stat.indexOf('(') + 1, stat.lastIndexOf(')'))
    const nice = Number(stat.slice(stat.lastIndexOf(')') + 2).split(' ')[16])
    found.set(name, (found.get(name) ?? new Set()).add(nice))
  }
  return found
}

it('[OP253] what digests, stores and collects garbage is behind the thread that answers requests', async () => {
  const hindcast = await install()
  await sendFault(hindcast.dsn, 'First')
  await hindcast.api.awaitIssues(1)
  const nice = nicenessOf(hindcast.server.pid)
  const [main] = nice.get('MainThread')!
  for (const name of ['digester', 'telemetry', 'V8Worker', 'libuv-worker'])
    expect([name, nice.get(name)]).toEqual([name, new Set([Math.min(19, main! + 5)])])
  expect(await hindcast.close()).toBe(0)
})
