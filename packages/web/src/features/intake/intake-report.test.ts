import type { Intake } from '@hindcast/contract/intake/intake.ts'
import { describe, expect, it } from 'vitest'
import { ENDS, headlinesOf, reasonRows, sentIn, stacksOf } from './intake-report.ts'

type Cell = Intake['cells'][number]

const HOUR_MS = 3_600_000
const START = Date.UTC(2026, 0, 1)
const NOW = START + 2.5 * HOUR_MS
const STARTS = [START, START + HOUR_MS, START + 2 * HOUR_MS]

/** Cells as the server keeps them, and the totals it makes of them. */
function anIntake(...cells: ReadonlyArray<Partial<Omit<Cell, 'hour'>> & { readonly at?: number }>): Intake {
  const whole = cells.map(
    ({ at = 0, outcome = 'accepted', category = 'error', reason = '', quantity = 1 }): Cell => ({
      hour: new Date(START + at * HOUR_MS).toISOString(),
      outcome,
      category,
      reason,
      quantity,
    }),
  )
  const totals = new Map<string, Intake['totals'][number]>()
  for (const { outcome, category, reason, quantity } of whole) {
    const key = `${outcome} ${category} ${reason}`
    const before = totals.get(key)?.quantity ?? 0
    totals.set(key, { outcome, category, reason, explanation: '', quantity: before + quantity })
  }
  const at = new Date(START).toISOString()
  return { from: at, to: at, cells: whole, totals: [...totals.values()], kept: [] }
}

describe('what became of everything', () => {
  it('[UI7] adds the categories of an outcome up, and says how many a quota turned away', () => {
    const headlines = headlinesOf(
      anIntake(
        { quantity: 5 },
        { quantity: 2, category: 'session' },
        { outcome: 'refused', reason: 'over_quota', quantity: 3 },
        { outcome: 'refused', reason: 'empty', quantity: 1 },
      ),
    )
    expect(headlines.find(({ outcome }) => outcome === 'accepted')?.quantity).toBe(7)
    expect(headlines.find(({ outcome }) => outcome === 'refused')).toMatchObject({ quantity: 4, limited: 3 })
    expect(headlines.find(({ outcome }) => outcome === 'dropped')?.quantity).toBe(0)
  })

  it('[UI7] lists every reason with its outcome, in the order of the outcomes, the largest first', () => {
    const intake = anIntake(
      { outcome: 'refused', reason: 'unknown_key', quantity: 2 },
      { outcome: 'dropped', reason: 'duplicate', quantity: 1 },
      { outcome: 'dropped', reason: 'filtered', quantity: 3 },
      { quantity: 4 },
    )
    const rows = reasonRows(intake, undefined, STARTS, NOW)
    expect(rows.map(({ outcome, reason }) => [outcome, reason])).toEqual([
      ['accepted', ''],
      ['dropped', 'filtered'],
      ['dropped', 'duplicate'],
      ['refused', 'unknown_key'],
    ])
    expect(reasonRows(intake, 'refused', STARTS, NOW)).toHaveLength(1)
  })

  it('[UI71] counts a shortened item once, so that shares of all that was sent add up', () => {
    const intake = anIntake(
      { quantity: 8 },
      { outcome: 'cut', reason: 'extra.state', quantity: 8 },
      { outcome: 'dropped', reason: 'duplicate', quantity: 2 },
    )
    expect(sentIn(intake)).toBe(10)
    const rows = reasonRows(intake, undefined, STARTS, NOW)
    expect(rows.map(({ outcome, share }) => [outcome, share])).toEqual([
      ['accepted', 0.8],
      ['cut', 0.8],
      ['dropped', 0.2],
    ])
  })

  it('[UI71] shows the course of a reason and how this hour differs from the one before', () => {
    const [row] = reasonRows(
      anIntake({ at: 0, quantity: 1 }, { at: 1, quantity: 7 }, { at: 2, quantity: 3 }),
      undefined,
      STARTS,
      NOW,
    )
    expect(row).toMatchObject({ series: [1, 7, 3], thisHour: 3, hourBefore: 7 })
  })

  it('[UI70] stacks what items ended as, hour by hour', () => {
    const intake = anIntake(
      { at: 0, quantity: 2 },
      { at: 0, outcome: 'refused', reason: 'empty', quantity: 1 },
      { at: 0, outcome: 'refused', reason: 'malformed', quantity: 1 },
      { at: 2, outcome: 'cut', reason: 'extra', quantity: 9 },
    )
    expect(stacksOf(intake, ENDS, STARTS)).toEqual([
      { accepted: 2, kept_raw: 0, dropped: 0, refused: 2 },
      { accepted: 0, kept_raw: 0, dropped: 0, refused: 0 },
      { accepted: 0, kept_raw: 0, dropped: 0, refused: 0 },
    ])
  })
})
