import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect } from 'vitest'
import { install, type Installation } from './installation.ts'
import { startServer, type Server } from './server.ts'

export interface TwoNodes {
  readonly first: Installation
  readonly second: Server
  close(): Promise<void>
}

/** An installation, and a second node on its database. */
export async function startTwoNodes(env: Readonly<Record<string, string>>): Promise<TwoNodes> {
  const shared = { HINDCAST_SECRET: 'the same secret on both of the nodes', ...env }
  const first = await install({ env: shared })
  const folder = await mkdtemp(join(tmpdir(), 'hindcast-second-node-'))
  const second = await startServer({ dataDir: folder, env: shared }).catch(async (error: unknown) => {
    await first.close()
    throw error
  })
  return {
    first,
    second,
    async close() {
      expect(await second.stop()).toBe(0)
      await first.close()
      await rm(folder, { recursive: true, force: true })
    },
  }
}
