import { describe, expect, it } from 'vitest'
import { digestOf } from './error-digest.ts'
import { eventIdOf } from './report.ts'

describe('the number on the error screen', () => {
  it('[UI88] is an event id that stays with its error, so that every boundary shows the one that is sent', () => {
    const error = new TypeError('x')
    expect(eventIdOf(error)).toMatch(/^[0-9a-f]{32}$/)
    expect(eventIdOf(error)).toBe(eventIdOf(error))
    expect(eventIdOf(new TypeError('x'))).not.toBe(eventIdOf(error))
  })

  it('[UI88] exists for whatever was thrown, even when it is no object', () => {
    expect(eventIdOf('a text')).toMatch(/^[0-9a-f]{32}$/)
    expect(eventIdOf(null)).toMatch(/^[0-9a-f]{32}$/)
  })

  it('[UI89] is the digest where the server failed first, and nothing else is taken for one', () => {
    expect(digestOf(Object.assign(new Error('x'), { digest: '1234567' }))).toBe('1234567')
    expect(digestOf(Object.assign(new Error('x'), { digest: 7 }))).toBeUndefined()
    expect(digestOf(new Error('x'))).toBeUndefined()
    expect(digestOf('1234567')).toBeUndefined()
  })
})
