import { readFileSync } from 'node:fs'
import { describe, expect, it } from 'vitest'
import { aFrame, anEvent, anException } from '#domain/testing.ts'
import { group } from './group.ts'
import { groupV1 } from './group-v1.ts'
import { inCommonWords } from './group-v3-words.ts'

const golden = JSON.parse(readFileSync(new URL('group-v3.golden.json', import.meta.url), 'utf8')) as Readonly<
  Record<string, { readonly fingerprint: string; readonly parts: readonly string[] }>
>

const said = (value: string, type = 'TypeError') =>
  group(anEvent({ exceptions: [anException({ type, value, frames: [] })] }), undefined, undefined)

/** Chromium, Firefox and Safari. */
const WORDINGS: Readonly<Record<string, readonly string[]>> = {
  'no price on undefined': [
    "Cannot read properties of undefined (reading 'price')",
    "Cannot read property 'price' of undefined",
    "Cannot set properties of undefined (setting 'price')",
    'can\'t access property "price", e is undefined',
    'can\'t access property "price" of undefined',
    "undefined is not an object (evaluating 'e.price')",
    "undefined is not an object (evaluating 't.items[0].price')",
    "undefined is not an object (evaluating 'e.price = 3')",
  ],
  'no price on null': [
    "Cannot read properties of null (reading 'price')",
    'can\'t access property "price", e is null',
    "null is not an object (evaluating 'e.price')",
  ],
  'not a function: track': [
    'e.track is not a function',
    "t.track is not a function. (In 't.track(1)', 't.track' is undefined)",
    '(intermediate value).get(...).track is not a function',
    'track is not a function',
  ],
  'not a function: *': ['e is not a function', "t is not a function. (In 't(1)', 't' is undefined)"],
  'not iterable: *': ['e is not iterable', 'tn is not iterable'],
  'no variable analytics': ['analytics is not defined', "Can't find variable: analytics"],
  'too much recursion': [
    'Maximum call stack size exceeded',
    'Maximum call stack size exceeded.',
    'too much recursion',
  ],
  'the JSON ends too early': [
    'Unexpected end of JSON input',
    'JSON.parse: unexpected end of data at line 1 column 1 of the JSON data',
    'JSON Parse error: Unexpected EOF',
  ],
  'this is not JSON': [
    'Unexpected token \'<\', "<!DOCTYPE "... is not valid JSON',
    'Unexpected token < in JSON at position 0',
    'JSON.parse: unexpected character at line 1 column 1 of the JSON data',
    "JSON Parse error: Unrecognized token '<'",
  ],
  'Minified React error #31': [
    'Minified React error #31; visit https://react.dev/errors/31?args[]=a for the full message',
    'Minified React error #31; visit https://reactjs.org/docs/error-decoder.html?invariant=31&args[]=b for',
  ],
  'order <any> missing': ['order 7 missing', 'order 1234567a missing', 'order V1StGXR8_Z5jdHi6B missing'],
}

describe('grouping v3', () => {
  it.each(Object.entries(WORDINGS))(
    '[GR68] “%s” is one group in the words of every engine',
    (common, values) => {
      const groups = values.map((value) => said(value))
      expect(new Set(groups.map(({ evidence }) => evidence.parts[2]))).toEqual(new Set([common]))
      expect(new Set(groups.map(({ fingerprint }) => fingerprint)).size).toBe(1)
      expect(groups.every(({ version }) => version === 3)).toBe(true)
    },
  )

  it.each(Object.keys(WORDINGS))('[GR1] gives “%s” the fingerprint it always had', (common) => {
    const { fingerprint, evidence } = said(WORDINGS[common]![0]!)
    expect({ fingerprint, parts: evidence.parts }).toEqual(golden[common])
  })

  it('[GR68] is idempotent, so that every wording ends at the same result', () => {
    for (const common of Object.keys(WORDINGS)) {
      expect(inCommonWords('TypeError', common).message).toBe(common)
    }
  })

  it('[GR68] keeps the group of version 1 as another name of the issue', () => {
    const event = anEvent({ exceptions: [anException({ value: 'e is not a function', frames: [] })] })
    const { fingerprint } = groupV1(event, undefined)
    expect(group(event, undefined, undefined).earlier).toEqual({
      fingerprint,
      sameMessage: false,
      names: true,
    })
  })

  it('[GR68] leaves to version 1 what the stack, the SDK or other words decide', () => {
    const own = 'price is undefined'
    for (const event of [
      anEvent({ exceptions: [anException({ value: 'e is not a function', frames: [aFrame()] })] }),
      anEvent({
        exceptions: [anException({ value: 'e is not a function', frames: [] })],
        fingerprint: ['mine'],
      }),
      anEvent({ exceptions: [anException({ value: own, frames: [] })] }),
    ]) {
      expect(group(event, undefined, undefined)).toEqual(groupV1(event, undefined))
    }
  })
})
