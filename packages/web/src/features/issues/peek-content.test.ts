import type { EventView } from '@hindcast/contract/event-view.ts'
import { describe, expect, it } from 'vitest'
import { topFrames } from './peek-frames.ts'
import { trendOf } from './trend.ts'

const frame = (name: string, inApp: boolean) => ({
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
})
const eventWith = (...frames: ReturnType<typeof frame>[]): Pick<EventView, 'exceptions'> => ({
  exceptions: [{ type: 'Error', value: 'x', module: null, mechanism: null, frames }],
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
    expect(topFrames({ exceptions: [] }, 5)).toEqual([])
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
