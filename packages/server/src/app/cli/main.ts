import { parseArgs } from 'node:util'
import { type Config, readConfig } from '#app/config.ts'
import { AppError } from '#domain/app-error.ts'
import { ownVersion } from '#app/process/version.ts'
import { COMMANDS, type Command } from './commands.ts'
import { helpFor, overview } from './help.ts'
import type { Terminal } from './terminal.ts'
import { WrongUse } from './wrong-use.ts'

const terminal: Terminal = {
  print: (text) => void process.stdout.write(`${text}\n`),
  complain: (text) => void process.stderr.write(`${text}\n`),
}

export async function main(argv: readonly string[]): Promise<void> {
  try {
    process.exitCode = await run(argv)
  } catch (error) {
    // A stack would bury the one sentence that helps; a fault of ours keeps it.
    terminal.complain(error instanceof AppError ? error.message : String((error as Error)?.stack ?? error))
    process.exitCode = error instanceof WrongUse ? 2 : 1
  }
}

async function run(argv: readonly string[]): Promise<number> {
  const words = argv.filter((word) => !word.startsWith('-'))
  if (argv.includes('--version')) {
    terminal.print(`hindcast ${await ownVersion()}, Node ${process.versions.node}`)
    return 0
  }
  const command = COMMANDS.find(({ name }) => name.split(' ').every((word, index) => words[index] === word))
  if (command === undefined) return explain(words)
  if (argv.includes('--help') || argv.includes('-h')) {
    terminal.print(helpFor(command))
    return 0
  }
  const { config, flags, rest } = parse(command, argv)
  return command.run({ config, flags, rest, terminal })
}

function explain(words: readonly string[]): number {
  if (words.length === 0 || words[0] === 'help') {
    terminal.print(overview(COMMANDS))
    return 0
  }
  terminal.complain(`Unknown command “${words[0]}”.\n\n${overview(COMMANDS)}`)
  return 2
}

/** A word too many may be a command that was taken for another one. */
function restOf(command: Command, positionals: readonly string[]): readonly string[] {
  const rest = positionals.slice(command.name.split(' ').length)
  const unknown = rest[command.takes ?? 0]
  if (unknown !== undefined) throw new WrongUse(`Unexpected argument “${unknown}”.\n\n${helpFor(command)}`)
  return rest
}

function parse(command: Command, argv: readonly string[]) {
  const options = Object.fromEntries(
    Object.entries(command.flags).map(([name, flag]) => [name, { type: flag.type }] as const),
  )
  try {
    const { values, positionals } = parseArgs({ args: [...argv], options, allowPositionals: true })
    const flags = values as Readonly<Record<string, string | boolean | undefined>>
    const text = (name: string) => (typeof flags[name] === 'string' ? { [name]: flags[name] } : {})
    const config: Config = readConfig(process.env, {
      ...text('role'),
      ...text('host'),
      ...text('port'),
      ...text('data'),
    })
    return { config, flags, rest: restOf(command, positionals) }
  } catch (error) {
    if (error instanceof AppError) throw error
    throw new WrongUse(`${(error as Error).message}\n\n${helpFor(command)}`)
  }
}
