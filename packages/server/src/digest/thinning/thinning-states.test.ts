import { expect, it } from 'vitest'
import { DEFAULT_PROJECT_SETTINGS } from '#domain/projects/project.ts'
import { aWorld } from '#digest/testing/world.ts'
import { createThinningStates } from './thinning-states.ts'

const SETTINGS = { ...DEFAULT_PROJECT_SETTINGS, spansPerHour: 1000 }

it('[PL145] replays a batch from its own state, whatever another spool was decided since', async () => {
  const { records, projectId } = await aWorld()
  const open = () =>
    createThinningStates({ facts: records.facts, releases: records.releaseHealth, newSalt: () => 'salt' })
  const digestBatch = async (spoolId: string, from: number) => {
    const states = open()
    const batch = states.begin({ spoolId, from, to: from + 10 })
    await batch.of(projectId, SETTINGS)
    const [checkpoint] = batch.end()
    await states.save(checkpoint!)
    return checkpoint!
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
