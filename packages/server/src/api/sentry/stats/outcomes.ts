import type { IntakeCount } from '#domain/intake/intake.ts'
import type { Steps } from './steps.ts'

export interface StatsFilter {
  readonly category: readonly string[]
  readonly outcome: readonly string[]
  readonly reason: readonly string[]
}

export interface StatsGroup {
  readonly by: Record<string, string | number>
  readonly totals: Record<string, number>
  readonly series: Record<string, number[]>
}

type Told = Readonly<Record<string, string | number>>

/** What Sentry counts as `error`. */
const ERRORS: ReadonlySet<string> = new Set(['error', 'default', 'security'])

/** Turned away because there was too much of it, here or on the way. */
const LIMITED: ReadonlySet<string> = new Set([
  'over_quota',
  'thinned_out',
  'spool_full',
  'disk_full',
  'overloaded',
])

/** In Sentry's words. Undefined: it was counted before as accepted. */
export function sentryOutcome({
  outcome,
  reason,
}: Pick<IntakeCount, 'outcome' | 'reason'>): string | undefined {
  if (outcome === 'accepted' || outcome === 'kept_raw') return 'accepted'
  if (outcome === 'cut' || outcome === 'scrubbed') return undefined
  if (reason.startsWith('filtered_')) return 'filtered'
  return LIMITED.has(reason) ? 'rate_limited' : 'invalid'
}

/** Cells of the hours, by what they are told apart by; largest first. */
export function countOutcomes(
  cells: readonly IntakeCount[],
  steps: Steps,
  asked: { readonly fields: readonly string[]; readonly by: readonly string[]; readonly filter: StatsFilter },
): readonly StatsGroup[] {
  const groups = new Map<string, { readonly by: Told; readonly values: number[] }>()
  for (const cell of cells) {
    const told = tellOf(cell)
    const step = Math.floor((cell.hour - steps.from) / steps.stepMs)
    if (told === undefined || steps.starts[step] === undefined || !passes(told, asked.filter)) continue
    const by = Object.fromEntries(asked.by.map((key) => [key, told[key]!]))
    const key = JSON.stringify(by)
    const group = groups.get(key) ?? { by, values: steps.starts.map(() => 0) }
    group.values[step]! += cell.quantity
    groups.set(key, group)
  }
  return [...groups.values()]
    .map(({ by, values }) => {
      const total = values.reduce((sum, value) => sum + value, 0)
      const totals = Object.fromEntries(asked.fields.map((field) => [field, total]))
      return { by, totals, series: Object.fromEntries(asked.fields.map((field) => [field, values])), total }
    })
    .toSorted((a, b) => b.total - a.total)
    .map(({ by, totals, series }) => ({ by, totals, series }))
}

function tellOf(cell: IntakeCount): Told | undefined {
  const outcome = sentryOutcome(cell)
  if (outcome === undefined) return undefined
  return {
    outcome,
    category: ERRORS.has(cell.category) ? 'error' : cell.category,
    reason: cell.reason === '' ? 'none' : cell.reason,
    project: Number(cell.projectId),
  }
}

function passes(told: Told, { category, outcome, reason }: StatsFilter): boolean {
  const isAmong = (wanted: readonly string[], value: string | number | undefined) =>
    wanted.length === 0 || wanted.includes(String(value))
  return (
    isAmong(category, told['category']) &&
    isAmong(outcome, told['outcome']) &&
    isAmong(reason, told['reason'])
  )
}
