import { setTimeout as sleep } from 'node:timers/promises'
import { describe, expect, it } from 'vitest'
import { startReceiver } from '../packages/server/src/product/alerts/channels/testing/receiver.ts'
import { eventually } from './harness/eventually.ts'
import { plant, repeated } from './harness/hostile-events.ts'
import { joinAs } from './harness/session.ts'
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
