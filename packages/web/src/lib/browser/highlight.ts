import type { HLJSApi, LanguageFn } from 'highlight.js'
import { useEffect, useState } from 'react'

export interface CodeToken {
  readonly text: string
  /** `keyword`, `string`, …; empty for plain text. */
  readonly kind: string
}

export type CodeLine = readonly CodeToken[]

/** One grammar per family: TypeScript reads JavaScript and JSX as well. Each is its own file, fetched when first needed. */
const GRAMMARS = {
  typescript: () => import('highlight.js/lib/languages/typescript'),
  python: () => import('highlight.js/lib/languages/python'),
  php: () => import('highlight.js/lib/languages/php'),
  ruby: () => import('highlight.js/lib/languages/ruby'),
  go: () => import('highlight.js/lib/languages/go'),
  java: () => import('highlight.js/lib/languages/java'),
} as const satisfies Record<string, () => Promise<{ readonly default: LanguageFn }>>

export type Grammar = keyof typeof GRAMMARS

const BY_ENDING: ReadonlyArray<readonly [RegExp, Grammar]> = [
  [/\.(?:[cm]?[jt]sx?|vue|svelte)(?:[?#]|$)/, 'typescript'],
  [/\.pyw?$/, 'python'],
  [/\.php$/, 'php'],
  [/\.rb$/, 'ruby'],
  [/\.go$/, 'go'],
  [/\.(?:java|kt)$/, 'java'],
]
const BY_PLATFORM: Readonly<Record<string, Grammar>> = {
  javascript: 'typescript',
  node: 'typescript',
  python: 'python',
  php: 'php',
  ruby: 'ruby',
  go: 'go',
  java: 'java',
}

/** Undefined where guessing would paint nonsense. */
export function grammarOf(file: string, platform: string): Grammar | undefined {
  return BY_ENDING.find(([ending]) => ending.test(file))?.[1] ?? BY_PLATFORM[platform]
}

const MARKUP = /<span class="([^"]*)">|<\/span>|&(amp|lt|gt|quot|#x27);|\n/g
const ENTITIES: Readonly<Record<string, string>> = { amp: '&', lt: '<', gt: '>', quot: '"', '#x27': "'" }

/** The highlighter's HTML as lines of tokens: a comment over three lines is a token on each, and no HTML reaches the page. */
export function tokenLines(html: string): readonly CodeLine[] {
  const lines: CodeToken[][] = [[]]
  const kinds: string[] = []
  let from = 0
  const add = (text: string) => {
    const line = lines.at(-1)!
    const kind = kinds.at(-1) ?? ''
    const last = line.at(-1)
    if (text === '') return
    if (last?.kind === kind) line[line.length - 1] = { text: last.text + text, kind }
    else line.push({ text, kind })
  }
  for (const match of html.matchAll(MARKUP)) {
    add(html.slice(from, match.index))
    from = match.index + match[0].length
    if (match[1] !== undefined) kinds.push(match[1].split(' ')[0]!.replace('hljs-', ''))
    else if (match[2] !== undefined) add(ENTITIES[match[2]]!)
    else if (match[0] === '\n') lines.push([])
    else kinds.pop()
  }
  add(html.slice(from))
  return lines
}

let arrival: Promise<HLJSApi> | undefined
const known = new Set<Grammar>()

async function paint(code: string, grammar: Grammar): Promise<readonly CodeLine[]> {
  const [core, language] = await Promise.all([
    (arrival ??= import('highlight.js/lib/core').then((module) => module.default)),
    GRAMMARS[grammar](),
  ])
  if (!known.has(grammar)) core.registerLanguage(grammar, language.default)
  known.add(grammar)
  return wholeParts(code.split('\n')).flatMap((part) =>
    tokenLines(core.highlight(part.join('\n'), { language: grammar, ignoreIllegals: true }).value),
  )
}

const SNIPPED = /^\{snip\}|\{snip\}$/

/** SDKs cut long lines, often inside a string: such a line stands alone, or the string would colour all that follows. */
export function wholeParts(lines: readonly string[]): ReadonlyArray<readonly string[]> {
  const parts: string[][] = []
  let whole = false
  for (const line of lines) {
    const snipped = SNIPPED.test(line)
    if (snipped || !whole) parts.push([line])
    else parts.at(-1)!.push(line)
    whole = !snipped
  }
  return parts
}

/** Plain at first, coloured as soon as the highlighter is there; a highlighter that does not arrive changes nothing. */
export function useHighlighted(lines: readonly string[], grammar: Grammar | undefined): readonly CodeLine[] {
  const code = lines.join('\n')
  const [painted, setPainted] = useState<{ readonly code: string; readonly lines: readonly CodeLine[] }>()
  useEffect(() => {
    if (grammar === undefined) return undefined
    let wanted = true
    paint(code, grammar).then(
      (result) => wanted && setPainted({ code, lines: result }),
      () => undefined,
    )
    return () => {
      wanted = false
    }
  }, [code, grammar])
  return painted?.code === code ? painted.lines : lines.map((text) => [{ text, kind: '' }])
}
