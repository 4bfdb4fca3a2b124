import { expect, it } from 'vitest'

import { LIMITS } from '#domain/limits.ts'
import type { SpanRow } from '#stores/telemetry/spans.ts'
import { aVisit } from '#stores/telemetry/telemetry.builders.ts'
import { createPageLoads } from './page-loads.ts'

const LOAD = aVisit(1, { path: '/cart/7', sentRoute: '/cart/:id', sentByServer: false, release: 'shop@1' })
const NAMES = { route: '/cart', path: '/cart/7', sentRoute: '/cart/:id', sentByServer: false }

const lateVital = (load: SpanRow, over: Partial<SpanRow> = {}): SpanRow =>
  aVisit(2, {
    traceId: load.traceId,
    segmentId: load.spanId,
    isSegment: false,
    op: 'ui.interaction.click',
    route: undefined,
    path: undefined,
    release: load.release,
    vitals: { inp: 300 },
    ...over,
  })

it('[TS212] names late vitals by their page loads, in whichever order they come in a batch', () => {
  const loads = createPageLoads()
  const late = lateVital(LOAD, { route: '/other', path: '/other' })
  const named = { ...late, ...NAMES, isNamedByLoad: true }
  expect(loads.visitsOf([late, LOAD])).toEqual([named, LOAD])
  expect(loads.visitsOf([late])).toEqual([named])
})

it('[TS212] leaves alone what is no late vital and what its page load cannot name', () => {
  const loads = createPageLoads()
  const unknown = aVisit(5, { route: undefined, path: '/users/7', release: undefined })
  const request = aVisit(6, { op: 'http.server' })
  const alone = [
    lateVital(LOAD, { release: 'shop@2' }),
    lateVital(LOAD, { projectId: '2' }),
    lateVital(LOAD, { traceId: unknown.traceId }),
    lateVital(LOAD, { segmentId: undefined }),
    lateVital(request),
    lateVital(unknown, { route: '/users/:id' }),
    lateVital(aVisit(7)),
  ]
  const found = loads.visitsOf([LOAD, unknown, request, ...alone, aVisit(8, { isSegment: false })])
  expect(found).toEqual([LOAD, unknown, request, ...alone])
  expect(loads.visitsOf([lateVital(unknown)])).toMatchObject([{ path: '/users/7', isNamedByLoad: true }])
})

it('[TS212] forgets the page loads that came longest ago', () => {
  const loads = createPageLoads(2)
  loads.visitsOf([LOAD, aVisit(3), LOAD, aVisit(4)])
  const isNamed = (load: SpanRow) => loads.visitsOf([lateVital(load)])[0]!.isNamedByLoad === true
  expect([LOAD, aVisit(3), aVisit(4)].map(isNamed)).toEqual([true, false, true])
})

it('[TS212] does not remember page loads with very long names', () => {
  const loads = createPageLoads()
  const long = aVisit(9, { path: `/${'a'.repeat(LIMITS.spans.rememberedChars)}` })
  expect(loads.visitsOf([long, lateVital(long)])).toEqual([long, lateVital(long)])
})
