import { readFileSync, writeFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { pathToFileURL } from 'node:url'
import { messagesPage } from './messages-page.ts'
import { SECTIONS } from './specification-sections.ts'

const DOCS = join(resolve(import.meta.dirname, '..'), 'docs')
const PAGE = join(DOCS, 'specification.md')
const MESSAGES = join(DOCS, 'messages.md')
const MARK = /(<!-- generated: ([\w-]+) -->\n)[\s\S]*?(<!-- end -->)/g

/** The page with every generated part as the code says it now. */
export function regenerated(page: string): string {
  const seen = new Set<string>()
  const text = page.replaceAll(MARK, (_, open: string, name: string, close: string) => {
    const section = SECTIONS[name]
    if (section === undefined)
      throw new Error(`docs/specification.md asks for “${name}”, which nothing generates`)
    seen.add(name)
    return `${open}\n${section()}\n\n${close}`
  })
  const missing = Object.keys(SECTIONS).filter((name) => !seen.has(name))
  if (missing.length > 0) throw new Error(`docs/specification.md has no place for: ${missing.join(', ')}`)
  return text
}

export function readPage(): string {
  return readFileSync(PAGE, 'utf8')
}

export function readMessages(): string {
  return readFileSync(MESSAGES, 'utf8')
}

if (import.meta.url === pathToFileURL(process.argv[1] ?? '').href) {
  writeFileSync(PAGE, regenerated(readPage()))
  writeFileSync(MESSAGES, await messagesPage())
}
