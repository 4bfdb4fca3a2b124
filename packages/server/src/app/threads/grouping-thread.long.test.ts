import type { GroupingSettings } from '#domain/projects/project.ts'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import type { StoredEvent } from '#stores/telemetry/telemetry.ts'
import { startGroupingThread, type GroupingThread } from './grouping-thread.ts'
import { createLocalGrouping } from './grouping.ts'

const silent = { debug() {}, info() {}, warn() {}, error() {} }

let folder: string
let thread: GroupingThread | undefined
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'hindcast-grouping-'))
})
afterEach(async () => {
  await thread?.stop()
  await rm(folder, { recursive: true })
})

function aStored(value: string): StoredEvent {
  const frames = [{ abs_path: 'https://shop.example/a.js', function: 'f', lineno: 1, colno: 2, in_app: true }]
  const payload = { exception: { values: [{ type: 'Error', value, stacktrace: { frames } }] } }
  return {
    projectId: '1',
    eventId: '1'.repeat(32),
    document: { payload, received: { at: 1 }, grouping: { version: 1, fingerprint: 'f' } },
  } as unknown as StoredEvent
}

/** Does what its name says with an event whose message is `hang`, `die` or `throw`, and answers the message of others. */
const HOSTILE = `
import { parentPort } from 'node:worker_threads'
parentPort.on('message', ({ given: [stored] }) => {
  const { value } = stored.document.payload.exception.values[0]
  if (value === 'hang') for (;;);
  if (value === 'die') process.exit(1)
  if (value === 'throw') return parentPort.postMessage({ failure: 'no' })
  parentPort.postMessage({ value })
})
parentPort.postMessage({ ready: true })
`

describe('the thread that groups stored events again', () => {
  it('[GR104] answers as this thread would', async () => {
    thread = startGroupingThread({ log: silent })
    const local = createLocalGrouping()
    const stored = aStored('no card')
    const ask = (await local.ask(stored))!
    expect(await thread.ask(stored)).toEqual(ask)
    const rules: GroupingSettings = {
      groupingRules: 'message:*card* -> fingerprint cards',
      groupingVersion: 4,
    }
    expect(await thread.regroup(stored, ask, [], rules)).toEqual(await local.regroup(stored, ask, [], rules))
    const tried = { before: { ...rules, groupingRules: '' }, after: rules }
    const answer = await thread.fingerprints(stored, undefined, tried)
    expect(answer).toEqual(await local.fingerprints(stored, undefined, tried))
    expect(answer.after).not.toBe(answer.before)
  })

  it('[GR104] is ended from outside when an event takes too long, which costs that event and none of the others', async () => {
    const program = join(folder, 'hostile.mjs')
    await writeFile(program, HOSTILE)
    const limits = { callMs: 4_000, waiting: 10, idleMs: 60_000 }
    thread = startGroupingThread({ log: silent, limits, program: pathToFileURL(program) })
    const said = await Promise.allSettled(
      ['first', 'hang', 'second', 'die', 'third', 'throw', 'last'].map((value) =>
        thread!.ask(aStored(value)),
      ),
    )
    expect(said.map((one) => (one.status === 'fulfilled' ? one.value : 'failed'))).toEqual([
      'first',
      'failed',
      'second',
      'failed',
      'third',
      'failed',
      'last',
    ])
  })

  it('[GR104] takes no more calls than may wait, and fails those that wait when it is stopped', async () => {
    const program = join(folder, 'hostile.mjs')
    await writeFile(program, HOSTILE)
    const limits = { callMs: 60_000, waiting: 2, idleMs: 60_000 }
    thread = startGroupingThread({ log: silent, limits, program: pathToFileURL(program) })
    const calls = ['hang', 'a', 'b', 'c'].map((value) => thread!.ask(aStored(value)))
    const settled = Promise.allSettled(calls)
    await expect(calls[3]).rejects.toMatchObject({ code: 'rate_limited' })
    await thread.stop()
    expect((await settled).map(({ status }) => status)).toEqual(Array(4).fill('rejected'))
    await expect(thread.ask(aStored('a'))).rejects.toMatchObject({ code: 'store_unavailable' })
  })

  it('[GR104] ends when idle, and starts again with the next call', async () => {
    const limits = { callMs: 60_000, waiting: 2, idleMs: 0 }
    thread = startGroupingThread({ log: silent, limits })
    const stored = aStored('no card')
    const first = await thread.ask(stored)
    await new Promise((resolve) => setTimeout(resolve, 50))
    expect(await thread.ask(stored)).toEqual(first)
  })
})
