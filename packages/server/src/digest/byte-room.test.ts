import { expect, it } from 'vitest'
import { createByteRoom } from './byte-room.ts'

const textOf = (bytes: Uint8Array) => Buffer.from(bytes).toString('utf8')

it('[PL133] puts texts and bytes end to end, and keeps what was put together before', () => {
  const room = createByteRoom()
  const first = room.write('{"a":"ü', Buffer.from('€'), '"}')
  const second = room.write('𝄞')
  expect([first, second].map(textOf)).toEqual(['{"a":"ü€"}', '𝄞'])
  expect(second.buffer).toBe(first.buffer)
})

it('[PL133] takes a few buffers for many documents, and one that is large enough for a large one', () => {
  const room = createByteRoom()
  const large = 'x'.repeat(1_000_000)
  const documents = Array.from({ length: 500 }, (_, at) => `${at}${'-'.repeat(8_000)}`)
  const written = [...documents, large].map((text) => room.write(text))
  expect(written.map(textOf)).toEqual([...documents, large])
  expect(new Set(written.map(({ buffer }) => buffer)).size).toBeLessThan(30)
})

it('[PL133] takes little for a single document', () => {
  expect(createByteRoom().write('{}').buffer.byteLength).toBeLessThanOrEqual(16 * 1024)
})
