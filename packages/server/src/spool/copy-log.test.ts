import { readdir, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { copyLog } from './copy-log.ts'
import { keepItem } from './quarantine.ts'
import { aBody, aFolder, aReceipt, openTestSpool, readAll, textOf } from '#spool/testing/log-folder.ts'

const segmentsIn = async (dir: string) => (await readdir(dir)).filter((name) => name.endsWith('.seg'))

async function aLog() {
  const dir = await aFolder()
  const spool = await openTestSpool(dir, { segmentBytes: 300 })
  const append = (text: string) => spool.append(aReceipt(), aBody(text))
  for (let n = 0; n < 10; n++) await append(`body ${n}`)
  return { dir, spool, append }
}

describe('a copy of the log', () => {
  it('[SP64] has every record up to the position and no byte behind it', async () => {
    const { dir, spool, append } = await aLog()
    const { committed } = spool.status()
    await append('later')
    await keepItem(dir, 'x', aBody('set aside'))
    const copy = await aFolder()
    await copyLog(dir, copy, committed)
    await spool.close()
    const { records, quarantined } = await readAll(copy, 0, committed)
    expect(records.map(textOf)).toEqual(Array.from({ length: 10 }, (_, n) => `body ${n}`))
    expect(quarantined).toEqual([])
    expect(await readdir(join(copy, 'quarantine'))).toEqual(['item-x.bin'])
    const reopened = await openTestSpool(copy)
    expect(reopened.status()).toMatchObject({ id: spool.id, committed })
    await reopened.close()
  })

  it('[SP64] leaves out the half of a record that is being written', async () => {
    const { dir, spool } = await aLog()
    const { committed } = spool.status()
    const last = (await segmentsIn(dir)).toSorted().at(-1)!
    await writeFile(join(dir, last), 'half of a rec', { flag: 'a' })
    const copy = await aFolder()
    await copyLog(dir, copy, committed)
    await spool.close()
    const reopened = await openTestSpool(copy)
    expect(reopened.status().committed).toBe(committed)
    await reopened.close()
  })
})

describe('a held spool', () => {
  it('[SP65] deletes no segment, counts what is digested, and trims when it is let go', async () => {
    const { spool } = await aLog()
    const { segments, committed } = spool.status()
    expect(segments).toBeGreaterThan(2)
    const letGo = spool.hold()
    const letGoToo = spool.hold()
    await spool.trim(committed)
    expect(spool.status()).toMatchObject({ segments, bytes: 0 })
    await letGo()
    await letGo()
    expect(spool.status()).toMatchObject({ segments })
    await letGoToo()
    expect(spool.status()).toMatchObject({ segments: 1 })
    await spool.close()
  })
})
