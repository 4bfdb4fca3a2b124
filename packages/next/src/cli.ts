import { resolve } from 'node:path'
import { parseArgs } from 'node:util'
import { check, checkedInWords } from './check/check.ts'
import { WrongUse, type Environment } from './upload/settings.ts'
import { upload } from './upload/upload.ts'

const USAGE = `hindcast-next upload [PATH] [--project SLUG] [--release R] [--url U] [--no-source-maps]
  Upload the routes, the names of the server actions and the source maps of a build, after \`next build\`.
  Needs HINDCAST_TOKEN; without flags, HINDCAST_PROJECT, HINDCAST_URL and the release of the build are used.

hindcast-next check [PATH]
  Check the set-up of an application: what is not reported, and how to correct it. Exit code 1 for problems.

PATH is the folder of the application (default: the current one), or that of its build.`

export interface Caller {
  readonly env: Environment
  readonly cwd: string
  readonly print: (text: string) => void
  readonly complain: (text: string) => void
}

/** Runs one command; answers the exit code. */
export async function main(argv: readonly string[], caller: Caller): Promise<number> {
  try {
    return await run(argv, caller)
  } catch (error) {
    caller.complain(error instanceof Error ? error.message : String(error))
    return error instanceof WrongUse ? 2 : 1
  }
}

async function run(argv: readonly string[], { env, cwd, print }: Caller): Promise<number> {
  const { values, positionals } = parse(argv)
  const [command, path = '.', tooMuch] = positionals
  if (values.help === true || command === undefined || command === 'help') {
    print(USAGE)
    return 0
  }
  if (tooMuch !== undefined) throw new WrongUse(`Unexpected argument “${tooMuch}”.\n\n${USAGE}`)
  if (command === 'upload') {
    await upload(resolve(cwd, path), values, env, print)
    return 0
  }
  if (command === 'check') {
    const findings = await check(resolve(cwd, path))
    if (findings === undefined) throw new WrongUse(`${path} is not the folder of a Next.js application.`)
    print(checkedInWords(findings))
    return findings.some(({ kind }) => kind === 'problem') ? 1 : 0
  }
  throw new WrongUse(`Unknown command “${command}”.\n\n${USAGE}`)
}

function parse(argv: readonly string[]) {
  try {
    const text = { type: 'string' } as const
    return parseArgs({
      args: [...argv],
      allowPositionals: true,
      options: {
        url: text,
        project: text,
        release: text,
        'no-source-maps': { type: 'boolean' },
        help: { type: 'boolean', short: 'h' },
      },
    })
  } catch (error) {
    throw new WrongUse(`${(error as Error).message}\n\n${USAGE}`)
  }
}
