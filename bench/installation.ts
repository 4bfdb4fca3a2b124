import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { type Child, HINDCAST, hindcastJson, startChild } from './children.ts'

/** A fresh folder and a server on it, as the figures need them. */
export interface Installation {
  readonly server: Child
  readonly path: string
  readonly token: string
  readonly project: string
  readonly data: string
  /** What the server was started with. */
  readonly env: Environment
}

/** Fills the stores of a folder that no server uses, and its spool. */
export type Prepare = (data: string) => Promise<void>

export const OWNER = { email: 'bench@example.com', password: 'bench-bench-bench' }

export type Environment = Readonly<Record<string, string>>

export interface InstallOptions {
  /** Brings what is in the folder to where it is to be, and answers what the server has to be started with. */
  readonly place?: (data: string) => Promise<Environment>
  /** Called with that before the start; what it answers is used instead. */
  readonly adjust?: (env: Environment) => Promise<Environment>
  /** Of Node.js. */
  readonly nodeArguments?: readonly string[]
}

export async function install(prepare?: Prepare, options: InstallOptions = {}): Promise<Installation> {
  const { place, adjust, nodeArguments = [] } = options
  const data = mkdtempSync(join(tmpdir(), 'hindcast-bench-'))
  const made = hindcastJson([
    'init',
    '--email',
    OWNER.email,
    '--password',
    OWNER.password,
    '--project',
    'bench',
    '--json',
    '--data',
    data,
  ]) as { readonly dsn: string; readonly token: string; readonly project: string }
  await prepare?.(data)
  const placed = (await place?.(data)) ?? {}
  const env = (await adjust?.(placed)) ?? placed
  const args = [...nodeArguments, HINDCAST, 'start', '--port', '0', '--data', data]
  const server = await startChild(args, { HINDCAST_LOG: 'warn', ...env })
  const dsn = new URL(made.dsn)
  const path = `/api${dsn.pathname}/envelope/?sentry_version=7&sentry_key=${dsn.username}`
  return { server, path, token: made.token, project: made.project, data, env }
}

export async function uninstall({ server, data }: Installation): Promise<void> {
  await server.stop()
  rmSync(data, { recursive: true, force: true })
}

export async function apiGet<T>({ server, token }: Installation, path: string): Promise<T> {
  const response = await fetch(`${server.url.origin}${path}`, {
    headers: { authorization: `Bearer ${token}` },
  })
  if (!response.ok) throw new Error(`${path} answered ${response.status}`)
  return (await response.json()) as T
}

export async function digestedEvents({ server }: Installation): Promise<number> {
  const text = await (await fetch(`${server.url.origin}/metrics`)).text()
  return Number(/^hindcast_items_digested_total (\d+)/m.exec(text)?.[1] ?? Number.NaN)
}
