import { LIMITS } from '#domain/limits.ts'
import { Drop, type Outcome } from '#domain/intake/outcome.ts'
import {
  eachElement,
  eachMember,
  isText,
  OPENING_BRACE,
  OPENING_BRACKET,
  peek,
  readText,
  refuse,
  skipValue,
  walkJson,
  type JsonCursor,
} from '#protocol/json-cursor.ts'
import { isNoParent, isSpanId, isTraceId } from './ids.ts'
import { createTally, type OtlpSurvey, type Tally } from './survey.ts'

export function surveyOtlpJson(body: Uint8Array): Outcome<OtlpSurvey> {
  if (body.length === 0) return new Drop('empty', 'the body is empty')
  const tally = createTally()
  return walkJson(body, LIMITS.otlp.parts, (cursor) => {
    surveyList(cursor, 'resourceSpans', (resource) =>
      surveyList(resource, 'scopeSpans', (scope) =>
        surveyList(scope, 'spans', (span) => surveySpan(span, tally)),
      ),
    )
    return tally.survey
  })
}

/** An object of which one member is a list of objects. A second one of the name would hide the first from JSON.parse. */
function surveyList(cursor: JsonCursor, name: string, visit: (cursor: JsonCursor) => void): void {
  expectObject(cursor, name === 'resourceSpans' ? 'the body' : 'an element of a list')
  let isFound = false
  eachMember(cursor, (at, nameStart, nameEnd) => {
    if (!isText(at, nameStart, nameEnd, name)) return skipValue(at)
    if (isFound) refuse(at, `${name} is there twice`)
    isFound = true
    if (peek(at) === OPENING_BRACKET) return eachElement(at, visit)
    const isNull = peek(at) === 0x6e
    if (!isNull) refuse(at, `${name} is not a list`)
    skipValue(at)
  })
}

function surveySpan(cursor: JsonCursor, tally: Tally): void {
  expectObject(cursor, 'a span')
  let hasTraceId = false
  let hasSpanId = false
  let hasBadParent = false
  eachMember(cursor, (at, nameStart, nameEnd) => {
    if (isText(at, nameStart, nameEnd, 'traceId')) hasTraceId = isTraceId(readText(at))
    else if (isText(at, nameStart, nameEnd, 'spanId')) hasSpanId = isSpanId(readText(at))
    else if (isText(at, nameStart, nameEnd, 'parentSpanId')) hasBadParent = isBadParent(at)
    else skipValue(at)
  })
  tally.count(hasTraceId && hasSpanId && !hasBadParent)
}

function isBadParent(cursor: JsonCursor): boolean {
  if (peek(cursor) === 0x6e) {
    skipValue(cursor)
    return false
  }
  const text = readText(cursor)
  return text === undefined || !(isNoParent(text) || isSpanId(text))
}

function expectObject(cursor: JsonCursor, what: string): void {
  const byte = peek(cursor)
  if (byte === OPENING_BRACE) return
  skipValue(cursor)
  refuse(cursor, `${what} is not an object`)
}
