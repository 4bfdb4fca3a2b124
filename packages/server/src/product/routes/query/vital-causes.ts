import type { JsonObject } from '#domain/json.ts'
import { LIMITS } from '#domain/limits.ts'
import {
  explainVital,
  resourceOf,
  SCRIPT_ATTRIBUTES,
  VITAL_ATTRIBUTES,
  type SlowVisit,
  type VitalCauses,
} from '#domain/traces/vital-causes.ts'
import type { VitalName } from '#domain/traces/vital-rating.ts'
import type { RouteScope, VitalSample } from '#stores/telemetry/routes.ts'
import type { SpanBeside } from '#stores/telemetry/spans.ts'
import type { TelemetryStore } from '#stores/telemetry/telemetry.ts'

export type { VitalCauses }

type Telemetry = Pick<TelemetryStore, 'vitalSamples' | 'spanAttributes' | 'spansOfTraces'>

/** Spans of one visit do not all arrive within the range. */
const BESIDE_MS = 3_600_000

/** Why a vital is as it is, from what was sent about the slowest quarter of the visits. */
export async function readVitalCauses(
  telemetry: Telemetry,
  scope: RouteScope,
  vital: VitalName,
): Promise<VitalCauses> {
  const { projectId } = scope
  const samples = await telemetry.vitalSamples(scope, { vital, limit: LIMITS.routes.vitalVisits })
  const attributes = await telemetry.spanAttributes(projectId, samples, VITAL_ATTRIBUTES[vital])
  const visits = samples.map((sample, index) =>
    Object.assign(sample, { attributes: attributes[index] ?? {} }),
  )
  if (vital === 'lcp') return explainVital(vital, await withResources(telemetry, scope, visits))
  if (vital === 'inp') return explainVital(vital, await withFrames(telemetry, scope, visits))
  return explainVital(vital, visits)
}

type Visit = VitalSample & { readonly attributes: JsonObject }

const beside = (
  telemetry: Telemetry,
  { projectId, range }: RouteScope,
  visits: readonly Visit[],
  asked: { readonly op: string; readonly names?: readonly string[] },
): Promise<readonly SpanBeside[]> =>
  telemetry.spansOfTraces(
    { projectId, range: { from: range.from - BESIDE_MS, to: range.to + BESIDE_MS } },
    {
      ...asked,
      traceIds: [...new Set(visits.map(({ traceId }) => traceId))],
      limit: LIMITS.routes.vitalSpans,
    },
  )

/** When the resource of the largest element was asked for, and when it was there. */
async function withResources(
  telemetry: Telemetry,
  scope: RouteScope,
  visits: readonly Visit[],
): Promise<readonly SlowVisit[]> {
  const names = [...new Set(visits.flatMap((visit) => resourceOf(visit) ?? []))]
  const spans = names.length === 0 ? [] : await beside(telemetry, scope, visits, { op: 'resource.', names })
  return visits.map((visit) => {
    const name = resourceOf(visit)
    const { traceId, pageStartedAt } = visit
    const span = spans.find((one) => one.traceId === traceId && one.name === name)
    if (span === undefined || pageStartedAt === undefined) return visit
    const start = span.startedAt - pageStartedAt
    return { ...visit, resource: { start, end: start + span.duration } }
  })
}

/** What blocked the main thread longest while the page dealt with the interaction. */
async function withFrames(
  telemetry: Telemetry,
  scope: RouteScope,
  visits: readonly Visit[],
): Promise<readonly SlowVisit[]> {
  const spans = await beside(telemetry, scope, visits, { op: 'ui.long_animation_frame' })
  const frames = visits.map(({ traceId, startedAt, duration }) =>
    // The longest comes first.
    spans.find(
      (one) =>
        one.traceId === traceId &&
        one.startedAt < startedAt + duration &&
        one.startedAt + one.duration > startedAt,
    ),
  )
  const found = frames.filter((frame) => frame !== undefined)
  const attributes = await telemetry.spanAttributes(scope.projectId, found, SCRIPT_ATTRIBUTES)
  return visits.map((visit, index) => {
    const frame = frames[index]
    return frame === undefined ? visit : { ...visit, frame: attributes[found.indexOf(frame)] }
  })
}
