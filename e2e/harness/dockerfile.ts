import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { loadLinter } from '../linters/load.ts'
import { ROOT } from './paths.ts'

interface Instruction {
  getKeyword(): string
  getArgumentsContent(): string | null
}
interface Dockerfile {
  getInstructions(): readonly Instruction[]
}
interface Ast {
  readonly DockerfileParser: { parse(text: string): Dockerfile }
}

export interface DockerfileCommands {
  /** The commands of the stage that installs the package, in order. */
  readonly install: readonly string[]
  readonly healthCheck: readonly string[]
  /** With the arguments that are given by default. */
  readonly entrypoint: readonly string[]
  readonly variables: Readonly<Record<string, string>>
}

/** What the Dockerfile runs, so that a test can run the same where there is no Docker. */
export async function dockerfileCommands(): Promise<DockerfileCommands> {
  const text = await readFile(join(ROOT, 'Dockerfile'), 'utf8')
  const { DockerfileParser } = (await loadLinter('dockerfile-ast')) as Ast
  const instructions = DockerfileParser.parse(text).getInstructions()
  const stage = (name: string) => {
    const from = instructions.findIndex(
      (each) => each.getKeyword() === 'FROM' && argumentsOf(each).endsWith(` AS ${name}`),
    )
    const rest = instructions.slice(from + 1)
    const next = rest.findIndex((each) => each.getKeyword() === 'FROM')
    return rest.slice(0, next === -1 ? undefined : next)
  }
  const last = (keyword: string) => instructions.findLast((each) => each.getKeyword() === keyword)!
  const list = (keyword: string) => JSON.parse(/\[.*\]/s.exec(argumentsOf(last(keyword)))![0]) as string[]
  return {
    install: stage('install')
      .filter((each) => each.getKeyword() === 'RUN')
      .map(argumentsOf),
    healthCheck: list('HEALTHCHECK'),
    entrypoint: [...list('ENTRYPOINT'), ...list('CMD')],
    variables: Object.fromEntries(
      argumentsOf(last('ENV'))
        .split(/\s+/)
        .map((pair) => pair.split('=') as [string, string]),
    ),
  }
}

const argumentsOf = (instruction: Instruction): string => instruction.getArgumentsContent() ?? ''
