import { describe, expect, it } from 'vitest'
import { rawStack } from './raw-stack.ts'
import { aFrame, aMechanism, anException } from '#features/issues/detail/testing.ts'

describe('the stack as text', () => {
  it('[UI53] reads as a console prints it: the throwing frame on top, causes below', () => {
    const text = rawStack([
      anException({ type: 'TypeError', value: 'x is not a function' }),
      anException({
        type: 'PaymentError',
        value: 'declined',
        frames: [aFrame({ function: 'main', line: 9 }), aFrame({ line: 3, column: null })],
      }),
    ])
    expect(text).toBe(
      'PaymentError: declined\n    at a.js:3\n    at main (a.js:9:2)\nCaused by: TypeError: x is not a function',
    )
  })

  it('[UI53] indents the members of a group, with all lines of their messages', () => {
    const group = aMechanism({ exceptionId: 0, isExceptionGroup: true })
    const member = aMechanism({ exceptionId: 1, parentId: 0, source: 'errors[0]' })
    const text = rawStack([
      anException({ value: 'two\nlines', mechanism: member }),
      anException({ type: 'AggregateError', value: null, mechanism: group }),
    ])
    expect(text).toBe('AggregateError\n    [1] Error: two\n    lines')
  })

  it('[UI350] has the stacks of threads, and of a message alone', () => {
    const frames = [aFrame({ function: 'run', line: 4 })]
    expect(rawStack([], [], [{ id: null, name: null, frames }])).toBe(
      'Thread that reported it:\n    at run (a.js:4:2)',
    )
    expect(rawStack([anException({})], [], [{ id: '7', name: 'worker', frames }])).toBe(
      'Error: broken\nThread worker:\n    at run (a.js:4:2)',
    )
  })

  it('[UI123] ends with the React components, elements of the page without a place', () => {
    const div = aFrame({ function: 'div', filename: null, line: null, column: null })
    const text = rawStack([anException({})], [div, aFrame({ function: 'Cart', line: 8 })])
    expect(text).toBe('Error: broken\nReact components:\n    at Cart (a.js:8:2)\n    at div')
  })
})
