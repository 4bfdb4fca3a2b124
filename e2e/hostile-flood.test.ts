import { describe, expect, it } from 'vitest'
import { flood } from './harness/flood.ts'
import { onTrial, type Trial } from './harness/trial.ts'

const CONNECTIONS = 32
const FLOOD_MS = 20_000
/** What one of its events takes in the spool, about. */
const EVENT_BYTES = 1_200

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

/** The host may take the machine away during one of the two measurements; a digest that starves does so every time. */
const ATTEMPTS = 3

async function expectPace(trial: Trial, what: string): Promise<void> {
  let keepsPace = false
  for (let attempt = 1; attempt <= ATTEMPTS && !keepsPace; attempt += 1) {
    if (attempt > 1) await trial.digested(120_000)
    keepsPace = await floodOnce(trial, what)
  }
  expect(keepsPace, 'the digest keeps half its pace').toBe(true)
}

/** Whether the digest kept half its pace. Whoever is let in slowly enough leaves nothing to digest: that is the senders' pace. */
async function floodOnce(trial: Trial, what: string): Promise<boolean> {
  const alone = await paceAlone(trial)
  let during = 0
  let waiting = 0
  await trial.besides(
    what,
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
  return waiting < alone * EVENT_BYTES || during > alone / 2
}

describe('a flood', () => {
  it('[HO13] slows itself and not the others: the digest keeps half its pace, other senders and pages are served', () =>
    onTrial((trial) => expectPace(trial, 'a flood')))

  it('[HO14] does not fill a small spool for the others', () =>
    onTrial((trial) => expectPace(trial, 'a flood on a small spool'), { HINDCAST_SPOOL_LIMIT_MB: '8' }))
})
