import { KEPT_ITEMS, readKeptItems } from '#domain/intake/kept-items.ts'
import type { KeptBatch, KeptItemsProgress, KeptItemsState } from '#domain/intake/kept-items.ts'
import type { FactRecords } from '#stores/records/records.ts'

/** A batch that all stores have. */
export type StoredBatch = KeptBatch & { readonly read: number }

/** What has to be known after a crash: the batch under way, and how far each type has come. */
export interface KeptState {
  inFlight(): Promise<KeptBatch | undefined>
  begin(batch: KeptBatch): Promise<void>
  /** Its items can go. */
  stored(batch: StoredBatch): Promise<void>
  /** Says that no batch is under way and how far its type has come, in one write. */
  finish(of: Pick<KeptBatch, 'projectId' | 'itemType'>, progress: Progress): Promise<void>
}

type Progress = Pick<KeptItemsProgress, 'read' | 'left' | 'isDone'>

export function createKeptState(facts: Pick<FactRecords, 'get' | 'set'>, now: () => number): KeptState {
  const load = async () => readKeptItems(await facts.get(KEPT_ITEMS))
  const save = (state: KeptItemsState) => facts.set(KEPT_ITEMS, JSON.stringify(state))
  const saveBatch = async (batch: KeptBatch) => save({ ...(await load()), batch })
  return {
    inFlight: async () => (await load()).batch,
    begin: saveBatch,
    stored: saveBatch,
    async finish({ projectId, itemType }, { read, left, isDone }) {
      const { projects } = await load()
      const known = projects[projectId] ?? []
      const before = known.find((one) => one.itemType === itemType)?.read ?? 0
      const others = known.filter((one) => one.itemType !== itemType)
      const progress = { itemType, read: before + read, left, isDone, at: now() }
      await save({ projects: { ...projects, [projectId]: [...others, progress] } })
    },
  }
}

export function isStored(batch: KeptBatch): batch is StoredBatch {
  return batch.read !== undefined
}
