import { mkdir, readdir, readFile, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { expect } from 'vitest'
import type { Quarantined, SpoolRecord } from '#spool/spool.ts'
import { aBody, aFolder, aReceipt, textOf, withSpool } from './log-folder.ts'

export interface Written {
  readonly position: number
  readonly next: number
  readonly text: string
}

/** A log of several segments, held in memory so that each case can damage a copy of its own. */
export async function aTemplate() {
  const dir = await aFolder()
  const written: Written[] = []
  await withSpool(dir, { segmentBytes: 700 }, async (spool) => {
    for (let i = 0; i < 24; i++) {
      const text = `record ${i} ${'ü✓'.repeat((i * 7) % 23)}`
      const position = await spool.append(aReceipt({ eventId: `event ${i}` }), aBody(text))
      written.push({ position, next: spool.status().committed, text })
    }
  })
  const names = (await readdir(dir)).filter((name) => name.endsWith('.seg')).sort()
  const segments = await Promise.all(
    names.map(async (name) => ({
      name,
      start: Number.parseInt(name, 10),
      bytes: await readFile(join(dir, name)),
    })),
  )
  const id = await readFile(join(dir, 'id'))
  const copy = async (change: (name: string, bytes: Buffer) => Buffer | undefined) => {
    await rm(dir, { recursive: true })
    await mkdir(dir)
    await writeFile(join(dir, 'id'), id)
    for (const { name, bytes } of segments) {
      const changed = change(name, Buffer.from(bytes))
      if (changed !== undefined) await writeFile(join(dir, name), changed)
    }
  }
  return { dir, written, segments, end: written.at(-1)!.next, id: id.toString().trim(), copy }
}

const overlaps = (a: { position: number; next: number }, b: { from: number; to: number }) =>
  a.position < b.to && b.from < a.next

/** Nothing but what was written comes out, and what does not come out is reported. */
export function expectAccounted(
  written: readonly Written[],
  records: SpoolRecord[],
  quarantined: Quarantined[],
) {
  const got = new Map(records.map((record) => [record.position, record]))
  expect(got.size).toBe(records.length)
  for (const record of written) {
    const read = got.get(record.position)
    got.delete(record.position)
    if (read === undefined) expect(quarantined.some((range) => overlaps(record, range))).toBe(true)
    else expect({ text: textOf(read), next: read.next }).toEqual({ text: record.text, next: record.next })
  }
  expect([...got.keys()]).toEqual([])
}
