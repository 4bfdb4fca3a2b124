import type { ProjectKey } from '#domain/projects/project.ts'
import { createKeyDirectory, type KeyDirectory } from '#ingest/auth/key-directory.ts'
import type { RecordStore } from '#stores/records/records.ts'

export interface LoadedKeys {
  readonly directory: KeyDirectory
  /** A key the project takes events under, from memory: it must be known even when the records fail. */
  enabledKey(projectId: string): ProjectKey | undefined
  reload(): Promise<void>
}

export async function loadKeys(records: Pick<RecordStore, 'keys' | 'projects'>): Promise<LoadedKeys> {
  const directory = createKeyDirectory()
  let known: readonly ProjectKey[] = []
  const reload = async () => {
    const [keys, projects] = await Promise.all([records.keys.all(), records.projects.all()])
    directory.replaceAll(keys, projects)
    known = keys
  }
  await reload()
  return {
    directory,
    enabledKey: (projectId) => known.find((key) => key.projectId === projectId && key.enabled),
    reload,
  }
}
