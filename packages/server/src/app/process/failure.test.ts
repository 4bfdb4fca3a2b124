import { describe, expect, it } from 'vitest'
import { AppError } from '#domain/app-error.ts'
import { failureOf, framesOf } from './failure.ts'

const ROOT = new URL('file:///srv/hindcast/')

describe('a failure of our own', () => {
  it('[OP20] has the frames of the stack, the one that threw last, without where the installation lies', () => {
    const stack = [
      'Error: no such table: project_keys',
      '    at prepare (file:///srv/hindcast/packages/server/src/stores/driver.ts:63:9)',
      '    at async Kysely.run [as all] (/srv/hindcast/node_modules/kysely/run.js:4:15)',
      '    at async file:///srv/hindcast/packages/server/src/api/http/serve.ts:30:7',
      '    at Promise.all (index 0)',
      '    at process.processTicksAndRejections (node:internal/process/task_queues:104:5)',
    ].join('\n')
    expect(framesOf(stack, [ROOT])).toEqual([
      {
        function: 'process.processTicksAndRejections',
        filename: 'node:internal/process/task_queues',
        lineno: 104,
        colno: 5,
        in_app: false,
      },
      { filename: 'packages/server/src/api/http/serve.ts', lineno: 30, colno: 7, in_app: true },
      {
        function: 'Kysely.run [as all]',
        filename: 'node_modules/kysely/run.js',
        lineno: 4,
        colno: 15,
        in_app: false,
      },
      {
        function: 'prepare',
        filename: 'packages/server/src/stores/driver.ts',
        lineno: 63,
        colno: 9,
        in_app: true,
      },
    ])
  })

  it('[OP20] tells an installed package from those beside it', () => {
    const stack = [
      'Error: no such table: project_keys',
      '    at prepare (file:///srv/app/node_modules/hindcast/src/stores/driver.js:63:9)',
      '    at run (/srv/app/node_modules/kysely/run.js:4:15)',
    ].join('\n')
    const roots = ['file:///srv/app/node_modules/hindcast/', 'file:///srv/app/'].map((root) => new URL(root))
    expect(framesOf(stack, roots).map(({ filename, in_app }) => [filename, in_app])).toEqual([
      ['node_modules/kysely/run.js', false],
      ['src/stores/driver.js', true],
    ])
  })

  it('[OP20] finds this very place in a stack of the running program', () => {
    const failure = failureOf('api', 'request failed', { error: new Error('here') })
    expect(failure?.exceptions.at(-1)?.frames.at(-1)).toMatchObject({
      filename: 'packages/server/src/app/process/failure.test.ts',
      in_app: true,
    })
  })

  it('[OP20] reports causes first, and stops at circular causes', () => {
    const first = new RangeError('first')
    const second = new TypeError('second', { cause: first })
    const types = (error: Error) =>
      failureOf('jobs', 'job failed', { error })?.exceptions.map(({ type, value }) => `${type} ${value}`)
    expect(types(second)).toEqual(['RangeError first', 'TypeError second'])
    first.cause = second
    expect(types(second)).toHaveLength(5)
  })

  it('[OP20] is reported with digest, route and project, and nothing else of the log', () => {
    const failure = failureOf('api', 'request failed', {
      error: new Error('x'),
      digest: '1234567890',
      route: 'GET /api/v1/issues/:issue',
      path: '/api/v1/issues/77',
      password: 'hunter2',
    })
    expect(failure).toMatchObject({ digest: '1234567890', transaction: 'GET /api/v1/issues/:issue' })
    expect(JSON.stringify(failure)).not.toMatch(/hunter2|issues\/77/)
  })

  it.each([new AppError('store_unavailable', 'The disk is full.'), 'a text', undefined])(
    '[OP20] is not what was foreseen: %s',
    (error) => {
      expect(failureOf('jobs', 'job failed', { error })).toBeUndefined()
    },
  )
})
