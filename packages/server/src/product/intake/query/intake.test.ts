import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { HOUR_MS, type IntakeCount, type IntakeOutcome } from '#domain/intake/intake.ts'
import { KEPT_ITEMS } from '#domain/intake/kept-items.ts'
import { DROP_REASONS } from '#domain/intake/outcome.ts'
import type { RecordStore } from '#stores/records/records.ts'
import { openTestRecords } from '#stores/records/testing/open-records.ts'
import { readIntake } from './intake.ts'

const NOW = Date.UTC(2026, 10, 15, 12, 30)
const HOUR = NOW - 30 * 60_000
const log = { debug() {}, info() {}, warn() {}, error() {} }

let folder: string
let records: RecordStore
let projectId: string

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'hindcast-intake-'))
  records = await openTestRecords({ file: join(folder, 'records.sqlite'), log })
  const { id } = await records.organizations.create({ slug: 'main', name: 'Main', now: 1 })
  const { project } = await records.projects.create({
    organizationId: id,
    name: 'Shop',
    platform: undefined,
    now: 1,
  })
  projectId = project.id
})
afterAll(async () => {
  await records.close()
  await rm(folder, { recursive: true })
})

const cell = (outcome: IntakeOutcome, reason: string, quantity: number, over: Partial<IntakeCount> = {}) => ({
  projectId,
  hour: HOUR,
  category: 'error' as const,
  outcome,
  reason,
  quantity,
  ...over,
})

describe('intake', () => {
  it('[AP20] counts by hour and in total what was accepted, kept raw, cut, dropped, refused and limited', async () => {
    await records.intake.add([
      cell('accepted', '', 9),
      cell('accepted', '', 8, { hour: HOUR - 2 * HOUR_MS }),
      cell('kept_raw', '', 7, { category: 'transaction' }),
      cell('cut', 'exception.values.*.value', 6),
      cell('dropped', 'duplicate', 5),
      cell('refused', 'over_quota', 4),
      cell('refused', 'over_quota', 3, { category: 'replay' }),
      cell('refused', 'origin_not_allowed', 2),
      cell('refused', 'other', 1),
      cell('refused', 'unknown_key', 99, { projectId: undefined }),
    ])
    const { cells, totals, range } = await readIntake(
      records,
      projectId,
      { from: undefined, to: undefined },
      NOW,
    )
    expect(range).toEqual({ from: HOUR - 24 * HOUR_MS, to: HOUR + HOUR_MS })
    expect(cells).toHaveLength(9)
    expect(totals.map((total) => [total.outcome, total.category, total.reason, total.quantity])).toEqual([
      ['accepted', 'error', '', 17],
      ['kept_raw', 'transaction', '', 7],
      ['cut', 'error', 'exception.values.*.value', 6],
      ['dropped', 'error', 'duplicate', 5],
      ['refused', 'error', 'over_quota', 4],
      ['refused', 'replay', 'over_quota', 3],
      ['refused', 'error', 'origin_not_allowed', 2],
      ['refused', 'error', 'other', 1],
    ])
    expect(totals.map(({ explanation }) => explanation)).toEqual([
      '',
      'Stored without secrets; this version does not read it yet.',
      'Stored, with `exception.values.*.value` shortened to its limit.',
      DROP_REASONS.duplicate,
      DROP_REASONS.over_quota,
      DROP_REASONS.over_quota,
      DROP_REASONS.origin_not_allowed,
      'Too many different reasons at once to keep them apart.',
    ])
  })

  it('[PL102] reports the progress of reading kept items, only for the project', async () => {
    const progress = { itemType: 'session', read: 5, left: 2, isDone: false, at: NOW }
    await records.facts.set(KEPT_ITEMS, JSON.stringify({ projects: { [projectId]: [progress] } }))
    const asked = { from: undefined, to: undefined }
    expect((await readIntake(records, projectId, asked, NOW)).kept).toEqual([progress])
    expect((await readIntake(records, undefined, asked, NOW)).kept).toEqual([])
    expect((await readIntake(records, '999', asked, NOW)).kept).toEqual([])
  })
})
