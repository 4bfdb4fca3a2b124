import type { Intake } from '@hindcast/contract/intake.ts'
import { describe, expect, it } from 'vitest'
import { intakeLines, intakeReasons } from './intake-lines.ts'

type Total = Intake['totals'][number]

function anIntake(totals: ReadonlyArray<Partial<Total>>): Intake {
  const rest = { outcome: 'accepted', category: 'error', reason: '', explanation: '', quantity: 1 } as const
  const at = '2026-01-01T00:00:00.000Z'
  return { from: at, to: at, cells: [], totals: totals.map((total) => ({ ...rest, ...total })) }
}

describe('the intake line', () => {
  it('[UI7] adds the categories of a reason up and puts the largest reason first', () => {
    const lines = intakeLines(
      anIntake([
        { quantity: 5 },
        { quantity: 2, category: 'session' },
        { outcome: 'dropped', reason: 'too_old', explanation: 'Too old.', quantity: 1 },
        { outcome: 'dropped', reason: 'filtered', explanation: 'Filtered.', quantity: 3 },
        {
          outcome: 'dropped',
          reason: 'filtered',
          explanation: 'Filtered.',
          category: 'session',
          quantity: 1,
        },
      ]),
    )
    expect(lines.find(({ outcome }) => outcome === 'accepted')).toMatchObject({ quantity: 7, reasons: [] })
    expect(lines.find(({ outcome }) => outcome === 'dropped')).toEqual({
      outcome: 'dropped',
      quantity: 5,
      reasons: [
        { reason: 'filtered', explanation: 'Filtered.', quantity: 4 },
        { reason: 'too_old', explanation: 'Too old.', quantity: 1 },
      ],
    })
  })

  it('[UI7] lists every reason with what became of the item, and none for what was simply accepted', () => {
    const lines = intakeLines(
      anIntake([
        { quantity: 9 },
        { outcome: 'refused', reason: 'unknown_key', explanation: 'No such key.', quantity: 2 },
        { outcome: 'cut', reason: 'extra.state', quantity: 1 },
      ]),
    )
    expect(intakeReasons(lines).map(({ outcome, reason, quantity }) => [outcome, reason, quantity])).toEqual([
      ['cut', 'extra.state', 1],
      ['refused', 'unknown_key', 2],
    ])
  })
})
