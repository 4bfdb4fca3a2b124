import { join, resolve } from 'node:path'
import { pathToFileURL } from 'node:url'
import { compileMessage, collectMessages, readTranslations } from '../packages/web/vite/messages.ts'

const WEB = join(resolve(import.meta.dirname, '..'), 'packages/web')
/** The numbered tags around links and bold words. */
const TAG = /<\/?(\d+)\/?>/g

export interface Untranslated {
  readonly missing: readonly string[]
  /** Translated, but no longer in the source. */
  readonly stale: readonly string[]
  /** Translated without one of its arguments, or with one that is not there. */
  readonly different: readonly string[]
}

export function checkTranslations(messages: Awaited<ReturnType<typeof collectMessages>>): Untranslated {
  const german = readTranslations(WEB)
  const said = new Set(Array.from(messages.values(), (texts) => Array.from(texts)).flat())
  return {
    missing: [...said].filter((text) => !Object.hasOwn(german, text)),
    stale: Object.keys(german).filter((text) => !said.has(text)),
    different: Object.entries(german)
      .filter(([english, translated]) => argumentsOf(english) !== argumentsOf(translated))
      .map(([english]) => english),
  }
}

/** Names of the arguments and tags, in one line that two texts can be compared by. */
function argumentsOf(text: string): string {
  const tags = [...text.matchAll(TAG)].map(([, number]) => `<${number}>`)
  return [...new Set([...tags, ...namesIn(compileMessage(text))])].toSorted().join()
}

/** A compiled message is texts and arguments `[name, kind, choices]`; the choices of a plural hold messages again. */
function namesIn(compiled: unknown): readonly string[] {
  if (!Array.isArray(compiled)) return []
  return compiled.flatMap((part: unknown) => {
    if (!Array.isArray(part)) return []
    const [name, , choices] = part as [string, string?, Record<string, unknown>?]
    return [name, ...Object.values(typeof choices === 'object' ? choices : {}).flatMap(namesIn)]
  })
}

if (import.meta.url === pathToFileURL(process.argv[1] ?? '').href) {
  const found = checkTranslations(await collectMessages(WEB))
  console.log(JSON.stringify(found, null, 2))
  process.exitCode = Object.values(found).some((texts) => texts.length > 0) ? 1 : 0
}
