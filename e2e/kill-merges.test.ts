import { expect, it, onTestFinished } from 'vitest'
import { eventually } from './harness/eventually.ts'
import { install } from './harness/installation.ts'
import { seededRandom } from '../packages/server/src/domain/seeded-random.ts'
import { sendFault } from './harness/stream.ts'

const FAULTS = ['FaultA', 'FaultB', 'FaultC', 'FaultD', 'FaultE', 'FaultF'] as const
const EVENTS_EACH = 8
const ROUNDS = 2

it(
  `[RS86] SIGKILL during merging and parting, ${ROUNDS} times each, leaves every event in one issue and can be repeated`,
  { timeout: 300_000 },
  async () => {
    const hindcast = await install()
    onTestFinished(async () => void (await hindcast.close()))
    const random = seededRandom(11)
    for (let n = 0; n < EVENTS_EACH; n++) for (const name of FAULTS) await sendFault(hindcast.dsn, name)
    const issues = await hindcast.api.awaitIssues(FAULTS.length)
    const total = FAULTS.length * EVENTS_EACH
    await eventually('all events', async () => (await hindcast.api.allEvents()).length === total || undefined)
    const [into, ...from] = issues.map(({ id }) => id)

    const post = (path: string, body: unknown) =>
      fetch(`${hindcast.origin}${path}`, {
        method: 'POST',
        headers: { authorization: `Bearer ${hindcast.init.token}`, 'content-type': 'application/json' },
        body: JSON.stringify(body),
      })

    /** Counts of issues are those of their events, once what was begun has been completed. */
    async function expectWhole(): Promise<void> {
      await eventually('issues and events that agree', async () => {
        const counted = new Map<string, number>()
        for (const { issueId } of await hindcast.api.allEvents())
          counted.set(issueId, (counted.get(issueId) ?? 0) + 1)
        const known = await hindcast.api.allIssues()
        const agree = known.every(({ id, events }) => counted.get(id) === events)
        return (
          (agree &&
            counted.size === known.length &&
            [...counted.values()].reduce((a, b) => a + b, 0) === total) ||
          undefined
        )
      })
    }

    async function killDuring(request: Promise<unknown>): Promise<void> {
      request.catch(() => undefined)
      await new Promise((resolve) => setTimeout(resolve, random() * 40))
      await hindcast.server.kill()
      await hindcast.start()
      await expectWhole()
    }

    for (let round = 0; round < ROUNDS; round++) {
      await killDuring(post('/api/v1/issues/merge', { into, from }))
      // Asked again it is as if nobody had been killed.
      const left = (await hindcast.api.allIssues()).map(({ id }) => id).filter((id) => id !== into)
      if (left.length > 0) expect((await post('/api/v1/issues/merge', { into, from: left })).status).toBe(200)
      await expectWhole()
      expect((await hindcast.api.allIssues()).map(({ id, events }) => [id, events])).toEqual([[into, total]])
      const { fingerprints } = (await (
        await hindcast.api.get(`/api/v1/issues/${into}/fingerprints`)
      ).json()) as {
        fingerprints: ReadonlyArray<{ fingerprint: string; cameWith: string | null }>
      }
      const came = fingerprints
        .filter(({ cameWith }) => cameWith !== null)
        .map(({ fingerprint }) => fingerprint)
      await killDuring(post(`/api/v1/issues/${into}/unmerge`, { fingerprints: came.slice(0, 1) }))
      for (const fingerprint of came)
        await post(`/api/v1/issues/${into}/unmerge`, { fingerprints: [fingerprint] })
      await expectWhole()
      expect((await hindcast.api.allIssues()).map(({ events }) => events)).toEqual(
        FAULTS.map(() => EVENTS_EACH),
      )
    }
  },
)
