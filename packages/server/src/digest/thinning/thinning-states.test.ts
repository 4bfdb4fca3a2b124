import { describe, expect, it } from 'vitest'
import { MOMENT, silentLog } from '#domain/testing.ts'
import { DEFAULT_PROJECT_SETTINGS } from '#domain/projects/project.ts'
import { hex, seededRandom } from '#domain/seeded-random.ts'
import { aPageLoad } from '#digest/testing/span-traffic.ts'
import { aWorld } from '#digest/testing/world.ts'
import type { ThinningShareRecords } from '#stores/records/nodes.ts'
import { createSharedThinning } from './share-thinning.ts'
import { type ThinningStates, createThinningStates } from './thinning-states.ts'
import type { ThinningState } from './thinning.ts'

/** The records forget what was told of hours that are long over, by their own clock. */
const NOW = Math.floor(Date.now() / 3_600_000) * 3_600_000
const SETTINGS = { ...DEFAULT_PROJECT_SETTINGS, spansPerHour: 1000 }

it('[PL145] replays a batch from its own state, whatever another spool was decided since', async () => {
  const { records, projectId } = await aWorld()
  const open = () =>
    createThinningStates({ facts: records.facts, releases: records.releaseHealth, newSalt: () => 'salt' })
  const digestBatch = async (spoolId: string, from: number) => {
    const states = open()
    const batch = states.begin({ spoolId, from, to: from + 10 })
    await batch.of(projectId, SETTINGS, MOMENT)
    const ended = batch.end()
    await states.save(ended)
    return ended[0]!.checkpoint
  }
  const first = await digestBatch('one', 0)
  await digestBatch('two', 500)
  await digestBatch('two', 510)
  // Cut off before any store had it.
  const replayed = await digestBatch('one', 0)
  expect(replayed.before).toEqual(first.before)
  expect((await records.facts.get(`thinning.1.${projectId}.two`))!).toContain('"position":520')
  expect((await records.facts.get(`thinning.1.${projectId}.one`))!).toContain('"position":10')
})

describe('spools that share a budget', () => {
  async function aSharedProject() {
    const { records, projectId } = await aWorld()
    let clock = NOW
    const open = (shares: ThinningShareRecords = records.thinningShares) =>
      createThinningStates({
        facts: records.facts,
        releases: records.releaseHealth,
        newSalt: () => 'salt',
        shared: createSharedThinning({ shares, now: () => clock, log: silentLog }),
      })
    /** One trace per position. Answers which of them are kept, and by what rate. */
    async function digest(states: ThinningStates, spoolId: string, from: number, to: number) {
      const batch = states.begin({ spoolId, from, to })
      const thinning = (await batch.of(projectId, SETTINGS, NOW))!
      const rates: Array<number | undefined> = []
      for (let position = from; position < to; position++) {
        const traceId = hex(seededRandom(position), 32)
        const [kept] = thinning.keep([aPageLoad({ traceId, receivedAt: NOW })])
        rates.push(kept && (kept.sampleRate ?? 1))
      }
      const ended = batch.end()
      await states.save(ended)
      const { state } = ended[0]!.checkpoint.before
      return { rates, before: JSON.parse(state) as ThinningState }
    }
    const pass = (ms: number) => void (clock += ms)
    return { open, digest, pass, records }
  }

  it('[PL138] halve their rates by what others kept of the same minute', async () => {
    const { open, digest } = await aSharedProject()
    const alone = await digest(open(), 'one', 0, 45)
    expect(new Set(alone.rates)).toEqual(new Set([1]))
    const { rates, before } = await digest(open(), 'two', 0, 45)
    expect(before.heard!.others).toMatchObject({ spools: 1, keptInMinute: { ordinary: 45 } })
    expect(rates).toContain(0.5)
  })

  it('[PL145] replay by what they had heard, in whatever batches, and listen again behind it', async () => {
    const { open, digest, pass } = await aSharedProject()
    await digest(open(), 'two', 0, 30)
    const first = await digest(open(), 'one', 0, 100)
    expect(first.rates).toContain(undefined)
    // Cut off before any store had it, while the other went on.
    await digest(open(), 'two', 30, 400)
    const restarted = open()
    const parts = [
      await digest(restarted, 'one', 0, 40),
      await digest(restarted, 'one', 40, 70),
      await digest(restarted, 'one', 70, 100),
    ]
    expect(parts.flatMap(({ rates }) => rates)).toEqual(first.rates)
    pass(60_000)
    const { before } = await digest(restarted, 'one', 100, 110)
    expect(before.heard!.others!.seen.ordinary).toBe(400)
  })

  it('[PL145] replay by having heard of nobody, where there was nobody', async () => {
    const { open, digest } = await aSharedProject()
    const first = await digest(open(), 'one', 0, 100)
    await digest(open(), 'two', 0, 400)
    expect((await digest(open(), 'one', 0, 100)).rates).toEqual(first.rates)
  })

  it('[OP251] go on by what they heard last while the others cannot be asked', async () => {
    const { open, digest, pass, records } = await aSharedProject()
    let isAway = false
    const states = open({
      ...records.thinningShares,
      hear: (of) => (isAway ? Promise.reject(new Error('away')) : records.thinningShares.hear(of)),
    })
    await digest(open(), 'two', 0, 30)
    await digest(states, 'one', 0, 10)
    isAway = true
    await digest(open(), 'two', 30, 60)
    pass(60_000)
    expect((await digest(states, 'one', 10, 20)).before.heard!.others!.seen.ordinary).toBe(30)
    isAway = false
    expect((await digest(states, 'one', 20, 30)).before.heard!.others!.seen.ordinary).toBe(60)
  })

  it('[OP251] do not read what a version with another form tells', async () => {
    const { open, digest, records } = await aSharedProject()
    const projectId = (await records.projects.all())[0]!.id
    const hour = Math.floor(NOW / 3_600_000)
    await records.thinningShares.tell('newer', [{ projectId, hour, share: '{"form":2,"rates":[]}' }])
    const { before } = await digest(open(), 'one', 0, 10)
    expect(before.heard).toEqual({ until: 10 })
  })
})
