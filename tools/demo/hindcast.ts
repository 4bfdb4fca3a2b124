import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { EXAMPLE, HINDCAST, ROOT } from '../../e2e/harness/paths.ts'
import { OWNER, runInit, startServer, type Server } from '../../e2e/harness/server.ts'
import { finish } from './processes.ts'
import type { Reporting } from './shop.ts'

export const RELEASE = 'next-shop@1.0.0'

export interface Demo {
  readonly server: Server
  readonly reporting: Reporting
  readonly account: typeof OWNER
  close(): Promise<void>
}

/** A server with a data folder of its own, an account and a project. Everything is removed at the end. */
export async function startHindcast(port: number): Promise<Demo> {
  const dataDir = await mkdtemp(join(tmpdir(), 'hindcast-demo-'))
  try {
    const init = await runInit({ dataDir })
    const server = await startServer({ dataDir, port })
    const { username, pathname } = new URL(init.dsn)
    const dsn = server.origin.replace('://', `://${username}@`) + pathname
    const { token, org, project } = init
    return {
      server,
      account: OWNER,
      reporting: { origin: server.origin, dsn, token, org, project, release: RELEASE },
      close: async () => {
        await server.stop()
        await rm(dataDir, { recursive: true, force: true })
      },
    }
  } catch (error) {
    await rm(dataDir, { recursive: true, force: true })
    throw error
  }
}

/** The routes of the built shop, as a team would upload them in CI. */
export async function uploadRoutes(
  { origin, token, project, release }: Reporting,
  signal?: AbortSignal,
): Promise<void> {
  const args = [HINDCAST, 'routes', 'upload', EXAMPLE, '--release', release, '--project', project]
  const env = { ...process.env, HINDCAST_URL: origin, HINDCAST_TOKEN: token }
  const { code, text } = await finish(process.execPath, args, { cwd: ROOT, env, signal })
  if (code !== 0) throw new Error(`hindcast routes upload ended with ${code}:\n${text}`)
}
