import { randomBytes } from 'node:crypto'
import { execFile } from 'node:child_process'
import { readdir, readFile, stat, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { packTar, unpackTar } from 'modern-tar'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { silentLog as log } from '#domain/testing.ts'
import { createStoreCopier } from './copy-stores.ts'
import { makeDataFolder } from '#app/data-folder.ts'
import { makeFileBackup, type FileBackupOrder } from './back-up-to-file.ts'
import { restoreBackup } from './restore.ts'
import { aFolder, openInstallation, type TestInstallation } from './testing.ts'

let dataDir: string
let place: string
let file: string
let data: TestInstallation
beforeEach(async () => {
  dataDir = await aFolder()
  place = await aFolder()
  file = join(place, 'hindcast.tar')
  data = await openInstallation(dataDir)
})
afterEach(() => data.close())

async function backUp(over: Partial<FileBackupOrder> = {}) {
  const { telemetry, spool } = data
  const copier = createStoreCopier({ dataDir, folder: await makeDataFolder(dataDir), telemetry, spool })
  const copyStores = async (to: string) => void (await copier(to))
  return makeFileBackup({ dataDir, file, copyStores, version: '1.2.3', now: Date.now, log, ...over })
}

async function expectNothingRestored(sentence: RegExp): Promise<void> {
  const to = await aFolder()
  await expect(restoreBackup(file, to)).rejects.toThrow(sentence)
  expect(await readdir(to)).toEqual([])
}

/** Rewrites the archive with other entries. */
async function rewrite(
  change: (entries: Awaited<ReturnType<typeof unpackTar>>) => typeof entries,
): Promise<void> {
  await writeFile(file, await packTar(change(await unpackTar(await readFile(file)))))
}

describe('a backup in one file', () => {
  it('[OP170] brings back what was stored, the blobs among it, and leaves only the file', async () => {
    await data.records.facts.set('colour', 'green')
    const blob = randomBytes(3_000_000)
    const address = await data.blobs.put(blob)
    await writeFile(join(dataDir, 'secret'), 's'.repeat(64))
    const report = await backUp()
    expect(await readdir(place)).toEqual(['hindcast.tar'])
    expect((await stat(file)).mode & 0o077).toBe(0)
    const to = await aFolder()
    expect(await restoreBackup(file, to)).toMatchObject({
      version: '1.2.3',
      files: report.files,
      bytes: report.bytes,
    })
    const opened = await openInstallation(to)
    try {
      expect(await opened.records.facts.get('colour')).toBe('green')
      expect(Buffer.from((await opened.blobs.get(address))!).equals(blob)).toBe(true)
      expect(await readFile(join(to, 'secret'), 'utf8')).toBe('s'.repeat(64))
    } finally {
      await opened.close()
    }
  })

  it('[OP170] is a plain tar that other tools read', async () => {
    await backUp()
    const { stdout } = await promisify(execFile)('tar', ['--list', '--file', file])
    const names = stdout.trim().split('\n')
    expect(names[0]).toBe('backup.json')
    expect(names).toContain('data/records.sqlite')
  })

  it('[OP171] with one wrong byte in any of its files is refused by name, and nothing is restored', async () => {
    await backUp()
    const whole = await readFile(file)
    const entries = await unpackTar(whole)
    for (const { header, data: bytes } of entries.filter(({ header }) => header.name.startsWith('data/'))) {
      if (bytes === undefined || bytes.length === 0) continue
      const changed = Buffer.from(whole)
      const at = whole.indexOf(Buffer.from(bytes.subarray(0, 512)), 512)
      changed[at + Math.trunc(Math.min(bytes.length, 512) / 2)]! ^= 1
      await writeFile(file, changed)
      await expectNothingRestored(new RegExp(`damaged: ${header.name.replaceAll('.', '\\.')} is not`))
    }
  })

  it('[OP171] that is cut, empty, or no archive is refused', async () => {
    await backUp()
    const whole = await readFile(file)
    for (const length of [whole.length - 2000, Math.trunc(whole.length / 2), 700, 0]) {
      await writeFile(file, whole.subarray(0, length))
      await expectNothingRestored(/is missing|is damaged|is no backup/)
    }
    await writeFile(file, randomBytes(5000))
    await expectNothingRestored(/is damaged or no backup/)
  })

  it('[OP171] with a file too many, too few or twice is refused', async () => {
    await backUp()
    const whole = await readFile(file)
    await rewrite((entries) => [
      ...entries,
      { header: { name: 'data/../x', size: 1 }, data: new Uint8Array(1) },
    ])
    await expectNothingRestored(/data\/\.\.\/x is not what was backed up/)
    await writeFile(file, whole)
    await rewrite((entries) => entries.filter(({ header }) => header.name !== 'data/records.sqlite'))
    await expectNothingRestored(/data\/records\.sqlite is missing/)
    await writeFile(file, whole)
    await rewrite((entries) => [...entries, entries.at(-1)!])
    await expectNothingRestored(/is not what was backed up/)
  })

  it('[OP171] whose manifest leads out of the data folder is refused', async () => {
    await backUp()
    await rewrite((entries) =>
      entries.map((entry) => {
        if (entry.header.name !== 'backup.json') return entry
        const text = Buffer.from(entry.data!).toString().replaceAll('records.sqlite"', '../escaped"')
        return { header: { ...entry.header, size: text.length }, data: new Uint8Array(Buffer.from(text)) }
      }),
    )
    await expectNothingRestored(/is damaged or of another version/)
  })

  it('[OP172] replaces an earlier backup only when it is complete, and never another file', async () => {
    await backUp()
    const before = await readFile(file)
    await expect(backUp({ copyStores: () => Promise.reject(new Error('no')) })).rejects.toThrow('no')
    expect((await readFile(file)).equals(before)).toBe(true)
    expect(await readdir(place)).toEqual(['hindcast.tar'])
    await data.records.facts.set('colour', 'red')
    await backUp()
    expect((await readFile(file)).equals(before)).toBe(false)
    await writeFile(file, 'letters to a friend')
    await expect(backUp()).rejects.toThrow(/is no backup of Hindcast/)
    expect(await readFile(file, 'utf8')).toBe('letters to a friend')
  })

  it('[OP172] is refused in the data folder, and where it would take the space that events need', async () => {
    const inside = join(dataDir, 'hindcast.tar')
    await expect(backUp({ file: inside })).rejects.toThrow(/lies in the data folder/)
    // Enough for the copy of the stores, and not for the file.
    let asked = 0
    const freeBytes = () => Promise.resolve(asked++ === 0 ? 1e15 : 1000)
    await expect(backUp({ freeBytes })).rejects.toThrow(/Too little space/)
    expect([await readdir(place), (await readdir(dataDir)).filter((name) => name.includes('tar'))]).toEqual([
      [],
      [],
    ])
  })

  it('[OP171] that is not there is said so', async () => {
    file = join(place, 'nothing.tar')
    await expectNothingRestored(/There is no backup at/)
  })
})
