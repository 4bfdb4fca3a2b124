import { describe, expect, it } from 'vitest'
import { anEvent } from '#domain/testing.ts'
import { componentFrames } from './component-stack.ts'

const framesOf = (componentStack: unknown) =>
  componentFrames(anEvent({ contexts: { react: { componentStack: componentStack as string } } }))?.map(
    ({ function: name, absPath, line, column }) => [name, absPath, line, column],
  )

describe('React component stacks', () => {
  it('[SM39] reads what each browser writes, outermost first like any other stack', () => {
    const chrome =
      '\n    at t (https://shop.example/a.js:1:20)\n    at div\n    at https://shop.example/a.js:2:3'
    expect(framesOf(chrome)).toEqual([
      [undefined, 'https://shop.example/a.js', 2, 3],
      ['div', undefined, undefined, undefined],
      ['t', 'https://shop.example/a.js', 1, 20],
    ])
    expect(
      framesOf('\nCart@https://shop.example/a.js:1:20\ndiv@unknown:0:0\n@https://a.example/b.js:1:2'),
    ).toEqual([
      [undefined, 'https://a.example/b.js', 1, 2],
      ['div', 'unknown', 0, 0],
      ['Cart', 'https://shop.example/a.js', 1, 20],
    ])
    expect(framesOf('\n    in Cart (created by App)\n    in App (at index.js:7)')).toEqual([
      ['App', undefined, undefined, undefined],
      ['Cart', undefined, undefined, undefined],
    ])
  })

  it('[SM39] gives none where none was sent, and bounds what is', () => {
    expect([framesOf(undefined), framesOf(7), framesOf(''), framesOf('no stack at all')]).toEqual(
      Array(4).fill(undefined),
    )
    expect(framesOf('\n    at div'.repeat(1000))!.length).toBeLessThan(251)
  })
})
