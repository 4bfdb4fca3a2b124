import { describe, expect, it } from 'vitest'
import { knownVerdicts, patternsIn, serverPatterns, verdictOf } from './patterns.ts'

/** Super-linear, but only run on texts with a limited length. */
const BOUNDED: Readonly<Record<string, string>> = {
  [String.raw`/<script(?![^>]*\ssrc=)[^>]*>([\s\S]*?)<\/script>/g`]:
    'our own index.html, when the server starts',
  [String.raw`/<style[^>]*>([\s\S]*?)<\/style>/g`]: 'our own index.html, when the server starts',
  [String.raw`/(<html\b[^>]*\slang=)"[^"]*"/`]: 'our own index.html, when the server starts',
  [String.raw`/\bdigest\b["']?\s{0,9}(?:[:=]\s{0,9})?["'${'`'}]?([a-z_.:@-]{0,60}\d[\w.:@-]*)|\berror\s{1,9}([a-z_.:@-]{0,60}\d[\w.:@-]*)/gi`]:
    'what somebody pasted who is signed in, at most 2,000 characters (lookUp in the contract)',
  [String.raw`/^can't access property "(.*)"(?:, .* is (undefined|null)| of (undefined|null))$/`]:
    'frozen; a message of at most 500 characters (LONGEST in group-v1-message.ts)',
  [String.raw`/^(.*?) is not (a function|iterable|a constructor)(?:\.? \(.*\)|\.)?$/`]:
    'frozen; a message of at most 500 characters (LONGEST in group-v1-message.ts)',
}

/** Put together when the server runs, by file. */
const MADE_AT_RUN_TIME: Readonly<Record<string, string>> = {
  'packages/server/src/event/grouping/group-v1-message.ts': 'frozen; at most 500 characters (LONGEST)',
  'packages/server/src/protocol/build-file.ts': 'one of two names, over 16 KiB (TAIL_BYTES)',
}

describe('regular expressions of the server', () => {
  const patterns = serverPatterns()
  const verdicts = knownVerdicts()

  it('are found in the source', () => {
    expect(patterns.length).toBeGreaterThan(200)
    expect(patternsIn('a.ts', 'const a: RegExp = /b+/g; new RegExp(a)').map(({ text }) => text)).toEqual([
      '/b+/g',
      'new RegExp(a)',
    ])
  })

  it('[PL70] take at most linear time, unless their input is limited', () => {
    const suspect = patterns
      .filter(({ source }) => source !== undefined)
      .filter(({ text }) => verdicts[text] !== 'linear' && BOUNDED[text] === undefined)
      .map(
        ({ file, text }) => `${file}: ${text} is ${verdicts[text] ?? 'not checked, run `npm run patterns`'}`,
      )
    expect(suspect).toEqual([])
  })

  it('[PL70] are literals, so that they can be checked', () => {
    const made = patterns.filter(({ source }) => source === undefined).map(({ file }) => file)
    expect(made).toEqual(Object.keys(MADE_AT_RUN_TIME))
  })

  it('keep no exception and no verdict that nothing needs', () => {
    const texts = new Set(patterns.map(({ text }) => text))
    expect([...Object.keys(BOUNDED), ...Object.keys(verdicts)].filter((text) => !texts.has(text))).toEqual([])
    expect(Object.keys(BOUNDED).filter((text) => verdicts[text] === 'linear')).toEqual([])
  })

  it('[PL70] are refused where they read a run once per character', async () => {
    expect(await verdictOf(String.raw`(\p{Lu}+)(\p{Lu}\p{Ll})`, 'gu')).toBe('super-linear')
    expect(await verdictOf('[?#].*$', '')).toBe('super-linear')
    expect(await verdictOf('[?#]', '')).toBe('linear')
  })
})
