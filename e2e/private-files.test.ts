import { chmod, mkdtemp, readdir, rm, stat } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, it, onTestFinished } from 'vitest'
import { install } from './harness/installation.ts'
import { sendFault } from './harness/stream.ts'

const OTHERS = 0o077

/** Everything in the folder that others may read or enter, with its mode. */
async function wide(dir: string): Promise<readonly string[]> {
  const names = ['.', ...(await readdir(dir, { recursive: true }))]
  const found: string[] = []
  for (const name of names) {
    const entry = await stat(join(dir, name)).catch(() => undefined)
    if (entry !== undefined && (entry.mode & OTHERS) !== 0)
      found.push(`${name} ${(entry.mode & 0o777).toString(8)}`)
  }
  return found
}

it('[OP77] a running server and its commands leave nothing that others may read, also where everything was open before', async () => {
  const dataDir = await mkdtemp(join(tmpdir(), 'hindcast-private-'))
  onTestFinished(() => rm(dataDir, { recursive: true, force: true }))
  await chmod(dataDir, 0o755)
  const hindcast = await install({ dataDir, through: ['sh', '-c', 'umask 022; exec "$0" "$@"'] })
  await sendFault(hindcast.dsn, 'First')
  await hindcast.api.awaitIssues(1)
  expect(await wide(dataDir)).toEqual([])
  await hindcast.server.stop()
  for (const name of await readdir(dataDir, { recursive: true })) {
    const path = join(dataDir, name)
    await chmod(path, (await stat(path)).isDirectory() ? 0o755 : 0o644)
  }
  await chmod(dataDir, 0o755)
  await hindcast.start()
  await sendFault(hindcast.dsn, 'Second')
  await hindcast.api.awaitIssues(2)
  expect(await wide(dataDir)).toEqual([])
  await hindcast.close()
})
