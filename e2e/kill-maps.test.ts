import { expect, it, onTestFinished } from 'vitest'
import { install, type Installation } from './harness/installation.ts'
import { seededRandom } from '../packages/server/src/domain/seeded-random.ts'
import { RECORDED_ID, recordedCrash, uploadRecordedMap } from './harness/recorded-crash.ts'

const EVENTS = 300
const ROUNDS = 5
const idOf = (n: number) => (n + 1).toString(16).padStart(32, '0')

/** The same crash many times, before its map is there. */
async function crash({ origin, projectId, publicKey }: Installation): Promise<void> {
  const recorded = (await recordedCrash()).toString()
  const address = `${origin}/api/${projectId}/envelope/?sentry_version=7&sentry_key=${publicKey}`
  for (let n = 0; n < EVENTS; n += 1) {
    const body = recorded.replaceAll(RECORDED_ID, idOf(n))
    expect((await fetch(address, { method: 'POST', body })).status).toBe(200)
  }
}

/** What people see once every event was moved to the issue of its source. */
async function settled({ api }: Installation) {
  for (let n = 0; n < EVENTS; n += 1) await api.awaitMapped(idOf(n))
  const issues = await api.allIssues()
  const events = await api.allEvents()
  const { exceptions, grouping } = await api.awaitEvent(idOf(0))
  return {
    issues: issues.map(({ title, culprit, events: count }) => ({ title, culprit, count })),
    events: events.map(({ eventId }) => eventId).toSorted(),
    homes: new Set(events.map(({ issueId }) => issueId)).size,
    frames: exceptions[0]!.frames.map(({ original }) => [original!.filename, original!.line]),
    version: grouping.version,
  }
}

async function started(): Promise<Installation> {
  const hindcast = await install()
  onTestFinished(async () => void (await hindcast.close()))
  await crash(hindcast)
  await hindcast.api.awaitEvent(idOf(EVENTS - 1))
  return hindcast
}

it(
  `[SM106] SIGKILL during an upload and while late events are grouped again, ${ROUNDS} times each, ends as if nobody had been killed`,
  { timeout: 300_000 },
  async () => {
    const random = seededRandom(23)
    const killWithin = async (hindcast: Installation, longestMs: number) => {
      await new Promise((resolve) => setTimeout(resolve, random() * longestMs))
      await hindcast.server.kill()
      await hindcast.start()
    }
    const calm = await started()
    await uploadRecordedMap(calm)
    const expected = await settled(calm)

    const hindcast = await started()
    for (let round = 0; round < ROUNDS; round += 1) {
      const cut = uploadRecordedMap(hindcast).catch(() => undefined)
      await killWithin(hindcast, 60)
      await cut
    }
    await uploadRecordedMap(hindcast)
    for (let round = 0; round < ROUNDS; round += 1) await killWithin(hindcast, 4_000)
    expect(await settled(hindcast)).toEqual(expected)
  },
)
