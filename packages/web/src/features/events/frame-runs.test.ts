import { describe, expect, it } from 'vitest'
import { frameRuns, placeOf, type Frame } from './frame-runs.ts'

function aFrame(over: Partial<Frame>): Frame {
  return {
    function: null,
    module: null,
    filename: 'a.js',
    absPath: null,
    line: 1,
    column: 2,
    inApp: true,
    preContext: [],
    contextLine: null,
    postContext: [],
    vars: null,
    original: null,
    map: null,
    ...over,
  }
}

describe('the stack on screen', () => {
  it('[UI8] starts with the frame that threw and folds neighbouring library frames into one run', () => {
    const frames = [
      aFrame({ function: 'main' }),
      aFrame({ function: 'render', inApp: false }),
      aFrame({ function: 'commit', inApp: false }),
      aFrame({ function: 'thrower' }),
    ]
    const runs = frameRuns(frames).map((run) => [run.inApp, run.frames.map((frame) => frame.function)])
    expect(runs).toEqual([
      [true, ['thrower']],
      [false, ['commit', 'render']],
      [true, ['main']],
    ])
  })

  it('[UI8] names a place without inventing a line that was not sent', () => {
    expect(placeOf(aFrame({}))).toBe('a.js:1:2')
    expect(placeOf(aFrame({ line: null, column: null }))).toBe('a.js')
    expect(placeOf(aFrame({ filename: null, module: null, line: null, column: null }))).toBe('unknown file')
  })
})
