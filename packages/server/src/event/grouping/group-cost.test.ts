import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { parameterise } from './group-v1-message.ts'
import { inCommonWords } from './group-v3-words.ts'

/** As they were released; what stands in their place must answer the same, without their cost. */
const RELEASED_PARTS = new RegExp(
  [
    String.raw`(?<url>\b[A-Za-z][A-Za-z0-9+.-]*:\/\/[^\s"'<>)\]}]+)`,
    String.raw`(?<email>\b[\w.+-]+@[\w-]+(?:\.[\w-]+)+)`,
    String.raw`(?<uuid>\b[0-9a-fA-F]{8}(?:-[0-9a-fA-F]{4}){3}-[0-9a-fA-F]{12}\b)`,
    String.raw`(?<date>\b\d{4}-\d\d-\d\d(?:[T ]\d\d:\d\d(?::\d\d(?:[.,]\d+)?)?(?:Z|[+-]\d\d:?\d\d)?)?)`,
    String.raw`(?<time>\b\d{1,2}:\d\d(?::\d\d(?:\.\d+)?)?\b)`,
    String.raw`(?<ip>\b\d{1,3}(?:\.\d{1,3}){3}(?::\d{1,5})?\b|\b(?:[0-9a-fA-F]{1,4}:){3,7}[0-9a-fA-F]{1,4}\b|::1\b)`,
    String.raw`(?<kept>\bMinified React error #\d+|\b[Ss]tatus(?: [Cc]ode)?:? \d{3}\b|\bHTTP(?:\/\d(?:\.\d)?)? \d{3}\b|\b[A-Z]{2,}-\d+\b)`,
    String.raw`(?<hex>\b0x[0-9a-fA-F]+\b|(?<![A-Za-z0-9])(?=[a-fA-F]*\d)(?=\d*[a-fA-F])[0-9a-fA-F]{8,}(?![A-Za-z0-9]))`,
    String.raw`(?<num>(?<![A-Za-z0-9])v?\d+(?:[.,]\d+)*(?:e[+-]?\d+)?(?:%|[a-zA-Zµ]{1,2})?(?![A-Za-z0-9]))`,
    String.raw`(?<id>\b(?=\w*\d\w*\d\w*\d|\w*[a-z]\w*[A-Z]\w*\d|\w*\d\w*[a-z]\w*[A-Z])[A-Za-z0-9_]{8,}\b)`,
  ].join('|'),
  'g',
)
const RELEASED_NAME = /([\w$<>#-]+)[^\w$]*$/

const SAMPLES = { numRuns: 20_000, seed: 20_261_115 }

/** Texts of few kinds of characters meet at every border that a pattern could draw. */
function textOf(characters: string, maxLength: number): fc.Arbitrary<string> {
  const character = fc.constantFrom(...characters.split(''))
  return fc.array(character, { maxLength }).map((all) => all.join(''))
}

describe('the cost of grouping by message', () => {
  it('[GR100] replaces what the released patterns replaced, in words of every make', () => {
    const texts = fc.oneof(
      textOf('agzAGZ_0 9-', 40),
      textOf('aFgZ_09:/.@+-% ,#xvTeµ(', 30),
      fc.array(
        fc.constantFrom('aA', 'Z9', '7', '_', 'deadbeef', '::1', 'e-', ' ', 'https://', 'a@b.c', '-'),
        {
          maxLength: 16,
        },
      ),
    )
    fc.assert(
      fc.property(texts, (made) => {
        const text = typeof made === 'string' ? made : made.join('')
        const released = text.trimStart().replace(RELEASED_PARTS, (...match) => {
          const [kind] = Object.entries(match.at(-1) as object).find(([, found]) => found !== undefined)!
          return kind === 'kept' ? match[0] : `<${kind}>`
        })
        expect(parameterise(text)).toBe(released.trim())
      }),
      SAMPLES,
    )
  })

  it('[GR100] finds the same member of an expression as the released pattern', () => {
    fc.assert(
      fc.property(textOf("ab$<>#-._é '", 24), (text) => {
        const said = inCommonWords('TypeError', `undefined is not an object (evaluating '${text}')`)
        const expression = text.split(' = ', 1)[0]!
        const name = RELEASED_NAME.exec(expression)?.[1] ?? ''
        const member = /[.[]/.test(expression) || expression === name
        const kept = member && (name.length > 2 || /^<|[.[]/.test(expression)) ? name : '*'
        expect(said.message).toBe(`no ${kept} on undefined`)
      }),
      SAMPLES,
    )
  })

  // With the released patterns these take minutes: the ways to cut such a text grow with the third power of its length.
  it('[GR100] is not led through all ways to cut a text that was made for it', () => {
    const alternating = 'aA'.repeat(250)
    for (let round = 0; round < 2000; round++) expect(parameterise(alternating)).toBe(alternating)
    const dashes = '-'.repeat(100_000)
    expect(inCommonWords('', `undefined is not an object (evaluating '${dashes}.a')`).message).toBe(
      'no a on undefined',
    )
  })
})
