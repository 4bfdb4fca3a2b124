import { keyNamed } from '@hindcast/contract/search/keys.ts'
import { LIMITS } from '#domain/limits.ts'
import type { Project } from '#domain/projects/project.ts'
import type { TelemetryStore } from '#stores/telemetry/telemetry.ts'
import { everything } from '#product/issues/query/time-series.ts'
import { latestPart } from '#product/issues/query/latest-part.ts'
import { dimensionOf } from './event-tests.ts'

const DAY_MS = 86_400_000
const HOUR_MS = 3_600_000

export interface AskedValues {
  /** A key of events or of a tag; empty: the keys of tags themselves. */
  readonly key: string
  readonly prefix: string
  readonly limit: number
}

export interface KnownValue {
  readonly value: string
  readonly events: number
}

/** The most frequent values among the latest events that begin so, in any case. */
export async function readSearchValues(
  telemetry: TelemetryStore,
  project: Project,
  { key, prefix, limit }: AskedValues,
  now: number,
): Promise<readonly KnownValue[]> {
  const named = keyNamed(key)
  if (named !== undefined && (named.of === 'issue' || named.takes !== 'text')) return []
  const range = { from: now - project.settings.retentionDays * DAY_MS, to: now + 1 }
  const part = await latestPart(
    telemetry,
    { ...everything(project.id, now), range },
    { bucketMs: HOUR_MS, enough: LIMITS.search.valueEvents },
  )
  if (key === '') {
    const keys = await telemetry.tagKeys(part.scope, LIMITS.search.tagKeys)
    const wanted = keys.filter((one) => one.key.toLowerCase().startsWith(prefix.toLowerCase()))
    return wanted.slice(0, limit).map((one) => ({ value: one.key, events: one.count }))
  }
  const dimension = dimensionOf({ field: named?.name ?? key, tag: named === undefined })
  const where = prefix === '' ? [] : [{ dimension, op: 'like', pattern: `${withoutStars(prefix)}*` } as const]
  const scope = { ...part.scope, where }
  const { values } = await telemetry.breakdown(scope, { by: dimension, measure: 'events', limit })
  return values.map((value) => ({ value: value.key, events: value.count }))
}

function withoutStars(text: string): string {
  return text.replaceAll('*', '')
}
