import { spawn } from 'node:child_process'
import { fileURLToPath } from 'node:url'

/*
 * `npm run check`: the static checks beside the unit tests, because neither keeps all cores busy. The tests write to the
 * terminal while they run; what a static check says follows behind them, so that the two do not mix.
 */

export interface Part {
  readonly name: string
  readonly command: readonly [string, ...string[]]
  /** Writes to the terminal while it runs. */
  readonly live?: boolean
}

export interface PartResult {
  readonly name: string
  readonly ok: boolean
  readonly seconds: number
  /** What it wrote; empty where it wrote to the terminal. */
  readonly output: string
}

const script = (name: string): Part => ({ name, command: ['npm', 'run', '--silent', name] })

/** One behind the other: together they would take the cores from the tests. */
const STATIC: readonly Part[] = ['format:check', 'lint', 'types'].map(script)
const UNIT: Part = { name: 'unit tests', command: ['vitest', 'run', '--project', 'unit'], live: true }

export function runPart({ name, command: [program, ...args], live = false }: Part): Promise<PartResult> {
  const began = performance.now()
  return new Promise((resolve) => {
    let output = ''
    const end = (ok: boolean) => {
      resolve({ name, ok, seconds: (performance.now() - began) / 1000, output })
    }
    const child = spawn(program, args, { stdio: live ? 'inherit' : ['ignore', 'pipe', 'pipe'] })
    for (const stream of [child.stdout, child.stderr])
      stream?.setEncoding('utf8').on('data', (text: string) => {
        output += text
      })
    child.on('error', (error) => {
      output += `${error.message}\n`
      end(false)
    })
    child.on('close', (code) => end(code === 0))
  })
}

export async function runInOrder(parts: readonly Part[]): Promise<readonly PartResult[]> {
  const results: PartResult[] = []
  for (const part of parts) results.push(await runPart(part))
  return results
}

/** What the parts that failed wrote, and a line for each part. */
export function report(results: readonly PartResult[]): string {
  const failed = results.filter(({ ok, output }) => !ok && output !== '')
  const said = failed.map(({ name, output }) => `\n── ${name}\n${output.trimEnd()}\n`)
  const lines = results.map(
    ({ name, ok, seconds }) => `${ok ? 'ok    ' : 'FAILED'}  ${name}  ${seconds.toFixed(0)} s`,
  )
  return `${said.join('')}\n${lines.join('\n')}`
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  const results = (await Promise.all([runInOrder(STATIC), runInOrder([UNIT])])).flat()
  console.log(report(results))
  process.exitCode = results.every(({ ok }) => ok) ? 0 : 1
}
