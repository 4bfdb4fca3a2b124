import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import * as fc from 'fast-check'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { openTestTelemetry } from '#stores/telemetry/testing/open-telemetry.ts'
import type { RecordStore } from '#stores/records/records.ts'
import { openSqliteRecords } from '#stores/records/sqlite/sqlite.ts'
import type { TelemetryStore } from '#stores/telemetry/telemetry.ts'
import { createMoveOutbox } from './move-outbox.ts'
import { createMergeModel, FINGERPRINTS } from './merging.contract.ts'

const log = { debug() {}, info() {}, warn() {}, error() {} }
let folder: string
let records: RecordStore
let telemetry: TelemetryStore
let organizationId: string
let seq = 0

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'hindcast-merge-'))
  records = await openSqliteRecords({ file: join(folder, 'records.sqlite'), log })
  telemetry = await openTestTelemetry({ dir: join(folder, 'telemetry'), now: () => 1, log })
  organizationId = (await records.organizations.create({ slug: 'main', name: 'Main', now: 1 })).id
})
afterAll(async () => {
  await telemetry.close()
  await records.close()
  await rm(folder, { recursive: true })
})

async function aModel() {
  const created = await records.projects.create({
    organizationId,
    name: 'Shop',
    platform: undefined,
    now: 1,
  })
  return createMergeModel({ records, telemetry }, created.project.id, () => seq++)
}

const some = fc.nat({ max: 20 })
const fingerprint = fc.nat({ max: FINGERPRINTS - 1 })
const step = fc.oneof(
  { weight: 4, arbitrary: fc.tuple(fc.constant('send' as const), fingerprint) },
  { weight: 2, arbitrary: fc.tuple(fc.constant('append' as const)) },
  { weight: 3, arbitrary: fc.tuple(fc.constant('merge' as const), some, some) },
  { weight: 3, arbitrary: fc.tuple(fc.constant('unmerge' as const), some, fc.uniqueArray(fingerprint)) },
  { weight: 1, arbitrary: fc.tuple(fc.constant('tell' as const)) },
  { weight: 2, arbitrary: fc.tuple(fc.constant('regroup' as const), some, fingerprint, some, some) },
)
type Step = typeof step extends fc.Arbitrary<infer T> ? T : never

async function run(model: Awaited<ReturnType<typeof aModel>>, [kind, ...rest]: Step): Promise<void> {
  const [a = 0, b = 0, c = 0, d = 0] = rest as number[]
  if (kind === 'unmerge') return model.unmerge(a, rest[1] as number[])
  if (kind === 'regroup') return model.regroup(a, b, () => model.merge(c, d))
  if (kind === 'merge') return model.merge(a, b)
  if (kind === 'send') return model.send(a)
  return model[kind]()
}

describe('issues that are merged and parted', () => {
  it('[GR90] have every event once, counts that add up and later events that follow, whatever happens at the same time', async () => {
    await fc.assert(
      fc.asyncProperty(fc.array(step, { minLength: 5, maxLength: 40 }), async (steps) => {
        const model = await aModel()
        for (const one of steps) await run(model, one)
        await model.check()
      }),
      { numRuns: 60 },
    )
  }, 120_000)

  it('[GR87] are applied to the telemetry in order, and retried after a failure', async () => {
    const model = await aModel()
    for (const n of [0, 1, 2]) await model.send(n)
    await model.merge(0, 1)
    await model.merge(0, 1)
    const told: string[] = []
    let works = false
    const moves = createMoveOutbox({
      records,
      telemetry: {
        async move(move) {
          if (!works) throw new Error('no disk')
          told.push(move.from)
          await telemetry.move(move)
        },
      },
      changed: (_, [from]) => void told.push(`${from} announced`),
      log,
    })
    expect(await moves.settled()).toBe(false)
    const waiting = await records.merging.waiting(9)
    expect(waiting).toHaveLength(2)
    works = true
    expect(await Promise.all([moves.settled(), moves.settled()])).toEqual([true, true])
    expect(told).toEqual(waiting.flatMap(({ from }) => [from, `${from} announced`]))
    await model.check()
  })
})
