import { inspect } from 'node:util'
import { afterEach, describe, expect, it } from 'vitest'
import { digestIntegration } from '../integration.ts'
import type { SentryEvent } from '../sdk.ts'
import { numberErrorsOf, numberOccurrences } from './number-occurrences.ts'

const NUMBER = /^h[2-9][2-9a-hjkmnp-z]{8}$/
const digestOf = (error: object) => (error as { readonly digest?: unknown }).digest

// Other tests share this process.
afterEach(() => {
  Reflect.deleteProperty(Error.prototype, 'digest')
  Reflect.deleteProperty(Error.prototype, Symbol.for('hindcast.next.number-occurrences'))
})

describe('one number for each occurrence', () => {
  it('[NX13] gives every error a number of its own, which stays the same', () => {
    numberOccurrences()
    const errors = Array.from({ length: 1000 }, () => new TypeError('no stock'))
    const numbers = errors.map(digestOf)
    expect(numbers.filter((number) => !NUMBER.test(String(number)))).toEqual([])
    expect(new Set(numbers).size).toBe(1000)
    expect(errors.map(digestOf)).toEqual(numbers)
  })

  it('[NX13] is what the integration tags, without a prediction', () => {
    numberOccurrences()
    const error = new Error('no stock')
    const { tags } = digestIntegration().processEvent<SentryEvent>({}, { originalException: error })
    expect(tags).toEqual({ 'nextjs.digest': digestOf(error) })
  })

  it('[NX13] is in logs once it was read, and not before', () => {
    numberOccurrences()
    const error = new Error('no stock')
    expect(inspect(error)).not.toContain('digest:')
    const number = String(digestOf(error))
    expect(inspect(error)).toContain(`digest: '${number}'`)
    expect(Object.keys(new Error('other'))).toEqual([])
  })

  it('[NX14] leaves errors with a digest of their own alone', () => {
    numberOccurrences()
    class OrderError extends Error {
      readonly digest = 'ORDER-7F3A'
    }
    expect(digestOf(new OrderError('no stock'))).toBe('ORDER-7F3A')
    const redirect = Object.assign(new Error('NEXT_REDIRECT'), { digest: 'NEXT_REDIRECT;replace;/x;307;' })
    expect([digestOf(redirect), Object.keys(redirect)]).toEqual(['NEXT_REDIRECT;replace;/x;307;', ['digest']])
    const numbered = new Error('no stock')
    digestOf(numbered)
    expect(digestOf(Object.assign(numbered, { digest: '42' }))).toBe('42')
  })

  it('[NX14] numbers frozen errors, and no prototypes', () => {
    numberOccurrences()
    const error = Object.freeze(new Error('no stock'))
    expect(digestOf(error)).toMatch(NUMBER)
    expect(digestOf(error)).toBe(digestOf(error))
    expect([digestOf(Error.prototype), digestOf(TypeError.prototype)]).toEqual([undefined, undefined])
    expect(digestOf(new TypeError('a'))).not.toBe(digestOf(new TypeError('b')))
  })

  it('[NX15] can be called again', () => {
    numberOccurrences()
    const error = new Error('no stock')
    const number = digestOf(error)
    numberOccurrences()
    expect(digestOf(error)).toBe(number)
  })

  it('[NX15] refuses where something else has added a digest, and where nothing can be added', () => {
    expect(() => numberErrorsOf({ digest: undefined })).toThrow('Error.prototype already has a `digest`')
    expect(() =>
      numberErrorsOf({
        get digest() {
          return 'x'
        },
      }),
    ).toThrow('already has a `digest`')
    expect(() => numberErrorsOf(Object.freeze({}))).toThrow('Error.prototype is frozen')
  })
})
