import { createHash } from 'node:crypto'
import { readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { CLIENTS } from './paths.ts'
import { run } from './run.ts'

const STAMP = join(CLIENTS, 'node_modules', '.hindcast-stamp')

/** Installs the real SDKs from their own lockfile unless exactly that lockfile is installed already. */
export async function bringClients(say: (line: string) => void): Promise<void> {
  const wanted = await fingerprint()
  const installed = await readFile(STAMP, 'utf8').catch(() => '')
  if (installed === wanted) return
  say('installing the client SDKs (npm ci in e2e/clients, once) …')
  // Without scripts: the only one is sentry-cli's, which downloads what its platform package already brings.
  const { code } = await run('npm', ['ci', '--ignore-scripts', '--no-audit', '--no-fund'], {
    cwd: CLIENTS,
    loud: true,
  })
  if (code !== 0) {
    throw new Error(
      `The client SDKs could not be installed; run: npm ci --ignore-scripts --prefix ${CLIENTS}`,
    )
  }
  await writeFile(STAMP, wanted)
  say('client SDKs are installed')
}

async function fingerprint(): Promise<string> {
  const lockfile = await readFile(join(CLIENTS, 'package-lock.json'))
  return createHash('sha256').update(lockfile).update(`${process.platform} ${process.arch}`).digest('hex')
}
