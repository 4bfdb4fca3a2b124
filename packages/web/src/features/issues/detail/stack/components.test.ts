import { describe, expect, it } from 'vitest'
import { componentsOf, errorsOf, hasMappedFrames } from './components.ts'
import { aFrame, anEvent, anException, anOriginal } from '#features/issues/detail/testing.ts'

const cart = aFrame({ function: 'Cart' })
const div = aFrame({ function: 'div', filename: null, absPath: null, line: null, column: null })

describe('the React components around a failure', () => {
  it('[UI124] are those that the SDK sent apart, elements of the page aside', () => {
    const event = anEvent({ componentStack: [div, cart], exceptions: [anException({})] })
    expect(componentsOf(event).map((frame) => [frame.function, frame.inApp])).toEqual([
      ['div', false],
      ['Cart', true],
    ])
  })

  it('[UI124] are read from the error that carries them, which is then no error of the chain', () => {
    const event = anEvent({
      exceptions: [
        anException({ type: 'React ErrorBoundary TypeError', frames: [cart] }),
        anException({ type: 'TypeError' }),
      ],
    })
    expect(componentsOf(event)).toEqual([cart])
    expect(errorsOf(event.exceptions).map(({ exception }) => exception.type)).toEqual(['TypeError'])
  })

  it('[UI124] never empty a stack: an event of nothing else still shows its error', () => {
    const event = anEvent({
      exceptions: [anException({ type: 'React ErrorBoundary Error', frames: [cart] })],
    })
    expect(errorsOf(event.exceptions)).toHaveLength(1)
    expect(componentsOf(event)).toEqual([])
  })

  it('[UI121] offer the built code only where a map changed something', () => {
    const mapped = aFrame({ original: anOriginal({}) })
    expect(hasMappedFrames(anEvent({ exceptions: [anException({ frames: [cart] })] }))).toBe(false)
    expect(hasMappedFrames(anEvent({ exceptions: [anException({ frames: [cart, mapped] })] }))).toBe(true)
    expect(hasMappedFrames(anEvent({ componentStack: [mapped] }))).toBe(true)
  })
})
