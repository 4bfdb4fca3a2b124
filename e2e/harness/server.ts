import { spawn, type ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import { HINDCAST, ROOT } from './paths.ts'
import { run } from './run.ts'
import { withStores } from './stores.ts'

/** What `hindcast init --json` prints. The field names are a contract. */
export interface Init {
  readonly url: string
  readonly dsn: string
  readonly token: string
  readonly project: string
  readonly org: string
}

export interface ServerOptions {
  readonly dataDir: string
  /** A free one by default. */
  readonly port?: number
  readonly env?: Readonly<Record<string, string>>
  /** The command line of another version. */
  readonly hindcast?: string
  /** Program and arguments the server is started through, e.g. to enter a mount namespace. */
  readonly through?: readonly string[]
}

export interface Server {
  readonly origin: string
  readonly pid: number
  /** Everything it printed so far. */
  output(): string
  running(): boolean
  /** SIGTERM; answers the exit code, and throws when the server is still there after 10 s. */
  stop(): Promise<number | null>
  /** SIGKILL: no goodbye. */
  kill(): Promise<void>
}

/** Whom `runInit` makes. */
export const OWNER = { email: 'owner@example.com', password: 'correct horse battery staple' } as const

const START_TIMEOUT_MS = 90_000
const STOP_TIMEOUT_MS = 10_000

/** What the tests of the same run copy. */
export interface Initialised {
  readonly folder: string
  readonly init: Init
}

export async function runInit(given: ServerOptions): Promise<Init> {
  const options = await withStores(given)
  const owner = ['--email', OWNER.email, '--password', OWNER.password]
  const args = ['init', ...owner, '--project', 'Web shop', '--json', '--data', options.dataDir]
  const [program, ...rest] = commandLine(options, args)
  const { code, stdout, stderr } = await run(program, rest, { cwd: ROOT, env: environment(options) })
  if (code !== 0) throw new Error(`hindcast init ended with ${code}:\n${stdout}${stderr}`)
  return JSON.parse(stdout) as Init
}

export async function startServer(options: ServerOptions): Promise<Server> {
  const { child, output } = spawnServer(await withStores(options))
  const origin = await listening(child, output)
  return {
    origin,
    pid: child.pid!,
    output,
    running: () => !hasEnded(child),
    stop: () => end(child, 'SIGTERM', output),
    kill: async () => void (await end(child, 'SIGKILL', output)),
  }
}

/** The process alone, for killing it before it listens. */
export function spawnServer(options: ServerOptions): {
  readonly child: ChildProcess
  readonly output: () => string
} {
  const [program, ...args] = commandLine(options, [
    'start',
    '--port',
    String(options.port ?? 0),
    '--data',
    options.dataDir,
  ])
  const env = { ...process.env, ...environment(options) }
  const child = spawn(program, args, { cwd: ROOT, env, stdio: ['ignore', 'pipe', 'pipe'] })
  let output = ''
  for (const stream of [child.stdout, child.stderr]) {
    stream.setEncoding('utf8').on('data', (text: string) => {
      output += text
    })
  }
  return { child, output: () => output }
}

export async function end(
  child: ChildProcess,
  signal: 'SIGTERM' | 'SIGKILL',
  output: () => string,
): Promise<number | null> {
  if (hasEnded(child)) return child.exitCode
  const exit = once(child, 'exit', { signal: AbortSignal.timeout(STOP_TIMEOUT_MS) })
  child.kill(signal)
  try {
    await exit
  } catch (error) {
    child.kill('SIGKILL')
    throw new Error(`The server did not end within 10 s of ${signal}; it printed:\n${output()}`, {
      cause: error,
    })
  }
  return child.exitCode
}

async function listening(child: ChildProcess, output: () => string): Promise<string> {
  const deadline = performance.now() + START_TIMEOUT_MS
  while (performance.now() < deadline && !hasEnded(child)) {
    const address = /listening on (http:\/\/[^\s"]+)/.exec(output())?.[1]
    if (address !== undefined) return address.replace(/\/$/, '')
    await new Promise((resolve) => setTimeout(resolve, 20))
  }
  child.kill('SIGKILL')
  const ended = hasEnded(child)
    ? `ended with ${child.exitCode ?? child.signalCode}`
    : 'did not listen in time'
  throw new Error(`The server ${ended}; it printed:\n${output()}`)
}

function hasEnded(child: ChildProcess): boolean {
  return child.exitCode !== null || child.signalCode !== null
}

function commandLine(options: ServerOptions, args: readonly string[]): [string, ...string[]] {
  const [program, ...rest] = [
    ...(options.through ?? []),
    process.execPath,
    options.hindcast ?? HINDCAST,
    ...args,
  ]
  return [program!, ...rest]
}

/** The developer's own HINDCAST_* settings must not reach the server under test. */
function environment(options: ServerOptions): Record<string, string | undefined> {
  const own = Object.keys(process.env).filter((name) => name.startsWith('HINDCAST_'))
  return { ...Object.fromEntries(own.map((name) => [name, undefined])), ...options.env }
}
