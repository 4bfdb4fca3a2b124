import type { TestProject } from 'vitest/node'
import { bringChromium } from './harness/chromium.ts'
import { bringClients } from './harness/client-packages.ts'

declare module 'vitest' {
  interface ProvidedContext {
    chromium: string
  }
}

/**
 * Installs once, with a message, what the root install leaves out. Anything missing afterwards is an error, never a
 * skip.
 */
export async function setup(project: TestProject): Promise<void> {
  const say = (line: string): void => console.log(`[e2e set-up] ${line}`)
  await bringClients(say)
  project.provide('chromium', await bringChromium(say))
}
