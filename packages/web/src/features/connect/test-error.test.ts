import { describe, expect, it } from 'vitest'
import { framesOf } from './test-error.ts'

describe('the test error', () => {
  it('[UI5] reads the stacks of Chromium and of Firefox alike, oldest call first', () => {
    const chrome = [
      'TestError: x',
      '    at throwAndCatch (http://127.0.0.1:8000/assets/index-1.js:8:12)',
      '    at async sendTestError (http://127.0.0.1:8000/assets/index-1.js:9:3)',
      '    at http://127.0.0.1:8000/assets/index-1.js:10:1',
    ].join('\n')
    const firefox = [
      'throwAndCatch@http://127.0.0.1:8000/assets/index-1.js:8:12',
      'sendTestError@http://127.0.0.1:8000/assets/index-1.js:9:3',
      '@http://127.0.0.1:8000/assets/index-1.js:10:1',
    ].join('\n')
    expect(framesOf(chrome).map((frame) => [frame.function, frame.lineno, frame.colno])).toEqual([
      ['?', 10, 1],
      ['sendTestError', 9, 3],
      ['throwAndCatch', 8, 12],
    ])
    expect(framesOf(firefox)).toEqual(framesOf(chrome))
  })
})
