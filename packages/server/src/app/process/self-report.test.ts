import { describe, expect, it } from 'vitest'
import type { Failure } from './failure.ts'
import { createReportingLog } from './reporting-log.ts'
import { createSelfReporter, type SelfReporterDeps } from './self-report.ts'

const DSN = 'http://0123456789abcdef0123456789abcdef@127.0.0.1:8000/2'

function createReporter(over: Partial<SelfReporterDeps> = {}) {
  const said: string[] = []
  const events: Array<Record<string, unknown>> = []
  const clock = { now: Date.UTC(2026, 10, 15) }
  const log = { debug() {}, info() {}, warn: (message: string) => void said.push(message), error() {} }
  const reporter = createSelfReporter({
    destination: () => ({ dsn: DSN, projectId: '2' }),
    post: async (envelope) => {
      const [header, , event] = Buffer.from(envelope).toString('utf8').split('\n')
      expect(JSON.parse(header!)).toMatchObject({ dsn: DSN })
      events.push(JSON.parse(event!) as Record<string, unknown>)
      return 200
    },
    release: '0.1.0',
    now: () => clock.now,
    log,
    ...over,
  })
  return { reporter, events, said, clock }
}

function aFailure(over: Partial<Failure> = {}): Failure {
  return {
    component: 'api',
    message: 'request failed',
    exceptions: [{ type: 'Error', value: 'no such table', frames: [] }],
    digest: undefined,
    transaction: undefined,
    projectId: undefined,
    ...over,
  }
}

const withDigest = (digest: number) => aFailure({ digest: String(digest) })

describe('reports of our own failures', () => {
  it('[OP20] are events of the release with digest, component and transaction, and name no machine', async () => {
    const { reporter, events } = createReporter()
    reporter.report(aFailure({ digest: '1234567890', transaction: 'GET /api/v1/issues/:issue' }))
    await reporter.flush()
    expect(events).toMatchObject([
      {
        event_id: expect.stringMatching(/^[0-9a-f]{32}$/),
        level: 'error',
        release: 'hindcast@0.1.0',
        environment: 'production',
        transaction: 'GET /api/v1/issues/:issue',
        tags: { component: 'api', digest: '1234567890' },
        exception: { values: [{ type: 'Error', value: 'no such table' }] },
      },
    ])
    expect(events[0]).not.toHaveProperty('server_name')
  })

  it('[OP21] are limited to twenty a minute; the next one has the number of omitted ones', async () => {
    const { reporter, events, clock } = createReporter()
    for (let digest = 0; digest < 30; digest++) reporter.report(withDigest(digest))
    await reporter.flush()
    expect(events).toHaveLength(20)
    clock.now += 60_000
    reporter.report(withDigest(99))
    await reporter.flush()
    expect(events.at(-1)).toMatchObject({ extra: { unreported: 10 } })
    reporter.report(withDigest(100))
    await reporter.flush()
    expect(events.at(-1)).not.toHaveProperty('extra.unreported')
  })

  it('[OP21] are limited to one a minute per type without a digest', async () => {
    const { reporter, events, clock } = createReporter()
    for (const component of ['jobs', 'jobs', 'digester']) reporter.report(aFailure({ component }))
    await reporter.flush()
    expect(events).toHaveLength(2)
    clock.now += 60_000
    reporter.report(aFailure({ component: 'jobs' }))
    await reporter.flush()
    expect(events).toHaveLength(3)
  })

  it.each([
    ['is refused', async () => 503],
    ['fails', async () => Promise.reject(new Error('ECONNREFUSED'))],
    [
      'throws',
      () => {
        throw new Error('no socket')
      },
    ],
  ])(
    '[OP21] that cannot be sent because sending %s are logged, counted and reported later',
    async (_, post) => {
      let isDown = true
      const sent: string[] = []
      const { reporter, said } = createReporter({
        post: async (envelope) => {
          if (isDown) return post()
          sent.push(Buffer.from(envelope).toString('utf8'))
          return 200
        },
      })
      reporter.report(withDigest(1))
      await reporter.flush()
      expect(said).toEqual(['a failure could not be reported'])
      isDown = false
      reporter.report(withDigest(2))
      await reporter.flush()
      expect(sent).toEqual([expect.stringContaining('"unreported":1')])
    },
  )

  it('[OP21] are not made of what fails with a report itself, which would never end', async () => {
    const posted: unknown[] = []
    const { reporter } = createReporter({
      post: async () => {
        posted.push(undefined)
        reporter.report(aFailure({ component: 'ingest', exceptions: [] }))
        return 500
      },
    })
    reporter.report(aFailure({ component: 'ingest' }))
    await reporter.flush()
    reporter.report(aFailure({ component: 'digester', digest: '7', projectId: '2' }))
    await reporter.flush()
    expect(posted).toHaveLength(1)
  })

  it('[OP22] are not sent when turned off', async () => {
    const { reporter, events } = createReporter({ destination: () => undefined })
    reporter.report(withDigest(1))
    await reporter.flush()
    expect(events).toEqual([])
  })
})

it('[OP20] a log that reports still says everything, and reports only errors that were thrown', () => {
  const said: string[] = []
  const reported: Failure[] = []
  const say = (message: string) => void said.push(message)
  const log = createReportingLog({ debug: say, info: say, warn: say, error: say }, 'jobs', (failure) =>
    reported.push(failure),
  )
  log.warn('careful', { error: new Error('x') })
  log.error('something is wrong')
  log.error('job failed', { job: 'retention', error: new Error('x') })
  expect(said).toEqual(['careful', 'something is wrong', 'job failed'])
  expect(reported).toMatchObject([{ component: 'jobs', transaction: 'retention', message: 'job failed' }])
})
