import { describe, expect, it } from 'vitest'
import { firstToRead, frameRuns, looksMinified, packageOf, placeOf } from './frame-runs.ts'
import { aFrame } from '#features/issues/detail/testing.ts'

describe('the stack on screen', () => {
  const frames = [
    aFrame({ function: 'main' }),
    aFrame({ function: 'render', inApp: false, filename: '/app/node_modules/react-dom/cjs/x.js' }),
    aFrame({ function: 'commit', inApp: false, filename: '/app/node_modules/react-dom/cjs/x.js' }),
    aFrame({ function: 'thrower' }),
  ]

  it('[UI8] starts with the frame that threw and folds neighbouring library frames into one run', () => {
    const runs = frameRuns(frames).map((run) => [run.inApp, run.frames.map(({ frame }) => frame.function)])
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

  it('[UI50] turns the order around and keeps every frame known by the place it was sent in', () => {
    const oldestFirst = frameRuns(frames, false).flatMap((run) => run.frames.map(({ index }) => index))
    const newestFirst = frameRuns(frames).flatMap((run) => run.frames.map(({ index }) => index))
    expect(oldestFirst).toEqual([0, 1, 2, 3])
    expect(newestFirst).toEqual([3, 2, 1, 0])
  })

  it('[UI50] says how often a frame calls itself instead of repeating it', () => {
    const recursion = [
      aFrame({ function: 'main' }),
      ...Array.from({ length: 40 }, () => aFrame({ function: 'f' })),
    ]
    const told = frameRuns(recursion)[0]?.frames.map(({ frame, times, index }) => [
      frame.function,
      times,
      index,
    ])
    expect(told).toEqual([
      ['f', 40, 40],
      ['main', 1, 0],
    ])
  })

  it('[UI50] names the packages of a folded run once each, scoped and nested ones in full', () => {
    expect(frameRuns(frames)[1]?.packages).toEqual(['react-dom'])
    expect(packageOf(aFrame({ filename: '/x/node_modules/a/node_modules/@s/b/i.js' }))).toBe('@s/b')
    expect(packageOf(aFrame({ filename: '/x/node_modules/.pnpm/a@1.0.0/node_modules/a/i.js' }))).toBe('a')
    expect(packageOf(aFrame({ filename: 'node:internal/timers' }))).toBe('node')
    expect(packageOf(aFrame({ filename: '/x/src/i.js' }))).toBeUndefined()
  })

  it('[UI50] opens the newest frame of the app that brought its source', () => {
    const shown = aFrame({ contextLine: 'throw x' })
    expect(firstToRead([shown, aFrame({}), aFrame({ inApp: false, contextLine: 'y' })])).toBe(0)
    expect(firstToRead([aFrame({ inApp: false }), aFrame({ inApp: false })])).toBe(1)
  })

  it('[UI51] detects built files by name, long lines or high columns', () => {
    expect(looksMinified(aFrame({ absPath: 'https://x.co/assets/checkout-Cx02LmPa.js' }))).toBe(true)
    expect(looksMinified(aFrame({ contextLine: 'x'.repeat(401) }))).toBe(true)
    expect(looksMinified(aFrame({ filename: '/main.js', column: 51_442 }))).toBe(true)
    expect(looksMinified(aFrame({ filename: '/src/cart.ts', column: 900 }))).toBe(false)
    expect(looksMinified(aFrame({ filename: '/srv/app/server.js', contextLine: 'run()' }))).toBe(false)
  })
})
