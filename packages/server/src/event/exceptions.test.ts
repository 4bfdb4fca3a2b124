import { describe, expect, it } from 'vitest'
import { aMechanism, anEvent, anException } from '#domain/testing.ts'
import { decidingException, handledOf, readExceptions } from './exceptions.ts'

const one = { type: 'Error', value: 'boom' }

describe('readExceptions', () => {
  it('reads a list inside values, a bare list and a single exception alike', () => {
    const expected = [expect.objectContaining({ type: 'Error', value: 'boom' })]
    expect(readExceptions({ exception: { values: [one] } })).toEqual(expected)
    expect(readExceptions({ exception: [one] })).toEqual(expected)
    expect(readExceptions({ exception: one })).toEqual(expected)
  })

  it('gives the mechanism that raven-js puts beside the values to the exception that was thrown', () => {
    const [cause, thrown] = readExceptions({
      exception: { values: [one, one], mechanism: { type: 'instrument', handled: false } },
    })
    expect(cause?.mechanism).toBeUndefined()
    expect(thrown?.mechanism).toMatchObject({ type: 'instrument', handled: false })
  })

  it('moves a stack from the top level into the only exception', () => {
    const stacktrace = { frames: [{ function: 'f', filename: 'a.js' }] }
    expect(readExceptions({ exception: [one], stacktrace })[0]?.frames).toHaveLength(1)
    expect(readExceptions({ exception: [one, one], stacktrace })[1]?.frames).toHaveLength(0)
  })

  it('splits a type off a value that carries it, unless it is the text of a message', () => {
    expect(readExceptions({ exception: [{ value: 'TypeError: x' }] })[0]).toMatchObject({
      type: 'TypeError',
      value: 'x',
    })
    const message = { value: 'Note: x', mechanism: { synthetic: true } }
    expect(readExceptions({ exception: [message] })[0]).toMatchObject({ type: undefined, value: 'Note: x' })
  })

  it('shows a value that was sent as a structure, and leaves out an entry with nothing in it', () => {
    expect(readExceptions({ exception: [{ type: 'E', value: { code: 5 } }, {}, null, 7] })).toEqual([
      expect.objectContaining({ value: '{"code":5}' }),
    ])
  })
})

describe('decidingException', () => {
  it('[GR5] is the last one thrown, without React component stacks', () => {
    const cause = anException({ type: 'SyntaxError' })
    const thrown = anException({ type: 'Error' })
    const component = anException({ type: 'React ErrorBoundary Error' })
    expect(decidingException(anEvent({ exceptions: [cause, thrown] }))).toBe(thrown)
    expect(decidingException(anEvent({ exceptions: [thrown, component] }))).toBe(thrown)
    expect(decidingException(anEvent({ exceptions: [component] }))).toBe(component)
  })
})

describe('handledOf', () => {
  it('is false as soon as one exception of the chain was not handled', () => {
    const handled = anException({ mechanism: aMechanism({ handled: true }) })
    const not = anException({ mechanism: aMechanism({ handled: false }) })
    expect(handledOf(anEvent({ exceptions: [not, handled] }))).toBe(false)
    expect(handledOf(anEvent({ exceptions: [handled] }))).toBe(true)
    expect(handledOf(anEvent({ exceptions: [] }))).toBeUndefined()
  })
})
