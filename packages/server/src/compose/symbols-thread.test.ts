import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { MessagePort } from 'node:worker_threads'
import { expect, it } from 'vitest'
import { makeDataFolder } from '#data-folder.ts'
import { anAsk } from '#symbols/testing/world.ts'
import { connectSymbols } from '#symbols/thread/connect-symbols.ts'
import { startSymbolsThread } from './symbols-thread.ts'

const silent = { debug() {}, info() {}, warn() {}, error() {} }

it('[SM42] opens maps in a thread of its own, which answers everybody who was given a port, until it is stopped', async () => {
  const dir = await mkdtemp(join(tmpdir(), 'hindcast-symbols-thread-'))
  const shared: MessagePort[] = []
  const thread = startSymbolsThread(
    { folder: await makeDataFolder(dir), logLevel: 'error' },
    { share: (port) => void shared.push(port), log: silent },
  )
  expect(shared).toEqual([])
  thread.start()
  const other = connectSymbols(() => {})
  other.connect(shared[0]!)
  const states = (await Promise.all([thread, other].map((one) => one.symbolicate(anAsk())))).map((answer) =>
    answer[0]!.map(({ map }) => map.state),
  )
  expect(states).toEqual(Array.from({ length: 2 }, () => ['no_file', 'no_file', 'no_file']))
  // A thread that was started again has no port any more.
  thread.start()
  const again = connectSymbols(() => {})
  again.connect(shared[1]!)
  expect(await again.symbolicate(anAsk())).toHaveLength(1)
  again.close()
  await thread.stop()
  await expect(thread.symbolicate(anAsk())).rejects.toMatchObject({ code: 'store_unavailable' })
  other.close()
  await rm(dir, { recursive: true })
})
