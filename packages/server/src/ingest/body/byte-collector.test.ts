import * as fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { createByteCollector } from './byte-collector.ts'

describe('createByteCollector', () => {
  it('gives back what it was given, in one piece, and is empty then', () => {
    fc.assert(
      fc.property(
        fc.array(fc.tuple(fc.nat(255), fc.oneof(fc.nat(40), fc.nat(90_000))), { maxLength: 8 }),
        (parts) => {
          const chunks = parts.map(([byte, length]) => Buffer.alloc(length, byte))
          const collector = createByteCollector(chunks[0])
          for (const chunk of chunks.slice(1)) collector.push(chunk)
          const whole = Buffer.concat(chunks)
          expect(collector.size).toBe(whole.length)
          expect(collector.finish().equals(whole)).toBe(true)
          expect(collector.size).toBe(0)
        },
      ),
      { numRuns: 200 },
    )
  })

  it('[IN15] costs about as much as the bytes when they trickle in one by one', () => {
    const collector = createByteCollector()
    const before = process.memoryUsage()
    for (let sent = 0; sent < 2_000_000; sent++) collector.push(Buffer.from([1]))
    const after = process.memoryUsage()
    expect(after.arrayBuffers - before.arrayBuffers).toBeLessThan(64 * 1024 * 1024)
    expect(collector.finish()).toHaveLength(2_000_000)
  })
})
