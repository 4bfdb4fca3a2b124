import type { Outcome } from '#domain/intake/outcome.ts'
import { createTally, type Tally } from './survey.ts'
import { hasGoodIds, RESOURCE_SPANS, SCOPE_SPANS, SPANS, withinWire } from './survey-protobuf.ts'
import { readSpanFields } from './read-protobuf-span.ts'
import { readAttribute, readString } from './read-protobuf-value.ts'
import type { OtlpAttributes, OtlpScope, OtlpSpan, OtlpSpans, OtlpTraces } from './traces.ts'
import { eachField, openWire, type Wire } from './wire.ts'
import type { Json } from '#domain/json.ts'

const RESOURCE = 1
const SCOPE = 1

interface Work {
  readonly wire: Wire
  readonly tally: Tally
  readonly groups: OtlpSpans[]
  unreadable: number
}

export function readOtlpProtobuf(body: Uint8Array): Outcome<OtlpTraces> {
  const work: Work = { wire: openWire(body), tally: createTally(), groups: [], unreadable: 0 }
  return withinWire(() => {
    eachField(work.wire, body.length, (_, number, end) => {
      if (number === RESOURCE_SPANS && end !== undefined) readResourceSpans(work, end)
      return false
    })
    return { groups: work.groups, survey: work.tally.survey, unreadable: work.unreadable }
  })
}

/** The resource may come behind its spans. */
function readResourceSpans(work: Work, end: number): void {
  let resource: OtlpAttributes = {}
  const found: Array<Omit<OtlpSpans, 'resource'>> = []
  eachField(work.wire, end, (wire, number, fieldEnd) => {
    if (fieldEnd === undefined) return false
    if (number === RESOURCE) resource = readResource(wire, fieldEnd)
    else if (number === SCOPE_SPANS) found.push(readScopeSpans(work, fieldEnd))
    return false
  })
  for (const { scope, spans } of found) {
    if (spans.length > 0) work.groups.push({ resource, scope, spans })
  }
}

function readScopeSpans(work: Work, end: number): Omit<OtlpSpans, 'resource'> {
  let scope: OtlpScope = { name: '', version: '' }
  const spans: OtlpSpan[] = []
  eachField(work.wire, end, (wire, number, fieldEnd) => {
    if (fieldEnd === undefined) return false
    if (number === SCOPE) scope = readScope(wire, fieldEnd)
    else if (number === SPANS) readSpan(work, fieldEnd, spans)
    return false
  })
  return { scope, spans }
}

/** One with broken contents costs none of the others: it ends where its length says. */
function readSpan(work: Work, end: number, into: OtlpSpan[]): void {
  const { wire, tally } = work
  const start = wire.reader.pos
  if (!tally.count(hasGoodIds(wire, end))) return
  wire.reader.pos = start
  try {
    into.push(readSpanFields(wire, end))
  } catch {
    work.unreadable++
  }
}

function readResource(wire: Wire, end: number): OtlpAttributes {
  const attributes: Record<string, Json> = {}
  eachField(wire, end, (_, number, fieldEnd) => {
    if (number === 1 && fieldEnd !== undefined) readAttribute(wire, fieldEnd, attributes)
    return false
  })
  return attributes
}

function readScope(wire: Wire, end: number): OtlpScope {
  const scope = { name: '', version: '' }
  eachField(wire, end, (_, number, fieldEnd) => {
    if (fieldEnd === undefined) return false
    if (number === 1) scope.name = readString(wire, fieldEnd)
    else if (number === 2) scope.version = readString(wire, fieldEnd)
    return false
  })
  return scope
}
