import type { Endpoint } from '@hindcast/contract/endpoint.ts'
import { SENTRY_ENDPOINTS } from '@hindcast/contract/sentry/endpoints.ts'
import { mkdtemp, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'

/** Which endpoints of Sentry’s API a server was asked for. */
export interface WatchedRequests {
  /** For the server that is watched. */
  readonly env: Readonly<Record<string, string>>
  /** By name; those that it only ever refused are left out. */
  answered(): Promise<ReadonlySet<string>>
  close(): Promise<void>
}

export async function watchRequests(): Promise<WatchedRequests> {
  const dir = await mkdtemp(join(tmpdir(), 'hindcast-watched-'))
  const file = join(dir, 'requests.txt')
  const preload = pathToFileURL(join(import.meta.dirname, 'watched-server.ts')).href
  return {
    env: { NODE_OPTIONS: `--import ${preload}`, E2E_REQUESTS: file },
    async answered() {
      const lines = (await readFile(file, 'utf8')).split('\n')
      const asked = Object.entries<Endpoint>(SENTRY_ENDPOINTS).filter(([, { method, path }]) => {
        const address = path.replaceAll(/:[a-z]+/g, '[^/?]+')
        const line = new RegExp(`^[23]\\d\\d ${method} ${address}(?:\\?|$)`)
        return lines.some((one) => line.test(one))
      })
      return new Set(asked.map(([name]) => name))
    },
    close: () => rm(dir, { recursive: true, force: true }),
  }
}
