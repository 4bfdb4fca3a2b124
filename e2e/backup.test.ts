import { mkdtemp, readdir, readFile, rename, rm, stat, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { eventually } from './harness/eventually.ts'
import { loadFreshEvents } from './harness/fresh-events.ts'
import { install, type Installation } from './harness/installation.ts'
import { countedEvents, drained, openLedger, sendUntilTheEnd } from './harness/ledger.ts'
import { HINDCAST, ROOT } from './harness/paths.ts'
import { RECORDED_ID, recordedCrash, uploadRecordedMap } from './harness/recorded-crash.ts'
import { run } from './harness/run.ts'
import { OWNER } from './harness/server.ts'

let scratch: string
let dir: string
let hindcast: Installation

beforeAll(async () => {
  scratch = await mkdtemp(join(tmpdir(), 'hindcast-backup-'))
  dir = join(scratch, 'backup')
  hindcast = await install({ dataDir: join(scratch, 'data') })
  await uploadRecordedMap(hindcast)
  const { origin, projectId, publicKey } = hindcast
  const address = `${origin}/api/${projectId}/envelope/?sentry_version=7&sentry_key=${publicKey}`
  expect((await fetch(address, { method: 'POST', body: await recordedCrash() })).status).toBe(200)
  await hindcast.api.awaitEvent(RECORDED_ID)
})
afterAll(async () => {
  expect(await hindcast?.close()).toBe(0)
  await rm(scratch, { recursive: true, force: true })
})

const command = (...args: readonly string[]) =>
  run(process.execPath, [HINDCAST, ...args], { cwd: ROOT, env: { HINDCAST_DATA: undefined } })

interface Backup {
  readonly files: number
  readonly blobs: { readonly copied: number; readonly kept: number }
  readonly stored: { readonly errors: number }
}

async function backUp(to = dir): Promise<Backup> {
  const { code, stdout, stderr } = await command('backup', to, '--json', '--data', hindcast.dataDir)
  expect([code, stderr]).toEqual([0, ''])
  return JSON.parse(stdout) as Backup
}

/** Files and folders that group or others may read. */
async function wide(folder: string): Promise<readonly string[]> {
  const paths = [folder, ...(await readdir(folder, { recursive: true })).map((name) => join(folder, name))]
  const modes = await Promise.all(paths.map(async (path) => (await stat(path)).mode & 0o077))
  return paths.filter((_, index) => modes[index] !== 0)
}

async function refused(sentence: string): Promise<void> {
  const empty = await mkdtemp(join(scratch, 'empty-'))
  const { code, stdout, stderr } = await command('restore', dir, '--data', empty)
  expect([code, stdout]).toEqual([1, ''])
  expect(stderr.trim().split('\n')).toEqual([expect.stringContaining(sentence)])
  expect(await readdir(empty)).toEqual([])
}

describe('a backup of a server under load', () => {
  it('[OP118] restores everything that was acknowledged before it began, once, after the folder was lost', async () => {
    const fresh = await loadFreshEvents(hindcast)
    const ledger = openLedger()
    const load = sendUntilTheEnd(hindcast, () => fresh(), ledger)
    await eventually('some events', async () => ledger.acknowledged.size > 200 || undefined)
    const first = await backUp()
    expect(first.blobs).toEqual({ copied: expect.any(Number), kept: 0 })
    expect(first.blobs.copied).toBeGreaterThan(0)
    const before = new Set(ledger.acknowledged)
    await eventually(
      'more events',
      async () => (await countedEvents(hindcast)) > first.stored.errors || undefined,
    )
    const second = await backUp()
    expect(second.blobs).toEqual({ copied: 0, kept: first.blobs.copied })
    expect(second.stored.errors).toBeGreaterThan(first.stored.errors)
    const after = ledger.acknowledged.size
    expect(after, 'nothing was accepted during the backup').toBeGreaterThan(before.size)
    await sleep(300)
    expect(ledger.refused).toBe(0)
    await hindcast.server.kill()
    await load
    await rename(hindcast.dataDir, join(scratch, 'lost'))

    const { code, stdout } = await command('restore', dir, '--data', hindcast.dataDir)
    expect([code, stdout]).toEqual([
      0,
      expect.stringMatching(/^Restored \d+ files, .*\n.*hindcast doctor.*\n$/),
    ])
    expect(await wide(dir)).toEqual([])
    expect(await wide(hindcast.dataDir)).toEqual([])
    const doctor = await command('doctor', '--data', hindcast.dataDir)
    expect(doctor.code, doctor.stdout).toBe(0)
    await hindcast.start()
    const ids = (await drained(hindcast, before)).map((event) => event.eventId)
    console.log(`${before.size} acknowledged before, ${after} until its end, ${ids.length} restored`)
    expect(new Set(ids).size, 'an event is listed twice').toBe(ids.length)
    expect(ids.filter((id) => id !== RECORDED_ID && !ledger.sent.has(id))).toEqual([])
    expect(await countedEvents(hindcast)).toBe(ids.length)
  })

  it('[OP118] brings back source maps and accounts, and the server goes on', async () => {
    const event = await hindcast.api.awaitEvent(RECORDED_ID)
    expect(event.exceptions[0]!.frames.map(({ original }) => original?.function)).toEqual([
      'onBuyClick',
      'checkout',
      'priceOf',
    ])
    const { origin } = hindcast
    const signedIn = await fetch(`${origin}/api/auth/sign-in/email`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', origin },
      body: JSON.stringify(OWNER),
    })
    expect(signedIn.status).toBe(200)
    const ledger = openLedger()
    const fresh = await loadFreshEvents(hindcast)
    const load = sendUntilTheEnd(hindcast, () => fresh(), ledger)
    await eventually('some events', async () => ledger.acknowledged.size > 50 || undefined)
    await hindcast.server.kill()
    await load
    await hindcast.start()
    await drained(hindcast, ledger.acknowledged)
  })
})

describe('backup and restore', () => {
  it('[OP119] work without a server, and say in words what they did', async () => {
    const other = join(scratch, 'offline')
    expect(await hindcast.server.stop()).toBe(0)
    const { code, stdout } = await command('backup', other, '--data', hindcast.dataDir)
    expect(stdout).toMatch(/^Backed up to .*: \d+ files, .* The copy was opened and holds errors \d+, /)
    expect(stdout).toMatch(/\nUploaded files and large items: \d+ copied, 0 there already\.\n/)
    expect(code).toBe(0)
    await hindcast.start()
    const to = join(scratch, 'from-offline')
    expect((await command('restore', other, '--data', to)).code).toBe(0)
    expect((await command('doctor', '--data', to)).code).toBe(0)
  })

  it('[OP170] go to one file and back, while the server runs', async () => {
    const file = join(scratch, 'backup.tar')
    const { stored } = await backUp(file)
    expect((await readdir(scratch)).filter((name) => name.includes('backup.tar'))).toEqual(['backup.tar'])
    const to = join(scratch, 'from-file')
    const { code, stdout } = await command('restore', file, '--data', to)
    expect([code, stdout]).toEqual([0, expect.stringMatching(/^Restored \d+ files, .* into /)])
    const { stdout: found } = await command('doctor', '--data', to)
    expect(found).toContain(`telemetry     ${stored.errors} events`)
  })

  it('[OP119] say in one sentence what they cannot do', async () => {
    const onServer = await command('restore', dir, '--data', hindcast.dataDir)
    expect([onServer.code, onServer.stderr]).toEqual([
      1,
      expect.stringMatching(
        /^A Hindcast server already uses this data folder \(process \d+\)\. Stop it first/,
      ),
    ])
    const inside = await command('backup', join(hindcast.dataDir, 'x'), '--data', hindcast.dataDir)
    expect([inside.code, inside.stderr]).toEqual([1, expect.stringContaining('lies in the data folder')])
    for (const name of ['backup', 'restore']) {
      const { code, stderr } = await command(name)
      expect([code, stderr]).toEqual([2, expect.stringContaining(`hindcast ${name} DIR`)])
    }
  })

  it('[OP119] refuse a backup with a wrong byte, and one that was broken off', async () => {
    const manifest = join(dir, 'backup.json')
    const { stores } = JSON.parse(await readFile(manifest, 'utf8')) as { stores: string }
    const file = join(dir, stores, 'vault.sqlite')
    const bytes = await readFile(file)
    bytes[bytes.length >> 1]! ^= 1
    await writeFile(file, bytes)
    await refused('vault.sqlite is not what was backed up. Nothing was restored.')
    await rm(manifest)
    await refused('holds no complete backup')
    await backUp()
    expect((await command('restore', dir, '--data', join(scratch, 'again'))).code).toBe(0)
  })
})
