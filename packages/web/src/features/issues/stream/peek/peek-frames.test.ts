import type { EventView } from '@hindcast/contract/events/event-view.ts'
import { describe, expect, it } from 'vitest'
import type { SentFrame } from '#product/issues/original-frame.ts'
import { topFrames } from './peek-frames.ts'
import { trendOf } from '#features/issues/stream/list/trend.ts'

const frame = (name: string, inApp: boolean): SentFrame => ({
  function: name,
  module: null,
  filename: `${name}.ts`,
  absPath: null,
  line: 3,
  column: null,
  inApp,
  preContext: [],
  contextLine: '  go()  ',
  postContext: [],
  vars: null,
  original: null,
  map: null,
})
const eventWith = (...frames: readonly SentFrame[]): Pick<EventView, 'exceptions' | 'threads'> => ({
  threads: [],
  exceptions: [{ type: 'Error', value: 'x', module: null, mechanism: null, frames: [...frames] }],
})

describe('the peek', () => {
  it('[UI40] shows the frames of the application, the throwing one first', () => {
    const event = eventWith(frame('main', true), frame('library', false), frame('thrower', true))
    expect(topFrames(event, 5).map(({ name, where, line }) => `${name} ${where} ${line}`)).toEqual([
      'thrower thrower.ts:3 go()',
      'main main.ts:3 go()',
    ])
  })

  it('[UI40] shows library frames where there are no others, and none where there is no stack', () => {
    expect(topFrames(eventWith(frame('library', false)), 5)).toHaveLength(1)
    expect(topFrames({ exceptions: [], threads: [] }, 5)).toEqual([])
  })

  it('[UI40] shows the frames of the thread where there is no exception, or one without a stack', () => {
    const thread = { id: '1', name: null, crashed: false, current: true, frames: [frame('written', true)] }
    for (const event of [
      { ...eventWith(), threads: [thread] },
      { exceptions: [], threads: [thread] },
    ])
      expect(topFrames(event, 5)).toMatchObject([{ name: 'written' }])
  })

  it('[UI120] shows frames where they were written, and leaves out those a map knows to be of a library', () => {
    const original = {
      filename: 'src/cart.ts',
      source: '../src/cart.ts',
      function: 'priceOf',
      line: 31,
      column: 5,
      inApp: true,
      preContext: [],
      contextLine: '  return price.amount',
      postContext: [],
    }
    const event = eventWith(
      { ...frame('t', true), original },
      {
        ...frame('r', true),
        original: { ...original, filename: 'node_modules/react-dom/index.js', inApp: false },
      },
    )
    expect(topFrames(event, 5)).toEqual([
      { name: 'priceOf', where: 'src/cart.ts:31', line: 'return price.amount', inApp: true },
    ])
  })
})

describe('the trend of an issue', () => {
  it('[UI41] is rising when the latest quarter has more than half of enough events', () => {
    expect(trendOf([1, 0, 1, 0, 1, 1, 9, 9])).toBe('rising')
    expect(trendOf([5, 5, 5, 5, 5, 5, 5, 5])).toBeUndefined()
  })

  it('[UI41] is not rising where there are too few events, or none before', () => {
    expect(trendOf([1, 0, 0, 0, 0, 0, 1, 2])).toBeUndefined()
    expect(trendOf([0, 0, 0, 0, 0, 0, 50, 50])).toBeUndefined()
  })
})
