import { AppError } from '#domain/app-error.ts'
import { HOUR_MS, hourOf, type IntakeCount, type IntakeOutcome } from '#domain/intake/intake.ts'
import { KEPT_ITEMS, readKeptItems, type KeptItemsProgress } from '#domain/intake/kept-items.ts'
import { DROP_REASONS } from '#domain/intake/outcome.ts'
import type { TimeRange } from '#domain/time-range.ts'
import type { FactRecords, IntakeRecords } from '#stores/records/records.ts'

export interface IntakeTotal {
  readonly outcome: IntakeOutcome
  readonly category: string
  readonly reason: string
  readonly explanation: string
  readonly quantity: number
}

export interface IntakeReport {
  readonly range: TimeRange
  readonly cells: readonly IntakeCount[]
  /** Largest first. */
  readonly totals: readonly IntakeTotal[]
  /** What earlier versions kept raw and this one reads. */
  readonly kept: readonly KeptItemsProgress[]
}

const DAY_MS = 24 * HOUR_MS
/** What the intake counts under when a flood has used up its cells. */
const OTHER = 'other'
const LONGEST_MS = 93 * DAY_MS

/** What became of what was sent, to a project or (undefined) by senders that could not be matched to one. */
export async function readIntake(
  { intake, facts }: { readonly intake: IntakeRecords; readonly facts: Pick<FactRecords, 'get'> },
  projectId: string | undefined,
  asked: { readonly from: number | undefined; readonly to: number | undefined },
  now: number,
): Promise<IntakeReport> {
  const to = asked.to ?? now
  // Counts are kept by the hour, so a range that begins within one shows that hour whole.
  const range = { from: hourOf(asked.from ?? to - DAY_MS), to: hourOf(to - 1) + HOUR_MS }
  if (range.from >= range.to) throw new AppError('invalid_input', '`from` must be before `to`.')
  if (range.to - range.from > LONGEST_MS) {
    throw new AppError('invalid_input', 'The range must not be longer than three months.')
  }
  const cells = await intake.list(projectId, range)
  const { projects } = readKeptItems(await facts.get(KEPT_ITEMS))
  const kept = projectId === undefined ? [] : (projects[projectId] ?? [])
  return { range, cells, totals: totalsOf(cells), kept }
}

function totalsOf(cells: readonly IntakeCount[]): readonly IntakeTotal[] {
  const totals = new Map<string, IntakeTotal>()
  for (const { outcome, category, reason, quantity } of cells) {
    const key = JSON.stringify([outcome, category, reason])
    const sum = (totals.get(key)?.quantity ?? 0) + quantity
    totals.set(key, { outcome, category, reason, explanation: explain(outcome, reason), quantity: sum })
  }
  return [...totals.values()].sort((a, b) => b.quantity - a.quantity)
}

function explain(outcome: IntakeOutcome, reason: string): string {
  if (outcome === 'accepted') return ''
  if (outcome === 'kept_raw') return 'Stored without secrets; this version does not read it yet.'
  if (outcome === 'cut') return `Stored, with \`${reason}\` shortened to its limit.`
  if (outcome === 'scrubbed') return `Stored, with a secret replaced (${reason}).`
  if (reason === OTHER) return 'Too many different reasons at once to keep them apart.'
  return Object.hasOwn(DROP_REASONS, reason) ? DROP_REASONS[reason as keyof typeof DROP_REASONS] : reason
}
