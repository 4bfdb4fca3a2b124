import { dsnOf } from '#api/http/dsn.ts'
import { ensureOwnProject, ownProjectId } from '#product/projects/commands/ensure-own-project.ts'
import type { Destination } from '#app/process/self-report.ts'
import type { Core } from './core.ts'

/** The project in which this installation keeps its own errors. */
export interface OwnProject {
  /** Undefined where there never was one. */
  readonly id: string | undefined
  /** Where own errors of server and pages go now; undefined if they are not stored. */
  destination(): Destination | undefined
}

export async function openOwnProject(core: Core, publicUrl: () => string): Promise<OwnProject> {
  const { config, records, keys } = core
  const deps = { records, now: Date.now }
  const id = config.selfReport ? (await ensureOwnProject(deps)).id : await ownProjectId(deps)
  if (config.selfReport) await core.projectsChanged()
  return {
    id,
    destination() {
      if (!config.selfReport || id === undefined) return undefined
      const key = keys.enabledKey(id)
      return key && { projectId: id, dsn: dsnOf(publicUrl(), key.publicKey, id) }
    },
  }
}
