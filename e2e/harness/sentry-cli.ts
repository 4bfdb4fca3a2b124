import { join } from 'node:path'
import { expect } from 'vitest'
import type { Installation } from './installation.ts'
import { CLIENTS } from './paths.ts'
import { run, type Finished } from './run.ts'

const PACKAGES = { 3: '@sentry/cli', 2: 'sentry-cli-2' } as const

/** What the tool is told of an installation. */
type Addressed = Pick<Installation, 'origin' | 'init' | 'dsn'>

export type SentryCliMajor = keyof typeof PACKAGES

/** Nobody's own settings reach a tool under test: it has an empty home and only these. */
export function toolEnvironment(
  hindcast: Addressed | undefined,
  home: string,
): Record<string, string | undefined> {
  const inherited = Object.keys(process.env).filter((name) => name.startsWith('SENTRY_'))
  return {
    ...Object.fromEntries(inherited.map((name) => [name, undefined])),
    HOME: home,
    SENTRY_DISABLE_UPDATE_CHECK: '1',
    ...(hindcast && {
      SENTRY_URL: hindcast.origin,
      SENTRY_AUTH_TOKEN: hindcast.init.token,
      SENTRY_ORG: hindcast.init.org,
      SENTRY_PROJECT: hindcast.init.project,
      SENTRY_DSN: hindcast.dsn,
    }),
  }
}

/** The real sentry-cli of that major version, run in the folder. */
export function runSentryCli(
  major: SentryCliMajor,
  {
    hindcast,
    home,
    cwd = home,
  }: { readonly hindcast?: Addressed; readonly home: string; readonly cwd?: string },
  args: readonly string[],
): Promise<Finished> {
  const program = join(CLIENTS, 'node_modules', PACKAGES[major], 'bin/sentry-cli')
  return run(process.execPath, [program, ...args], { cwd, env: toolEnvironment(hindcast, home) })
}

/** What it printed; it must have ended well. */
export async function printedBy(running: Promise<Finished>, what: string): Promise<string> {
  const { code, stdout, stderr } = await running
  expect(code, `${what} ended with ${code}:\n${stdout}${stderr}`).toBe(0)
  return stdout
}
