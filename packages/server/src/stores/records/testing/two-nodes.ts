import { onTestFinished } from 'vitest'
import type { OpenedRecords } from '#stores/records/records.contract.ts'
import type { RecordStore } from '#stores/records/records.ts'

/** The same records as two nodes have them, until the test is over. */
export async function openTwoNodes(
  open: () => Promise<OpenedRecords>,
): Promise<readonly [RecordStore, RecordStore]> {
  const records = await open()
  const [store, other] = [records.store, await records.another()]
  onTestFinished(async () => {
    await other.close()
    await store.close()
  })
  return [store, other]
}
