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

/** One line per outcome, its reasons largest first, all categories together. */
export function intakeLines(intake: Intake): readonly IntakeLine[] {
  return ORDER.map((outcome) => {
    const reasons = new Map<string, { reason: string; explanation: string; quantity: number }>()
    for (const total of intake.totals) {
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

export interface IntakeReason {
  readonly outcome: Outcome
  readonly reason: string
  readonly explanation: string
  readonly quantity: number
}

export function intakeReasons(lines: readonly IntakeLine[]): readonly IntakeReason[] {
  return lines.flatMap((line) => line.reasons.map((reason) => ({ ...reason, outcome: line.outcome })))
}
