import type { Issue } from '#domain/issues/issue.ts'
import type { Dimension, TelemetryStore } from '#stores/telemetry/telemetry.ts'
import { issueSpan } from './issue.ts'
import { otherEvents, sharesOf } from './issue-comparison.ts'

export interface Facet {
  readonly key: string
  readonly tag: boolean
  readonly total: number
  readonly values: readonly FacetValue[]
}

export interface FacetValue {
  readonly key: string
  readonly count: number
  readonly latest: number
  /** Which part of the project's other events has it; undefined where there are no others. */
  readonly overall: number | undefined
}

const FACETS = [
  'release',
  'environment',
  'browser',
  'os',
  'device',
  'url',
  'route',
  'user',
  'handled',
  'level',
  'sdk',
] as const satisfies readonly Dimension[]

const VALUES_PER_FACET = 5
const TAG_FACETS = 12

/** Counts every event of the issue, so it is a question of its own: the page shows the issue before it is answered. */
export async function readIssueBreakdown(telemetry: TelemetryStore, issue: Issue): Promise<readonly Facet[]> {
  const scope = issueSpan(issue)
  const [tags, others] = await Promise.all([
    telemetry.tagKeys(scope, TAG_FACETS),
    otherEvents(telemetry, issue),
  ])
  const asked: ReadonlyArray<{ key: string; by: Dimension; tag: boolean }> = [
    ...FACETS.map((key) => ({ key, by: key, tag: false })),
    ...tags.map(({ key }) => ({ key, by: { tag: key }, tag: true })),
  ]
  const counted = await telemetry.breakdowns(scope, {
    of: asked.map(({ by }) => ({ by })),
    measure: 'events',
    limit: VALUES_PER_FACET,
  })
  const found = asked
    .map(({ key, by, tag }, index) => {
      const { total, values } = counted[index]!
      return { key, by, tag, total, values }
    })
    .filter(({ values }) => values.length > 0)
  const shares = await sharesOf(
    telemetry,
    others,
    found.map(({ by, values }) => ({ by, keys: values.map(({ key }) => key) })),
  )
  return found.map(({ key, tag, total, values }, index) => ({
    key,
    tag,
    total,
    values: values.map((value) => Object.assign(value, { overall: shares[index]!(value.key) })),
  }))
}

const MOST_VALUES = 100
/** Columns that are no facet of the issue's page. */
const COLUMNS: ReadonlySet<string> = new Set([...FACETS, 'transaction', 'dist'])

export async function readIssueTag(telemetry: TelemetryStore, issue: Issue, key: string): Promise<Facet> {
  const isColumn = COLUMNS.has(key)
  const by = isColumn ? (key as Exclude<Dimension, object>) : { tag: key }
  const asked = { by, measure: 'events', limit: MOST_VALUES } as const
  const { total, values } = await telemetry.breakdown(issueSpan(issue), asked)
  return {
    key,
    tag: !isColumn,
    total,
    values: values.map((value) => Object.assign(value, { overall: undefined })),
  }
}
