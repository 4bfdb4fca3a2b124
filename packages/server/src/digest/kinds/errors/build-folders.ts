/** The build of a release of a project. */
export interface Build {
  readonly projectId: string
  readonly release: string
}

/** Where servers keep their builds, as stacks that they logged showed. */
export interface BuildFolders {
  of(build: Build): string | undefined
  learn(build: Build, folder: string): void
}

/** Names of releases come from outside, so there is no end of them. */
const MOST = 1000
const LONGEST = 1000

/** Known until the process ends; the next logged error shows it again. */
export function createBuildFolders(): BuildFolders {
  const known = new Map<string, string>()
  const keyOf = ({ projectId, release }: Build) => `${projectId}/${release}`
  return {
    of: (build) => known.get(keyOf(build)),
    learn(build, folder) {
      const key = keyOf(build)
      if (folder.length + key.length > LONGEST || known.get(key) === folder) return
      known.delete(key)
      known.set(key, folder)
      const [oldest] = known.keys()
      if (known.size > MOST) known.delete(oldest!)
    },
  }
}
