import type { Project, ProjectKey } from '#domain/projects/project.ts'

export interface KeyEntry {
  readonly key: ProjectKey
  readonly project: Project
}

/** Which project a key belongs to. In memory, because every request asks. */
export interface KeyDirectory {
  /** Includes disabled keys, to distinguish their senders from unknown ones. */
  lookup(publicKey: string): KeyEntry | undefined
  byProject(projectId: string): readonly KeyEntry[]
}

export interface MutableKeyDirectory extends KeyDirectory {
  /** Keys of projects that are not in the list are left out. */
  replaceAll(keys: readonly ProjectKey[], projects: readonly Project[]): void
}

export function createKeyDirectory(): MutableKeyDirectory {
  let byKey = new Map<string, KeyEntry>()
  let byProject = new Map<string, KeyEntry[]>()
  return {
    lookup: (publicKey) => byKey.get(publicKey),
    byProject: (projectId) => byProject.get(projectId) ?? [],
    replaceAll(keys, projects) {
      const projectById = new Map(projects.map((project) => [project.id, project]))
      byKey = new Map()
      byProject = new Map()
      for (const key of keys) {
        const project = projectById.get(key.projectId)
        if (project === undefined) continue
        const entry: KeyEntry = { key, project }
        byKey.set(key.publicKey, entry)
        const siblings = byProject.get(project.id)
        if (siblings === undefined) byProject.set(project.id, [entry])
        else siblings.push(entry)
      }
    },
  }
}
