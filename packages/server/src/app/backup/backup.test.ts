import { mkdir, readdir, readFile, rm, stat, symlink, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { setImmediate as nextTurn } from 'node:timers/promises'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { AppError } from '#domain/app-error.ts'
import { aBody, aReceipt, readAll, textOf } from '#spool/testing/log-folder.ts'
import { anEvent } from '#stores/telemetry/telemetry.builders.ts'
import { makeDataFolder } from '#app/data-folder.ts'
import { createStoreCopier } from './copy-stores.ts'
import { restoreBackup } from './restore.ts'
import { aFolder, openInstallation, type TestInstallation } from './testing.ts'

let dataDir: string
let dir: string
let data: TestInstallation
beforeEach(async () => {
  dataDir = await aFolder()
  dir = await aFolder()
  data = await openInstallation(dataDir)
})
afterEach(() => data.close())

async function restored<T>(read: (data: TestInstallation) => Promise<T>): Promise<T> {
  const to = await aFolder()
  await restoreBackup(dir, to)
  const opened = await openInstallation(to)
  try {
    return await read(opened)
  } finally {
    await opened.close()
  }
}

const factOf = (name: string) => restored(({ records }) => records.facts.get(name))

async function eventually(isSo: () => Promise<boolean>): Promise<void> {
  while (!(await isSo())) await nextTurn()
}

/** Every file of a backup but the manifest. */
async function filesOf(folder: string): Promise<readonly string[]> {
  const entries = await readdir(folder, { recursive: true, withFileTypes: true })
  return entries
    .filter((entry) => entry.isFile() && entry.name !== 'backup.json')
    .map(({ parentPath, name }) => join(parentPath, name))
}

async function expectNothingRestored(sentence: RegExp): Promise<void> {
  const to = await aFolder()
  await expect(restoreBackup(dir, to)).rejects.toThrow(sentence)
  expect(await readdir(to)).toEqual([])
}

describe('a backup', () => {
  it('[OP110] brings back records, telemetry, the log, blobs and the secret', async () => {
    await writeFile(join(dataDir, 'secret'), 's'.repeat(43))
    await data.records.facts.set('colour', 'green')
    await data.telemetry.append({ spoolId: data.spool.id, from: 0, to: 0, events: [], raw: [] })
    await data.spool.append(aReceipt(), aBody('acknowledged'))
    const { id, committed } = data.spool.status()
    const blob = await data.blobs.put(Buffer.from('a large item'))
    const report = await data.backUp(dir)
    expect(report).toMatchObject({ blobs: { copied: 1, kept: 0 }, stored: { errors: 0 } })
    const to = await aFolder()
    await restoreBackup(dir, to)
    expect(await readFile(join(to, 'secret'), 'utf8')).toBe('s'.repeat(43))
    expect((await readAll(join(to, 'spool'), 0, committed)).records.map(textOf)).toEqual(['acknowledged'])
    const opened = await openInstallation(to)
    expect(opened.spool.id).toBe(id)
    expect(await opened.records.facts.get('colour')).toBe('green')
    expect(await opened.blobs.get(blob)).toEqual(Buffer.from('a large item'))
    await opened.close()
  })

  it('[OP111] shows records and telemetry at one moment, whatever is written around it', async () => {
    let n = 0
    // Like a batch, the records first; and like the move of an issue, the records last.
    const write = async () => {
      n += 1
      const seq = n
      await data.records.facts.set('begun', String(seq))
      const events = [anEvent({ seq, spoolId: 's' })]
      await data.telemetry.append({ spoolId: 's', from: seq, to: seq + 1, events, raw: [] })
      await data.records.facts.set('ended', String(seq))
    }
    let waiting: Promise<void> | undefined
    const telemetry = {
      async copyTo(to: string) {
        await write()
        await data.telemetry.copyTo(to)
        waiting = write()
        await eventually(async () => (await data.records.facts.get('begun')) === String(n))
      },
      async resume() {
        await data.telemetry.resume()
        await waiting
        await write()
      },
    }
    const folder = await makeDataFolder(dataDir)
    const copier = createStoreCopier({ dataDir, folder, telemetry, spool: data.spool })
    await data.backUp(dir, { copyStores: async (to) => void (await copier(to)) })
    const seen = await restored(async ({ records, telemetry: stored }) => ({
      begun: await records.facts.get('begun'),
      stored: (await stored.watermark('s')) - 1,
      ended: await records.facts.get('ended'),
    }))
    expect(seen).toEqual({ begun: '2', stored: 1, ended: '1' })
    expect(await data.records.facts.get('ended')).toBe('3')
  })

  it('[OP112] copies no blob twice, forgets those that were deleted, and copies again what went bad', async () => {
    const [kept, gone, bad] = await Promise.all(
      ['kept', 'gone', 'bad'].map((text) => data.blobs.put(Buffer.from(text))),
    )
    await data.backUp(dir)
    const place = (address: string) => join(dir, 'blobs', address.slice(0, 2), address.slice(2, 4), address)
    const before = await stat(place(kept!))
    await data.blobs.delete(gone!)
    await writeFile(place(bad!), 'BAD')
    expect(await data.backUp(dir)).toMatchObject({ blobs: { copied: 1, kept: 1 } })
    expect(await stat(place(kept!))).toMatchObject({ ino: before.ino, mtimeMs: before.mtimeMs })
    await expect(stat(place(gone!))).rejects.toThrow('ENOENT')
    expect(await restored(({ blobs }) => blobs.get(bad!))).toEqual(Buffer.from('bad'))
    expect((await readdir(dir)).filter((name) => name.startsWith('stores-'))).toHaveLength(1)
  })

  it('[OP113] that is broken off leaves the one before as it was', async () => {
    await data.records.facts.set('n', 'first')
    await data.backUp(dir)
    await data.records.facts.set('n', 'second')
    const broken = data.backUp(dir, {
      copyStores: async (to) => {
        await mkdir(to)
        await writeFile(join(to, 'records.sqlite'), 'half of the recor')
        throw new AppError('store_unavailable', 'no space left')
      },
    })
    await expect(broken).rejects.toThrow('no space left')
    expect(await factOf('n')).toBe('first')
    await data.backUp(dir)
    expect(await factOf('n')).toBe('second')
  })

  it('[OP113] whose copy does not open is none', async () => {
    const unusable = data.backUp(dir, {
      copyStores: async (to) => {
        await mkdir(join(to, 'spool'), { recursive: true })
        await writeFile(join(to, 'spool/id'), 'an id\n')
        await writeFile(join(to, 'records.sqlite'), 'not a database '.repeat(1000))
      },
    })
    await expect(unusable).rejects.toThrow(/not a database/)
    await expectNothingRestored(/holds no complete backup/)
  })

  it('[OP113] that the server wrote into a folder of its own is none, and says why', async () => {
    await expect(data.backUp(dir, { copyStores: async () => {} })).rejects.toThrow(
      'The server wrote its copy elsewhere',
    )
  })

  it('[OP114] is refused in the data folder, also behind a link, and beside other files', async () => {
    await expect(data.backUp(join(dataDir, 'deep/backup'))).rejects.toThrow('lies in the data folder')
    await expect(data.backUp(dataDir)).rejects.toThrow('lies in the data folder')
    const link = join(await aFolder(), 'link')
    await symlink(dataDir, link)
    await expect(data.backUp(join(link, 'backup'))).rejects.toThrow('lies in the data folder')
    await writeFile(join(dir, 'thesis.txt'), 'years of work')
    await expect(data.backUp(dir)).rejects.toThrow('is no backup and not empty (it holds thesis.txt)')
    expect(await readdir(dir)).toEqual(['thesis.txt'])
  })

  it('[OP114] is refused where it would take the space that events need, and where there is nothing', async () => {
    const little = data.backUp(dir, { freeBytes: async () => 1e6 })
    await expect(little).rejects.toThrow(/Too little space .* 1 MB are free/)
    expect(await readdir(dir)).toEqual([])
    const empty = await aFolder()
    await expect(data.backUp(dir, { dataDir: empty })).rejects.toThrow('There is nothing to back up')
    expect(await readdir(empty)).toEqual([])
  })

  it('[OP115] is made one at a time, and says so', async () => {
    const first = data.backUp(dir)
    const second = data.backUp(await aFolder())
    const settled = await Promise.allSettled([first, second])
    expect(settled.map(({ status }) => status).toSorted()).toEqual(['fulfilled', 'rejected'])
    expect(settled.find(({ status }) => status === 'rejected')).toMatchObject({
      reason: { message: 'A backup is being made already. Wait until it has ended.' },
    })
  })
})

describe('a restore', () => {
  beforeEach(async () => {
    await data.blobs.put(Buffer.from('a large item'))
    await data.spool.append(aReceipt(), aBody('acknowledged'))
    await data.backUp(dir)
  })

  it('[OP116] finds one wrong byte in any file of the backup, and restores nothing', async () => {
    const files = await filesOf(dir)
    expect(files.length).toBeGreaterThan(5)
    for (const file of files) {
      const bytes = await readFile(file)
      const wrong = Buffer.from(bytes)
      wrong[Math.floor(wrong.length / 2)]! ^= 1
      await writeFile(file, wrong)
      await expectNothingRestored(
        /The backup is damaged: .* is not what was backed up\. Nothing was restored/,
      )
      await writeFile(file, bytes)
    }
    await restored(async () => undefined)
  })

  it('[OP116] finds a file that is missing or cut', async () => {
    const [file] = await filesOf(dir)
    await writeFile(file!, (await readFile(file!)).subarray(1))
    await expectNothingRestored(/is not what was backed up/)
    await rm(file!)
    await expectNothingRestored(/is missing\. Nothing was restored/)
  })

  it('[OP116] refuses a backup without its manifest, or with a damaged one', async () => {
    const manifest = join(dir, 'backup.json')
    await writeFile(manifest, '{"format":1')
    await expectNothingRestored(/is damaged or of another version/)
    await rm(manifest)
    await expectNothingRestored(/holds no complete backup: backup\.json, which is written last, is missing/)
  })

  it.each(['../outside', '/etc/outside', 'a/../../outside', ''])(
    '[OP116] writes nothing outside of the data folder: %j',
    async (path) => {
      const manifest = join(dir, 'backup.json')
      const written = JSON.parse(await readFile(manifest, 'utf8')) as { files: Array<{ path: string }> }
      written.files[0]!.path = path
      await writeFile(manifest, JSON.stringify(written))
      await expectNothingRestored(/is damaged or of another version/)
    },
  )

  it('[OP117] refuses a folder that is not empty, and leaves it as it is', async () => {
    const to = await aFolder()
    await writeFile(join(to, 'something'), 'here')
    await expect(restoreBackup(dir, to)).rejects.toThrow('is not empty (it holds something)')
    expect(await readdir(to)).toEqual(['something'])
  })

  it('[OP117] leaves nothing half restored behind', async () => {
    const to = await aFolder()
    await restoreBackup(dir, to)
    expect(await readdir(to)).not.toContain('restore.new')
    expect((await filesOf(to)).filter((file) => file.endsWith('.new'))).toEqual([])
  })
})
