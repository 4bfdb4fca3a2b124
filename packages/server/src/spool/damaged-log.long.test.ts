import * as fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { aBody, aReceipt, readAll, textOf, withSpool } from '#spool/testing/log-folder.ts'
import { aTemplate, expectAccounted } from '#spool/testing/log-template.ts'

/** Hundreds of folders are written and read: on a machine that others keep busy, minutes. */
const PATIENCE = { timeout: 180_000 }

describe('reading a log that was damaged at random', PATIENCE, () => {
  it('[SP4] sets aside exactly the records a bit flipped in, and reads every other one', async () => {
    const { dir, written, segments, end, copy } = await aTemplate()
    const flip = fc.record({ at: fc.integer({ min: 0, max: end - 1 }), bit: fc.integer({ min: 0, max: 7 }) })
    const flips = fc.uniqueArray(flip, { minLength: 1, maxLength: 3, selector: ({ at }) => at })
    const limits = fc.record({
      maxBytes: fc.integer({ min: 1, max: 3000 }),
      maxRecords: fc.integer({ min: 1, max: 30 }),
    })
    await fc.assert(
      fc.asyncProperty(flips, limits, fc.boolean(), async (flips, limits, restart) => {
        await copy((name, bytes) => {
          const { start } = segments.find((segment) => segment.name === name)!
          for (const { at, bit } of flips) if (bytes[at - start] !== undefined) bytes[at - start]! ^= 1 << bit
          return bytes
        })
        if (restart) await withSpool(dir, {}, async (spool) => expect(spool.status().committed).toBe(end))
        const { records, quarantined } = await readAll(dir, 0, end, limits)
        expectAccounted(written, records, quarantined)
        const hit = written.filter(({ position, next }) =>
          flips.some(({ at }) => at >= position && at < next),
        )
        expect(records.length).toBe(written.length - hit.length)
      }),
      { numRuns: 400 },
    )
  })

  it('[SP4] accounts for every record of a log cut or overwritten at random', async () => {
    const { dir, written, segments, end, copy } = await aTemplate()
    const harm = fc.record({
      segment: fc.integer({ min: 0, max: segments.length - 1 }),
      at: fc.double({ min: 0, max: 1, noNaN: true }),
      bytes: fc.uint8Array({ maxLength: 300 }),
      how: fc.constantFrom('cut', 'overwrite', 'insert', 'zero'),
    })
    await fc.assert(
      fc.asyncProperty(harm, async ({ segment, at, bytes: noise, how }) => {
        await copy((name, bytes) => {
          if (name !== segments[segment]!.name) return bytes
          const offset = Math.floor(at * bytes.length)
          const head = bytes.subarray(0, offset)
          if (how === 'cut') return head
          if (how === 'zero') return Buffer.concat([head, Buffer.alloc(bytes.length - offset)])
          const rest = bytes.subarray(how === 'insert' ? offset : offset + noise.length)
          return Buffer.concat([head, noise, rest])
        })
        const { records, quarantined } = await readAll(dir, 0, end)
        expectAccounted(written, records, quarantined)
      }),
      { numRuns: 400 },
    )
  })

  it('[SP3] reopens a log whose newest segment was cut anywhere, and goes on', async () => {
    const { dir, written, segments, copy } = await aTemplate()
    const newest = segments.at(-1)!
    await fc.assert(
      fc.asyncProperty(fc.integer({ min: 0, max: newest.bytes.length }), async (offset) => {
        await copy((name, bytes) => (name === newest.name ? bytes.subarray(0, offset) : bytes))
        const whole = written.filter(({ next }) => next <= newest.start + offset)
        await withSpool(dir, {}, async (spool) => {
          expect(await spool.append(aReceipt(), aBody('after'))).toBe(whole.at(-1)!.next)
          const { records, quarantined } = await readAll(dir, 0, spool.status().committed)
          expect(records.map(textOf)).toEqual([...whole.map(({ text }) => text), 'after'])
          expect(quarantined).toEqual([])
        })
      }),
      { numRuns: 100 },
    )
  })
})
