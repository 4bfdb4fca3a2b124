import { expect, it } from 'vitest'

import { anEvent } from '#stores/telemetry/telemetry.builders.ts'
import { encodeLines } from './block-codec.ts'
import {
  decodeEventLines,
  encodeCompactly,
  encodeEventLines,
  eventLine,
  lineOf,
  openEventLines,
  openSummaries,
  wholeLine,
} from './event-block.ts'

const EVENTS = Array.from({ length: 5 }, (_, seq) => ({
  ...anEvent({ seq, title: `“${seq}”,"document":{}` }),
  spoolId: 's',
}))
const SUMMARIES = EVENTS.map(({ document: _document, ...summary }) => summary)
const LINES = EVENTS.map(({ document, ...summary }) => JSON.stringify({ ...summary, document }))
const summariesOf = (data: Uint8Array) => EVENTS.map((_, index) => openSummaries(data)(index))

const BLOCK = encodeEventLines(LINES.map(lineOf))

it('[TS233] gives back lines and summaries of a block, and of one that an earlier version wrote', async () => {
  const compact = await encodeCompactly(LINES.map(lineOf))
  for (const block of [encodeEventLines(EVENTS.map(eventLine)), BLOCK, compact, encodeLines(LINES)]) {
    expect(decodeEventLines(block).map(wholeLine)).toEqual(LINES)
    expect((await openEventLines(block)).map(wholeLine)).toEqual(LINES)
    expect(summariesOf(block)).toEqual(SUMMARIES)
    for (const index of [-1, EVENTS.length, 99]) expect(openSummaries(block)(index)).toBeUndefined()
  }
})

it('[TS233] lists events without opening their documents', () => {
  const block = Buffer.from(BLOCK)
  block[block.length - 5]! ^= 1
  expect(() => decodeEventLines(block)).toThrow()
  expect(summariesOf(block)).toEqual(SUMMARIES)
})

it('[TS233] finds a damaged summary also where a document is read', () => {
  const block = Buffer.from(BLOCK)
  block[20]! ^= 1
  expect(() => openSummaries(block)).toThrow()
  expect(() => decodeEventLines(block)).toThrow()
})
