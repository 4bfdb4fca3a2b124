import { readFile } from 'node:fs/promises'
import { dirname, join, relative } from 'node:path'

export interface SourceFile {
  /** Seen from the folder of the application. */
  readonly path: string
  /** Without comments. */
  readonly text: string
  /** With what it imports of the application itself, one step far: set-ups often share a module. */
  readonly around: string
}

const ENDINGS = ['', '.ts', '.tsx', '.js', '.jsx', '.mjs', '/index.ts', '/index.tsx', '/index.js']
const IMPORT = /\b(?:from|import|require)\s*\(?\s*['"]([^'"\n]{1,200})['"]/g
/** More imports of the application's own are not followed. */
const MOST_IMPORTS = 100

/** Undefined: there is no such file. */
export async function readSource(root: string, path: string): Promise<SourceFile | undefined> {
  const text = await readText(join(root, path))
  if (text === undefined) return undefined
  const imported = await Promise.all(
    localImports(text)
      .slice(0, MOST_IMPORTS)
      .map((name) => readImport(root, join(root, dirname(path)), name)),
  )
  return { path: path.replaceAll('\\', '/'), text, around: [text, ...imported].join('\n') }
}

async function readText(file: string): Promise<string | undefined> {
  return readFile(file, 'utf8').then(withoutComments, () => undefined)
}

function localImports(text: string): readonly string[] {
  return [...text.matchAll(IMPORT)]
    .map((match) => match[1]!)
    .filter((name) => /^(?:\.{1,2}|[@~])\//.test(name))
}

/** `@/` and `~/` are what most projects call their own folder, or `src` in it. */
async function readImport(root: string, folder: string, name: string): Promise<string> {
  const targets = name.startsWith('.')
    ? [join(folder, name)]
    : [join(root, name.slice(2)), join(root, 'src', name.slice(2))]
  for (const target of targets) {
    if (relative(root, target).startsWith('..')) continue
    for (const ending of ENDINGS) {
      const text = await readText(target + ending)
      if (text !== undefined) return text
    }
  }
  return ''
}

/** Code that is commented out sets nothing up. */
export function withoutComments(code: string): string {
  return code.replaceAll(TOKENS, (token) => (/^\/[/*]/.test(token) ? ' ' : token))
}

/** As long as before, with blanks in place of texts. */
export function withoutTexts(code: string): string {
  return code.replaceAll(TOKENS, (token) => ' '.repeat(token.length))
}

/** A text, which may contain what looks like a comment, or a comment. A text in quotes ends with its line. */
const TOKENS =
  /'(?:[^'\\\n]|\\.)*'|"(?:[^"\\\n]|\\.)*"|`(?:[^`\\]|\\[^])*`|\/\/[^\n]*|\/\*[^*]*\*+(?:[^/*][^*]*\*+)*\//g
