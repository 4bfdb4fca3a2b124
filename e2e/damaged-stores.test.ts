import { randomFillSync } from 'node:crypto'
import { cp, mkdtemp, open, readFile, rm, stat, truncate } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { install, type Installation } from './harness/installation.ts'
import { HINDCAST, ROOT } from './harness/paths.ts'
import { run } from './harness/run.ts'
import { sendFault } from './harness/stream.ts'

const FILES = ['records.sqlite', 'vault.sqlite', 'telemetry.duckdb', 'spool/id'] as const

let hindcast: Installation
let scratch: string

beforeAll(async () => {
  scratch = await mkdtemp(join(tmpdir(), 'hindcast-damaged-'))
  hindcast = await install()
  await sendFault(hindcast.dsn, 'Kept')
  await hindcast.api.awaitIssues(1)
  await hindcast.server.stop()
})
afterAll(async () => {
  await hindcast.close()
  await rm(scratch, { recursive: true, force: true })
})

/** A copy of the stopped installation. */
async function copy(name: string): Promise<string> {
  const dir = join(scratch, name.replaceAll('/', '-'))
  await cp(hindcast.dataDir, dir, { recursive: true, filter: (path) => !path.endsWith('.sock') })
  return dir
}

const command = (name: string, dir: string, args: readonly string[] = []) =>
  run(process.execPath, [HINDCAST, name, '--data', dir, ...args], { cwd: ROOT })

const START = ['start', '--port', '0']
const DOCTOR = ['doctor']

async function expectRefused(dir: string, file: string, commands = [START]): Promise<void> {
  for (const [name, ...args] of commands) {
    const { code, stdout, stderr } = await command(name!, dir, args)
    expect(code, `${name}: ${stdout}${stderr}`).toBe(1)
    const said = stderr
      .trim()
      .split('\n')
      .filter((line) => !/ (info|warn) /i.test(line))
    expect(said, stderr).toHaveLength(1)
    if (file !== '') expect(said[0]).toContain(file)
    expect(said[0]).toContain('restore the whole data folder from a backup')
    expect(said[0]).toContain('hindcast doctor')
  }
}

describe('a data folder that lost something', () => {
  it.each(FILES)('[OP74] is refused without %s, and nothing is made in its place', async (file) => {
    const dir = await copy(`missing ${file}`)
    await rm(join(dir, file))
    await expectRefused(dir, file)
    await expect(stat(join(dir, file))).rejects.toThrow('ENOENT')
  })

  it('[OP74] is refused also where it is from before there was a manifest', async () => {
    const dir = await copy('earlier')
    for (const file of ['vault.sqlite', 'stores.json']) await rm(join(dir, file))
    await expectRefused(dir, 'vault.sqlite')
  })

  it.each(FILES)('[OP74] is refused with an empty %s', async (file) => {
    const dir = await copy(`empty ${file}`)
    await truncate(join(dir, file), 0)
    await expectRefused(dir, file, [DOCTOR])
    expect((await readFile(join(dir, file))).length).toBe(0)
  })

  it.each(FILES.slice(0, 3))('[OP75] names the remedy for a %s that cannot be read', async (file) => {
    const dir = await copy(`damaged ${file}`)
    const handle = await open(join(dir, file), 'r+')
    await handle.write(randomFillSync(Buffer.alloc(16_384)), 0, 16_384, 0)
    await handle.close()
    await expectRefused(dir, '', [START, DOCTOR])
  })
})
