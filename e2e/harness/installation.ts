import { cp, mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { openApi, type Api } from './api.ts'
import { inject } from 'vitest'
import { runInit, startServer, type Init, type Server, type ServerOptions } from './server.ts'
import { hasOtherStores } from './stores.ts'

/** A fresh installation: a data folder, `hindcast init` and `hindcast start`. */
export interface Installation {
  readonly init: Init
  readonly dataDir: string
  /** Address of the server that runs now; another one after every start. */
  readonly origin: string
  readonly server: Server
  readonly api: Api
  /** The DSN of `init` at the address of the server that runs now. */
  readonly dsn: string
  readonly projectId: string
  readonly publicKey: string
  start(): Promise<void>
  /** Stops the server with SIGTERM, removes the folder, and returns the exit code. */
  close(): Promise<number | null>
}

export async function install(options: Partial<ServerOptions> = {}): Promise<Installation> {
  const own = options.dataDir === undefined
  const dataDir = options.dataDir ?? (await mkdtemp(join(tmpdir(), 'hindcast-e2e-')))
  const init = await initData({ ...options, dataDir })
  const dsn = new URL(init.dsn)
  let server = await startServer({ ...options, dataDir })
  return {
    init,
    dataDir,
    projectId: dsn.pathname.slice(1),
    publicKey: dsn.username,
    get origin() {
      return server.origin
    },
    get server() {
      return server
    },
    get api() {
      return openApi(server.origin, init.token, init.project)
    },
    get dsn() {
      return server.origin.replace('://', `://${dsn.username}@`) + dsn.pathname
    },
    start: async () => {
      server = await startServer({ ...options, dataDir })
    },
    close: async () => {
      const code = await server.stop()
      if (own) await rm(dataDir, { recursive: true, force: true })
      return code
    },
  }
}

/** A copy of what `hindcast init` made once for the whole run: two seconds less for each installation. */
async function initData(options: ServerOptions): Promise<Init> {
  if (options.env !== undefined || options.through !== undefined || hasOtherStores()) return runInit(options)
  const { folder, init } = inject('initialised')
  await cp(folder, options.dataDir, { recursive: true })
  return init
}
