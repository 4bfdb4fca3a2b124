import { parser as go } from '@lezer/go'
import { parser as java } from '@lezer/java'
import { parser as php } from '@lezer/php'
import { parser as python } from '@lezer/python'
import { parser as rust } from '@lezer/rust'
import { loadPrism } from '@ruby/prism'
import { describe, expect, it } from 'vitest'
import type { ServerLanguage } from '#product/projects/platform.ts'
import { LANGUAGES } from './server-snippets.ts'
import { canTunnel, snippetFor } from './snippet.ts'

const DSN = 'http://0123456789abcdef0123456789abcdef@127.0.0.1:8000/1'
const PARSERS = { python, go, java, php, rust }

/** How many places of the text a real parser of the language does not understand. */
async function mistakesIn(language: ServerLanguage, text: string): Promise<number> {
  if (language === 'ruby') return (await loadPrism())(text).errors.length
  let mistakes = 0
  PARSERS[language].parse(text).iterate({ enter: ({ type }) => void (mistakes += Number(type.isError)) })
  return mistakes
}

describe.each(Object.keys(LANGUAGES) as ServerLanguage[])('the snippet for %s', (language) => {
  it.each([false, true])(
    '[UI352] is code of that language, with the DSN (from a variable: %s)',
    async (env) => {
      const { files } = snippetFor(language, DSN, { env, tunnel: true })
      const code = files.at(-1)!.text
      expect(await mistakesIn(language, code)).toBe(0)
      const withoutEnd = code.slice(0, code.trimEnd().lastIndexOf('\n'))
      expect(await mistakesIn(language, withoutEnd)).toBeGreaterThan(0)
      expect(code.includes(DSN)).toBe(!env)
      expect(files[0]!.text.includes(DSN)).toBe(env || files.length === 1)
      expect(canTunnel(language)).toBe(false)
    },
  )
})
