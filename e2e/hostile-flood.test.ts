import { setTimeout as sleep } from 'node:timers/promises'
import { describe, expect, it } from 'vitest'
import { flood } from './harness/flood.ts'
import { onTrial, type Trial } from './harness/trial.ts'

const CONNECTIONS = 32
const FLOOD_MS = 20_000

function floodFor({ hindcast }: Trial, ms: number) {
  const { origin, projectId, publicKey } = hindcast
  const path = `/api/${projectId}/envelope/?sentry_version=7&sentry_key=${publicKey}`
  return flood({ origin, path, connections: CONNECTIONS, ms })
}

const items = (trial: Trial) => trial.metric('hindcast_items_digested_total')

/** What is digested per second when nothing else is to be done: of a backlog that a short flood left. */
async function paceAlone(trial: Trial): Promise<number> {
  await floodFor(trial, 4_000)
  const [from, before] = [performance.now(), await items(trial)]
  await trial.digested(60_000)
  return ((await items(trial)) - before) / ((performance.now() - from) / 1000)
}

describe('a flood', () => {
  it('[HO13] slows itself and not the others: the digest keeps half its pace, other senders and pages are served', () =>
    onTrial(async (trial) => {
      const alone = await paceAlone(trial)
      let during = 0
      let waiting = 0
      await trial.besides(
        'a flood',
        async () => {
          const [from, before] = [performance.now(), await items(trial)]
          const { answers } = await floodFor(trial, FLOOD_MS)
          during = ((await items(trial)) - before) / ((performance.now() - from) / 1000)
          waiting = await trial.metric('hindcast_spool_waiting_bytes')
          console.log(
            `digested per second: ${Math.round(alone)} alone, ${Math.round(during)} during; ` +
              `${waiting} bytes wait; answers ${JSON.stringify(answers)}`,
          )
        },
        { foundWithinMs: 60_000 },
      )
      // Whoever is let in slowly enough leaves nothing to digest; then the pace is that of the senders.
      const isIdle = waiting < alone * 1_200
      expect(isIdle || during > alone / 2, 'the digest keeps half its pace').toBe(true)
    }))

  it('[HO14] that fills the spool is refused without stopping the digest; others are answered in time and let in again', () =>
    onTrial(
      async (trial) => {
        const alone = await paceAlone(trial)
        let during = 0
        await trial.besides(
          'a full spool',
          async () => {
            const [from, before] = [performance.now(), await items(trial)]
            const { answers } = await floodFor(trial, FLOOD_MS)
            during = ((await items(trial)) - before) / ((performance.now() - from) / 1000)
            console.log(
              `digested per second: ${Math.round(alone)} alone, ${Math.round(during)} during; ` +
                `answers ${JSON.stringify(answers)}`,
            )
            expect(answers['503'], 'the spool was full').toBeGreaterThan(0)
            await sleep(3_000)
          },
          {
            foundWithinMs: 60_000,
            pages: ['/', '/healthz'],
            // A disk that holds no more holds no more for anybody; what counts is that it is said at once.
            mayRefuse: ({ status, detail }) => status === 503 && detail.includes('spool_full'),
          },
        )
        expect(during, 'the digest keeps half its pace').toBeGreaterThan(alone / 2)
        await trial.digested(60_000)
        await trial.besides('after a full spool', () => sleep(1_000))
      },
      { HINDCAST_SPOOL_LIMIT_MB: '8' },
    ))
})
