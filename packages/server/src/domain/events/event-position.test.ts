import fc from 'fast-check'
import { expect, it } from 'vitest'
import {
  compareEventPositions,
  decodeEventCursor,
  encodeEventCursor,
  startOfMoment,
} from './event-position.ts'

const position = fc.record({
  receivedAt: fc.nat(3),
  spoolId: fc.constantFrom('', 'a', 'b'),
  seq: fc.nat(3),
})

it('[TS70] orders events by time of receipt, then spool, then number', () => {
  const at = (receivedAt: number, spoolId: string, seq: number) => ({ receivedAt, spoolId, seq })
  const ordered = [at(1, 'b', 9), at(2, '', 5), at(2, 'a', 7), at(2, 'b', 1), at(2, 'b', 3), at(3, 'a', 0)]
  expect(ordered.toReversed().toSorted(compareEventPositions)).toEqual(ordered)
})

it('[TS70] is one order whatever is compared: of two different positions one comes first', () => {
  fc.assert(
    fc.property(position, position, position, (a, b, c) => {
      expect(Math.sign(compareEventPositions(a, b))).toBe(-Math.sign(compareEventPositions(b, a)) + 0)
      expect(compareEventPositions(a, b) === 0).toBe(JSON.stringify(a) === JSON.stringify(b))
      if (compareEventPositions(a, b) < 0 && compareEventPositions(b, c) < 0)
        expect(compareEventPositions(a, c)).toBeLessThan(0)
    }),
  )
})

it('[TS71] has nothing of a millisecond before its start, and everything earlier', () => {
  fc.assert(
    fc.property(position, fc.nat(4), (event, moment) => {
      const isBefore = compareEventPositions(event, startOfMoment(moment)) < 0
      expect(isBefore).toBe(event.receivedAt < moment)
    }),
  )
})

it('[AP80] reads back every cursor that was given out, which fits into the address and the header of a page', () => {
  const given = fc.record({
    receivedAt: fc.maxSafeNat(),
    spoolId: fc.oneof(fc.uuid(), fc.constant('')),
    seq: fc.maxSafeNat(),
  })
  fc.assert(
    fc.property(given, (event) => {
      const cursor = encodeEventCursor(event)
      expect(cursor).toMatch(/^[\w-]{1,200}$/)
      expect(decodeEventCursor(cursor)).toEqual(event)
    }),
  )
})

const encoded = (value: unknown) => Buffer.from(JSON.stringify(value)).toString('base64url')

it.each([
  '',
  'nonsense',
  '42',
  '1750003200000',
  encoded(null),
  encoded({}),
  encoded([]),
  encoded([1, 'a']),
  encoded([1, 'a', '2']),
  encoded([-1, 'a', 2]),
  encoded([1, 'a', 2.5]),
  encoded([1, 2, 3]),
  encoded([1, 'a', 2, 'more']),
  `${encoded([1, 'a', 2])}=`,
  `${encoded([1, 'a', 2])} `,
  '\u0000',
])('[AP80] refuses a cursor that was never given out: %j', (cursor) => {
  expect(() => decodeEventCursor(cursor)).toThrow('Invalid cursor for this list. Start again without it.')
})
