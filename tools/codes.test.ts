import { join, resolve } from 'node:path'
import { i18n } from '@lingui/core'
import { generateMessageId } from '@lingui/message-utils/generateMessageId'
import { afterEach, beforeAll, describe, expect, it } from 'vitest'
import { MapFix, MapNearest } from '@hindcast/contract/events/mapped-frame.ts'
import { Recognised } from '@hindcast/contract/events/known-errors.ts'
import { RuleProblem } from '@hindcast/contract/issues/rules.ts'
import { FIX_CODES, NEAREST_CODES } from '../packages/server/src/domain/source-maps/map-advice.ts'
import { EXPLANATION_CODES } from '../packages/server/src/domain/events/known-error.ts'
import { RULE_PROBLEM_CODES } from '../packages/server/src/domain/issues/rules/problem.ts'
import { fixWords, nearestWords } from '../packages/web/src/product/source-maps/map-advice.ts'
import { recognisedWords } from '../packages/web/src/features/issues/detail/known-errors/known-error-words.ts'
import { problemWords } from '../packages/web/src/features/rules/problem-words.ts'
import { compileMessage, readTranslations } from '../packages/web/vite/messages.ts'

const WEB = join(resolve(import.meta.dirname, '..'), 'packages/web')

beforeAll(() => {
  const german = Object.entries(readTranslations(WEB))
  i18n.load({
    en: {},
    de: Object.fromEntries(
      german.map(([english, text]) => [generateMessageId(english), compileMessage(text)]),
    ),
  })
})
afterEach(() => i18n.activate('en'))

/** What each code may come with; one word each, so that it is found again in the sentence. */
const NAMED = {
  url: 'URL',
  uploaded: 'UPLOADED',
  sent: 'SENT',
  debugId: 'DEBUGID',
  problem: 'PROBLEM',
  file: 'FILE',
  name: 'NAME',
  files: 4711,
  release: 'RELEASE',
  actions: ['ACTION'],
  names: ['NAMES'],
  variables: ['VARIABLE'],
  most: 4711,
  needs: 'NEEDS',
} as const

interface Coded {
  readonly code: string
  readonly [named: string]: string | number | readonly string[]
}
interface Variant {
  readonly options: ReadonlyArray<{ readonly entries: { readonly code: { readonly literal: string } } }>
}

/** Every code of the contract with all it comes with. */
function samplesOf({ options }: Variant): readonly Coded[] {
  return options.map(({ entries }) => {
    const named = Object.keys(entries).filter((key) => key !== 'code')
    const given = named.map((key) => {
      expect(Object.keys(NAMED)).toContain(key)
      return [key, NAMED[key as keyof typeof NAMED]] as const
    })
    return { code: entries.code.literal, ...Object.fromEntries(given) }
  })
}

/** In English and German, with everything that is named. */
function expectWords(sample: Coded, words: (said: never) => string): void {
  const said = ['en', 'de'].map((locale) => {
    i18n.activate(locale)
    return words(sample as never)
  })
  expect(said, sample.code).not.toContain('')
  expect(said[0], sample.code).not.toBe(said[1])
  for (const [key, value] of Object.entries(sample)) {
    if (key !== 'code') for (const text of said) expect(text, sample.code).toContain([value].flat().join())
  }
}

const sorted = (codes: readonly string[]) => codes.toSorted()

describe('what the server says in codes', () => {
  it('[UI130] has words on the page in both languages: what nearly was the map of a script', () => {
    const samples = samplesOf(MapNearest)
    expect(sorted(samples.map(({ code }) => code))).toEqual(sorted(NEAREST_CODES))
    for (const sample of samples)
      expectWords(sample, (nearest) =>
        nearestWords({ nearest: null, fix: null, codes: { nearest, fix: null } }),
      )
  })

  it('[UI130] has words on the page in both languages: what to do about a script without a map', () => {
    const samples = samplesOf(MapFix)
    expect(sorted(samples.map(({ code }) => code))).toEqual(sorted(FIX_CODES))
    for (const sample of samples)
      expectWords(sample, (fix) => fixWords({ nearest: null, fix: null, codes: { nearest: null, fix } }))
  })

  it('[UI131] has words on the page in both languages: why a rule cannot be read', () => {
    const samples = samplesOf(RuleProblem)
    expect(sorted(samples.map(({ code }) => code))).toEqual(sorted(RULE_PROBLEM_CODES))
    for (const sample of samples) expectWords(sample, (problem) => problemWords({ problem, message: '' }))
  })

  it('[UI130] has words on the page in both languages: the known problems', () => {
    const { options } = Recognised.entries.explanation.pipe[0]
    expect(sorted(options)).toEqual(sorted(EXPLANATION_CODES))
    for (const explanation of options) {
      for (const part of ['title', 'about', 'confirm', 'fix'] as const) {
        const none = { explanation, title: '', about: '', confirm: '', fix: '' }
        expectWords({ code: explanation }, () => recognisedWords(none)[part])
      }
    }
  })
})
