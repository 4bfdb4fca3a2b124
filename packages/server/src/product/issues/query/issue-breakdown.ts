import type { Issue } from '#domain/issues/issue.ts'
import type { Dimension, Scope, TelemetryStore } from '#stores/telemetry/telemetry.ts'
import { issueScope } from './issue.ts'
import { otherEvents, sharesOf } from './issue-comparison.ts'
import type { LatestPart } from './latest-part.ts'

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
export async function readIssueBreakdown(
  telemetry: TelemetryStore,
  issue: Issue,
  now: number,
): Promise<readonly Facet[]> {
  const scope = { ...issueScope(issue, now), range: { from: issue.firstSeen, to: now + 1 } }
  return facetsOf(telemetry, scope, await otherEvents(telemetry, issue))
}

async function facetsOf(
  telemetry: TelemetryStore,
  scope: Scope,
  others: LatestPart,
): Promise<readonly Facet[]> {
  const tags = await telemetry.tagKeys(scope, TAG_FACETS)
  const asked: ReadonlyArray<{ key: string; by: Dimension; tag: boolean }> = [
    ...FACETS.map((key) => ({ key, by: key, tag: false })),
    ...tags.map(({ key }) => ({ key, by: { tag: key }, tag: true })),
  ]
  const facets = await Promise.all(
    asked.map(async ({ key, by, tag }) => {
      const { total, values } = await telemetry.breakdown(scope, {
        by,
        measure: 'events',
        limit: VALUES_PER_FACET,
      })
      const overall = await sharesOf(
        telemetry,
        others,
        by,
        values.map((value) => value.key),
      )
      return {
        key,
        tag,
        total,
        values: values.map((value) => Object.assign(value, { overall: overall(value.key) })),
      }
    }),
  )
  return facets.filter((facet) => facet.values.length > 0)
}
