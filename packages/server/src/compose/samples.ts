import type { Samples } from '#api/deps.ts'
import { AppError } from '#domain/app-error.ts'
import { loadSamples } from '#samples/load.ts'
import { SCENARIOS } from '#samples/plans.ts'
import type { Spool } from '#spool/spool.ts'
import type { RecordStore } from '#stores/records.ts'

export function createSamples(records: Pick<RecordStore, 'keys'>, spool: Pick<Spool, 'append'>): Samples {
  return {
    scenarios: () => SCENARIOS.map(({ name, description }) => ({ name, summary: description })),
    async load(project, scenario) {
      const [key] = await records.keys.list(project.id)
      if (key === undefined) throw new AppError('conflict', 'The project has no key to send samples with.')
      const now = Date.now()
      const events = await loadSamples(spool, {
        scenario,
        projectId: project.id,
        keyId: key.id,
        now,
        seed: now,
      })
      return { events }
    },
  }
}
