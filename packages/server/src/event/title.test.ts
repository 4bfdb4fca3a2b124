import { describe, expect, it } from 'vitest'
import { aFrame, anEvent, anException } from '#domain/testing.ts'
import { shorten } from './shorten.ts'
import { culpritOf, headlineOf, titleOf } from './title.ts'

describe('titleOf', () => {
  it('is the type and the first line of the value', () => {
    expect(titleOf(anEvent({ exceptions: [anException({ value: '\nfirst\nsecond' })] }))).toBe(
      'TypeError: first',
    )
    expect(titleOf(anEvent({ exceptions: [anException({ type: undefined })] }))).toBe('price is undefined')
    expect(titleOf(anEvent({ exceptions: [anException({ value: undefined })] }))).toBe('TypeError')
  })

  it('is about the exception that was thrown, not about its cause', () => {
    const event = anEvent({ exceptions: [anException({ type: 'Cause' }), anException({ type: 'Thrown' })] })
    expect(headlineOf(event)).toMatchObject({ type: 'Thrown', title: 'Thrown: price is undefined' })
  })

  it('is the message where there is no exception', () => {
    const message = { formatted: 'hello', template: undefined, params: [] }
    expect(titleOf(anEvent({ kind: 'default', exceptions: [], message }))).toBe('hello')
  })
})

describe('culpritOf', () => {
  it('is the transaction, else the newest frame of the application', () => {
    expect(culpritOf(anEvent({ transaction: 'GET /cart' }))).toBe('GET /cart')
    expect(culpritOf(anEvent())).toBe('checkout (/src/cart.ts)')
    const frames = [aFrame({ function: 'mine' }), aFrame({ function: 'theirs', inApp: false })]
    expect(culpritOf(anEvent({ exceptions: [anException({ frames })] }))).toBe('mine (/src/cart.ts)')
    expect(culpritOf(anEvent({ exceptions: [anException({ frames: [] })] }))).toBe('')
  })
})

describe('shorten', () => {
  it('never leaves half a character', () => {
    expect(shorten('ab\u{1f600}cdef', 6)).toBe('ab...')
    expect(shorten('ab\u{1f600}cdef', 7)).toBe('ab\u{1f600}...')
    expect(shorten('short', 6)).toBe('short')
  })
})
