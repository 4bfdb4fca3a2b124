import { join, resolve } from 'node:path'
import { pathToFileURL } from 'node:url'
import { collectMessages, readTranslations } from '../packages/web/vite/messages.ts'

const WEB = join(resolve(import.meta.dirname, '..'), 'packages/web')
/** `{name}`, `{0}`, `{count, plural, …}` and the numbered tags around links. */
const ARGUMENT = /\{\s*(\w+)|<\/?(\d+)\/?>/g

export interface Untranslated {
  readonly missing: readonly string[]
  /** Translated, but nobody says it any more. */
  readonly stale: readonly string[]
  /** Translated without one of its arguments, or with one that is not there. */
  readonly different: readonly string[]
}

export async function checkTranslations(): Promise<Untranslated> {
  const german = readTranslations(WEB)
  const said = new Set(Array.from((await collectMessages(WEB)).values(), (texts) => Array.from(texts)).flat())
  return {
    missing: [...said].filter((text) => !Object.hasOwn(german, text)),
    stale: Object.keys(german).filter((text) => !said.has(text)),
    different: Object.entries(german)
      .filter(([english, translated]) => argumentsOf(english) !== argumentsOf(translated))
      .map(([english]) => english),
  }
}

function argumentsOf(text: string): string {
  const names = [...text.matchAll(ARGUMENT)].map((match) => match[1] ?? `<${match[2]}>`)
  return [...new Set(names)].toSorted().join()
}

if (import.meta.url === pathToFileURL(process.argv[1] ?? '').href) {
  const found = await checkTranslations()
  console.log(JSON.stringify(found, null, 2))
  process.exitCode = Object.values(found).some((texts) => texts.length > 0) ? 1 : 0
}
