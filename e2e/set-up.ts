import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { TestProject } from 'vitest/node'
import { bringChromium } from './harness/chromium.ts'
import { bringClients, bringEngines, bringLinters } from './harness/client-packages.ts'
import { runInit, type Initialised } from './harness/server.ts'

declare module 'vitest' {
  interface ProvidedContext {
    chromium: string
    /** A data folder to copy, and what `hindcast init` said about it. */
    initialised: Initialised
  }
}

/**
 * Installs once, with a message, what the root install leaves out. Anything missing afterwards is an error, never a
 * skip.
 */
export async function setup(project: TestProject): Promise<void> {
  const say = (line: string): void => console.log(`[e2e set-up] ${line}`)
  // What more than one file uses: two that install it at once replace a library that the other has already loaded.
  await Promise.all([bringClients(say), bringLinters(say), bringEngines(say)])
  project.provide('chromium', await bringChromium(say))
  folder = await mkdtemp(join(tmpdir(), 'hindcast-initialised-'))
  project.provide('initialised', { folder, init: await runInit({ dataDir: folder }) })
}

let folder: string | undefined

export async function teardown(): Promise<void> {
  if (folder !== undefined) await rm(folder, { recursive: true, force: true })
}
