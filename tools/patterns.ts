import { globSync, readFileSync, writeFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { fileURLToPath } from 'node:url'
import { parseAst } from 'rolldown/parseAst'

/*
 * Every regular expression of the server and what recheck says of the time it takes. The verdicts are kept in
 * patterns.json, because some take the checker seconds; a pattern that is not in there has not been checked.
 */

const ROOT = resolve(import.meta.dirname, '..')
const VERDICTS = join(import.meta.dirname, 'patterns.json')
const PER_PATTERN_MS = 30_000

export interface Pattern {
  readonly file: string
  /** `/source/flags`, or the code that makes the expression at run time. */
  readonly text: string
  readonly source: string | undefined
  readonly flags: string
}

/** `linear`: shown to be, or no attack was found. `super-linear`: with an attack. `unknown`: time was up. */
export type Verdict = 'linear' | 'super-linear' | 'unknown'

export function serverPatterns(): readonly Pattern[] {
  return globSync('packages/server/src/**/*.ts', { cwd: ROOT })
    .filter((file) => !/\.(?:test|contract|property)\.ts$|\/testing[/-]/.test(file))
    .toSorted()
    .flatMap((file) => patternsIn(file, readFileSync(join(ROOT, file), 'utf8')))
}

export function patternsIn(file: string, code: string): readonly Pattern[] {
  const found: Pattern[] = []
  visit(parseAst(code, { lang: 'ts' }), (node) => {
    const { type, regex, callee } = node as Node
    if (type === 'Literal' && regex !== undefined) {
      const { pattern: source, flags } = regex
      found.push({ file, text: `/${source}/${flags}`, source, flags })
    }
    if ((type === 'NewExpression' || type === 'CallExpression') && callee?.name === 'RegExp') {
      const { start, end } = node as Node
      found.push({ file, text: code.slice(start, end), source: undefined, flags: '' })
    }
  })
  return found
}

interface Node {
  readonly type: string
  readonly start: number
  readonly end: number
  readonly regex?: { readonly pattern: string; readonly flags: string } | undefined
  readonly callee?: { readonly name?: string }
}

function visit(node: unknown, look: (node: object) => void): void {
  if (typeof node !== 'object' || node === null) return
  if (!Array.isArray(node)) look(node)
  for (const child of Object.values(node)) visit(child, look)
}

export async function verdictOf(source: string, flags: string): Promise<Verdict> {
  const { check } = await import('recheck')
  const { status } = await check(source, flags, { timeout: PER_PATTERN_MS })
  return status === 'safe' ? 'linear' : status === 'vulnerable' ? 'super-linear' : 'unknown'
}

export function knownVerdicts(): Readonly<Record<string, Verdict>> {
  return JSON.parse(readFileSync(VERDICTS, 'utf8')) as Record<string, Verdict>
}

/** Checks what is new and forgets what is gone. */
async function writeVerdicts(): Promise<void> {
  const known = knownVerdicts()
  const verdicts: Record<string, Verdict> = {}
  for (const { text, source, flags, file } of serverPatterns()) {
    if (source === undefined || text in verdicts) continue
    verdicts[text] = known[text] ?? (await verdictOf(source, flags))
    if (verdicts[text] !== 'linear') console.log(`${verdicts[text]}: ${text} in ${file}`)
  }
  const sorted = Object.fromEntries(Object.entries(verdicts).toSorted(([a], [b]) => (a < b ? -1 : 1)))
  writeFileSync(VERDICTS, `${JSON.stringify(sorted, undefined, 2)}\n`)
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  await writeVerdicts()
  // The checker keeps a process of its own open.
  process.exit()
}
