import * as fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import type { SentFrame } from '#product/issues/original-frame.ts'
import { stackDiff, stackOf } from './stack-diff.ts'

const frame = (name: string, file = 'src/cart.ts', over: Partial<SentFrame> = {}): SentFrame => ({
  function: name,
  module: null,
  filename: file,
  absPath: null,
  line: 1,
  column: 1,
  inApp: true,
  preContext: [],
  contextLine: null,
  postContext: [],
  vars: null,
  original: null,
  map: null,
  ...over,
})
const shown = (left: readonly SentFrame[], right: readonly SentFrame[]) =>
  stackDiff(left, right).map(({ side, name }) => `${{ both: ' ', left: '-', right: '+' }[side]}${name}`)

describe('the difference of two stacks', () => {
  it('[UI135] shows frames of both once and the others beside them, wherever they lie', () => {
    const left = [frame('total'), frame('render'), frame('main')]
    const right = [frame('total'), frame('retry'), frame('render'), frame('start'), frame('main')]
    expect(shown(left, right)).toEqual([' total', '+retry', ' render', '+start', ' main'])
    expect(shown([frame('a')], [frame('b')])).toEqual(['-a', '+b'])
    expect(shown([], [frame('b')])).toEqual(['+b'])
    expect(shown([], [])).toEqual([])
  })

  it('[UI135] takes a frame that another build moved for the same, and one of another file for another', () => {
    expect(shown([frame('a')], [frame('a', 'src/cart.ts?v=2', { line: 9, column: 3 })])).toEqual([' a'])
    expect(shown([frame('a')], [frame('a', 'src/other.ts')])).toEqual(['-a', '+a'])
  })

  it('[UI135] compares what was written, of the error that was thrown and not of the components around it', () => {
    const original = {
      filename: 'src/pay.ts',
      source: 'x',
      function: 'pay',
      line: 1,
      column: 1,
      inApp: true,
      preContext: [],
      contextLine: null,
      postContext: [],
    }
    const exception = (type: string, frames: SentFrame[]) => ({
      type,
      value: '',
      module: null,
      mechanism: null,
      frames,
    })
    const exceptions = [
      exception('TypeError', [frame('a', 'index-3f.js', { original })]),
      exception('React ErrorBoundary TypeError', [frame('Cart')]),
    ]
    expect(stackOf({ exceptions, threads: [] })).toMatchObject([{ function: 'pay', filename: 'src/pay.ts' }])
    expect(stackOf({ exceptions: [], threads: [] })).toEqual([])
  })

  it('[UI135] loses no frame of either stack, whatever they are', () => {
    const stack = fc.array(
      fc.constantFrom('a', 'b', 'c', 'd').map((name) => frame(name)),
      { maxLength: 12 },
    )
    fc.assert(
      fc.property(stack, stack, (left, right) => {
        const lines = stackDiff(left, right)
        const names = (without: string) =>
          lines.filter(({ side }) => side !== without).map(({ name }) => name)
        expect(names('right')).toEqual(left.map((one) => one.function))
        expect(names('left')).toEqual(right.map((one) => one.function))
      }),
    )
  })
})
