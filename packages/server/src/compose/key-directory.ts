import { createKeyDirectory, type KeyDirectory } from '#ingest/key-directory.ts'
import type { RecordStore } from '#stores/records.ts'

export interface LoadedKeys {
  readonly directory: KeyDirectory
  reload(): Promise<void>
}

export async function loadKeys(records: Pick<RecordStore, 'keys' | 'projects'>): Promise<LoadedKeys> {
  const directory = createKeyDirectory()
  const reload = async () => {
    const [keys, projects] = await Promise.all([records.keys.all(), records.projects.all()])
    directory.replaceAll(keys, projects)
  }
  await reload()
  return { directory, reload }
}
