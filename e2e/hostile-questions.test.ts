import { randomBytes, randomUUID } from 'node:crypto'
import { setTimeout as sleep } from 'node:timers/promises'
import { DuckDBInstance } from '@duckdb/node-api'
import { describe, expect, it } from 'vitest'
import { startReceiver } from '../packages/server/src/product/alerts/channels/testing/receiver.ts'
import { eventually } from './harness/eventually.ts'
import { plant, repeated } from './harness/hostile-events.ts'
import { joinAs } from './harness/session.ts'
import { sendStreamed, typed } from './harness/spans.ts'
import { sendFault } from './harness/stream.ts'
import { onTrial, type Trial } from './harness/trial.ts'

const PLANTED = { message: repeated('a', 8_000) }
/** No message has a `b` at its end, and there are very many ways to find that out. */
const PATTERN = 'message:*a*a*a*a*a*a*a*b'

async function plantMessages({ hindcast }: Trial): Promise<void> {
  for (let turn = 0; turn < 20; turn += 1) expect((await plant(hindcast, PLANTED)).status).toBe(200)
}

describe('questions made to be costly', () => {
  it('[HO7] patterns over a planted message delay neither senders nor readers, even after the clients disconnected', () =>
    onTrial(async (trial) => {
      const { hindcast, honest } = trial
      const viewer = await joinAs(hindcast, 'viewer')
      await plantMessages(trial)
      await trial.digested(20_000)
      const query = encodeURIComponent(PATTERN)
      const question = (path: string, leavesAfterMs: number) =>
        fetch(`${hindcast.origin}/api/v1${path}?query=${query}`, {
          headers: viewer.headers,
          signal: AbortSignal.timeout(leavesAfterMs),
        }).then(
          (answer) => answer.status,
          () => 'left',
        )
      await trial.besides('pattern searches', async () => {
        const { project } = hindcast.init
        const answers = await Promise.all(
          Array.from({ length: 8 }, (_, turn) =>
            question(`/projects/${project}/${turn % 2 === 0 ? 'events' : 'issues'}`, turn < 4 ? 700 : 15_000),
          ),
        )
        console.log(`answers to the questions: ${answers.join(' ')}`)
        const reading = await fetch(`${hindcast.origin}/api/v1/projects/${honest.slug}/events?limit=1`, {
          headers: viewer.headers,
          signal: AbortSignal.timeout(10_000),
        })
        expect(reading.status).toBe(200)
      })
    }))

  it('[HO8] an alert with such a pattern keeps no other alert from telling', async () => {
    const receiver = await startReceiver((response) => response.end('ok'))
    try {
      await onTrial(
        async (trial) => {
          const { hindcast } = trial
          const { channel } = await trial.call<{ channel: { id: string } }>('POST', '/channels', {
            name: 'hook',
            target: { kind: 'webhook', url: receiver.url },
          })
          const alert = (query: string) => ({
            when: { kind: 'new' },
            for: { projectIds: [], query, environments: [], levels: [] },
            tell: [{ kind: 'channel', id: channel.id }],
            every: 1,
          })
          await trial.call('POST', '/alerts', alert(PATTERN))
          await trial.besides('alerts', async () => {
            await plantMessages(trial)
            await sleep(1_000)
            await trial.call('POST', '/alerts', alert(''))
            await sendFault(hindcast.dsn, 'FaultWorthTelling')
            await eventually(
              'the alert beside it',
              () =>
                Promise.resolve(
                  receiver.received.some(({ body }) => body.includes('FaultWorthTelling')) ? true : undefined,
                ),
              30_000,
            )
          })
        },
        { HINDCAST_OUTBOUND_ALLOW: receiver.host },
      )
    } finally {
      await receiver.close()
    }
  })

  it('[HO9] SIGTERM ends the server within 10 s while such questions are asked', () =>
    onTrial(async (trial) => {
      const { hindcast } = trial
      await plantMessages(trial)
      await trial.digested(20_000)
      const path = `/projects/${hindcast.init.project}/events?query=${encodeURIComponent(PATTERN)}`
      const asked = Array.from({ length: 8 }, () => trial.call('GET', path).catch(() => undefined))
      await sleep(1_000)
      expect(await hindcast.server.stop()).toBe(0)
      await Promise.all(asked)
    }))
})

describe('names without end', () => {
  const VISITS = 20_000
  const SHOP = '/shop/[id]'

  interface VisitNames {
    readonly route: string
    readonly isPattern: boolean
    readonly release: string
  }

  /** Page loads, each with a device of its own, and how they came about. */
  async function sendVisits({ hindcast }: Trial, namesOf: (at: number) => VisitNames): Promise<void> {
    const now = Date.now() / 1000
    const visit = (at: number) => {
      const { route, isPattern, release } = namesOf(at)
      return {
        trace_id: randomBytes(16).toString('hex'),
        span_id: randomBytes(8).toString('hex'),
        name: route,
        is_segment: true,
        start_timestamp: now - 9,
        end_timestamp: now - 8,
        status: 'ok',
        attributes: typed({
          'sentry.op': 'pageload',
          'sentry.segment.name.source': isPattern ? 'route' : 'url',
          'sentry.release': release,
          'user_agent.original': `Mozilla/5.0 (Linux; Android 14; Phone ${at}) Chrome/${at}.0 Mobile`,
          'url.path': route,
          'browser.web_vital.lcp.value': 1000 + at,
          'browser.web_vital.cls.value': 0.1,
          'browser.web_vital.fcp.value': 900,
          'browser.web_vital.ttfb.value': 90,
          'hindcast.navigation.from': `/${randomUUID()}`,
          'hindcast.navigation.to': route,
          'hindcast.navigation.served': 'network',
          'hindcast.navigation.wait_ms': at,
        }),
      }
    }
    await sendStreamed(
      hindcast.dsn,
      Array.from({ length: VISITS }, (_, at) => visit(at)),
    )
  }

  async function openPages(trial: Trial): Promise<void> {
    const { hindcast } = trial
    const project = `/projects/${hindcast.init.project}`
    const list = await trial.call<{ routes: readonly object[] }>('GET', `${project}/route-stats`)
    expect(list.routes).toHaveLength(200)
    const shop = await trial.call<{ releases: readonly object[] }>(
      'GET',
      `${project}/route-stats/one?route=${encodeURIComponent(SHOP)}`,
    )
    expect(shop.releases).toHaveLength(12)
    const { pairs } = await trial.call<{ pairs: readonly object[] }>('GET', `${project}/navigations`)
    expect(pairs).toHaveLength(200)
    await trial.call('GET', `${project}/overview`)
  }

  it('[HO16] take no more memory than there is, on any page that groups by them', () =>
    onTrial(async (trial) => {
      // Of every four visits one is of the same route, one of a pattern and two of a path that nobody else visits.
      await sendVisits(trial, (at) => {
        const isPattern = at % 2 === 0
        const route = at % 4 === 0 ? SHOP : `/${randomUUID()}/${isPattern ? '[id]' : at}`
        return { route, isPattern, release: `shop@${at}` }
      })
      await trial.digested(60_000)
      await trial.besides('pages of names without end', () => openPages(trial))
    }))

  it('[HO17] take no more although they were chosen so that DuckDB’s estimate of their number is 1', () =>
    onTrial(async (trial) => {
      const [patterns, releases] = await Promise.all([
        underestimated("'/' || n || '/[id]'", VISITS),
        underestimated("'shop@' || n", VISITS),
      ])
      await sendVisits(trial, (at) => ({
        route: at % 4 === 0 ? SHOP : patterns[at]!,
        isPattern: true,
        release: releases[at]!,
      }))
      await trial.digested(60_000)
      await trial.besides('pages of names chosen by their hash', () => openPages(trial))
    }))

  /** Texts whose hashes have the same last bits, by which the estimate tells them apart. */
  async function underestimated(text: string, count: number): Promise<readonly string[]> {
    const instance = await DuckDBInstance.create(':memory:')
    const connection = await instance.connect()
    const chosen = `from (select ${text} as name from range(${100 * count}) as numbers(n)) where hash(name) % 64 = 0`
    const [estimate] = await (
      await connection.run(`select approx_count_distinct(name) ${chosen}`)
    ).getRowsJS()
    expect(estimate).toEqual([1n])
    const rows = await (await connection.run(`select name ${chosen} limit ${count}`)).getRowsJS()
    expect(rows).toHaveLength(count)
    connection.closeSync()
    instance.closeSync()
    return rows.map(([name]) => name as string)
  }
})

describe('rules made to be costly', () => {
  const RULES = Array.from({ length: 91 }, () => `frame.file:*${repeated('a', 180)}b -> ignore frame`).join(
    '\n',
  )
  const FRAMES = Array.from({ length: 100 }, (_, n) => ({
    filename: repeated('a', 500),
    function: `f${n}`,
    lineno: n,
    in_app: true,
  }))
  const EVENT = { exception: { values: [{ type: 'Error', value: 'x', stacktrace: { frames: FRAMES } }] } }

  it('[HO10] are tried neither by a viewer, nor by anybody at the cost of senders', () =>
    onTrial(async (trial) => {
      const { hindcast } = trial
      const [viewer, admin] = [await joinAs(hindcast, 'viewer'), await joinAs(hindcast, 'admin')]
      for (let turn = 0; turn < 30; turn += 1) expect((await plant(hindcast, EVENT)).status).toBe(200)
      await trial.digested(20_000)
      const tryRules = (headers: Readonly<Record<string, string>>) =>
        fetch(`${hindcast.origin}/api/v1/projects/${hindcast.init.project}/rules/dry-run`, {
          method: 'POST',
          headers: { ...headers, 'content-type': 'application/json' },
          body: JSON.stringify({ rules: RULES }),
          signal: AbortSignal.timeout(40_000),
        }).then(({ status }) => status)
      await trial.besides('dry runs', async () => {
        expect(await Promise.all([1, 2].map(() => tryRules(viewer.headers)))).toEqual([403, 403])
        const answers = await Promise.all([1, 2, 3, 4].map(() => tryRules(admin.headers)))
        console.log(`answers to the dry runs: ${answers.join(' ')}`)
        expect(answers.filter((status) => status >= 500 && status !== 503)).toEqual([])
      })
    }))
})
