import { stripTypeScriptTypes } from 'node:module'
import { parseAst } from 'rolldown/parseAst'

/** What a module names: other modules, and files or folders beside it that it reads. */
export interface Module {
  readonly code: string
  readonly imports: readonly string[]
  readonly files: readonly string[]
}

interface Name {
  readonly text: string
  /** Of the literal, with its quotes. */
  readonly start: number
  readonly end: number
  readonly isModule: boolean
}

interface AstNode {
  readonly type: string
  readonly start: number
  readonly end: number
  readonly [field: string]: unknown
}

const CONTRACT = '@hindcast/contract/'

/**
 * The types become blanks, as when Node runs the source: every line and column of a stack trace is that of the source,
 * and no source map is needed.
 */
export function toJavaScript(source: string): Module {
  const plain = stripTypeScriptTypes(source, { mode: 'strip' })
  const names = namesIn(plain)
  let code = plain
  for (const name of names.toReversed()) {
    code = code.slice(0, name.start) + `'${shipped(name.text)}'` + code.slice(name.end)
  }
  const isProgram = ({ text, isModule }: Name) => isModule || text.endsWith('.ts')
  return {
    code,
    imports: names.filter(isProgram).map(({ text }) => text),
    files: names.filter((name) => !isProgram(name)).map(({ text }) => text),
  }
}

/** How a name is spelled in the package. */
export function shipped(name: string): string {
  const own = name.startsWith(CONTRACT) ? `#contract/${name.slice(CONTRACT.length)}` : name
  return own.replace(/\.ts$/, '.js')
}

function namesIn(code: string): readonly Name[] {
  const names: Name[] = []
  const add = (node: unknown, isModule: boolean) => {
    const { type, value, start, end } = (node ?? {}) as AstNode
    if (type === 'Literal' && typeof value === 'string') names.push({ text: value, start, end, isModule })
  }
  visit(parseAst(code), (node) => {
    if (/^(?:Import|Export(?:Named|All))Declaration$|^ImportExpression$/.test(node.type))
      add(node['source'], true)
    if (isUrlBesideModule(node)) add((node['arguments'] as readonly unknown[])[0], false)
  })
  return names.toSorted((a, b) => a.start - b.start)
}

/** `new URL('…', import.meta.url)`, which is how threads and migrations are named. */
function isUrlBesideModule({ type, callee, arguments: given }: AstNode): boolean {
  if (type !== 'NewExpression' || (callee as AstNode)['name'] !== 'URL') return false
  const base = (given as readonly AstNode[])[1]
  return base?.type === 'MemberExpression' && (base['object'] as AstNode).type === 'MetaProperty'
}

function visit(node: unknown, seen: (node: AstNode) => void): void {
  if (Array.isArray(node)) for (const child of node) visit(child, seen)
  else if (typeof node === 'object' && node !== null) {
    if ('type' in node) seen(node as AstNode)
    for (const child of Object.values(node)) visit(child, seen)
  }
}
