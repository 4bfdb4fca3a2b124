import type { Intake } from '@hindcast/contract/intake.ts'

type Outcome = Intake['totals'][number]['outcome']

export interface IntakeLine {
  readonly outcome: Outcome
  readonly quantity: number
  readonly reasons: ReadonlyArray<{
    readonly reason: string
    readonly explanation: string
    readonly quantity: number
  }>
}

const ORDER: readonly Outcome[] = ['accepted', 'kept_raw', 'cut', 'dropped', 'refused']

/** One line per outcome, its reasons largest first. What could be matched to no project counts with the rest. */
export function intakeLines(intake: Intake, unmatched: Intake | undefined): readonly IntakeLine[] {
  const totals = [...intake.totals, ...(unmatched?.totals ?? [])]
  return ORDER.map((outcome) => {
    const reasons = new Map<string, { reason: string; explanation: string; quantity: number }>()
    for (const total of totals) {
      if (total.outcome !== outcome) continue
      const quantity = (reasons.get(total.reason)?.quantity ?? 0) + total.quantity
      reasons.set(total.reason, { reason: total.reason, explanation: total.explanation, quantity })
    }
    const sorted = [...reasons.values()].toSorted((a, b) => b.quantity - a.quantity)
    return {
      outcome,
      quantity: sorted.reduce((sum, { quantity }) => sum + quantity, 0),
      reasons: sorted.filter(({ reason }) => reason !== ''),
    }
  })
}
