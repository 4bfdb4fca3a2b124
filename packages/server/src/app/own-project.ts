import { dsnOf } from '#api/http/dsn.ts'
import { ensureOwnProject, ownProjectId } from '#product/projects/commands/ensure-own-project.ts'
import { areOwnPagesTraced, traceOwnPages } from '#product/projects/commands/own-traces.ts'
import type { Destination } from '#app/process/self-report.ts'
import { reachesIntake } from '#app/roles/role.ts'
import type { Core } from './core.ts'

/** The project in which this installation keeps its own errors. */
export interface OwnProject {
  /** Undefined where there never was one. */
  readonly id: string | undefined
  /** Where own errors of server and pages go now; undefined if they are not stored. */
  destination(): Destination | undefined
  /** Where the pages report their routes, web vitals and traces; undefined if they do not. */
  traces(): Destination | undefined
  /** After `hindcast seed`: its pages are part of what there is to see, unless the operator said otherwise. */
  showOwnPages(): Promise<boolean>
}

export async function openOwnProject(core: Core, publicUrl: () => string): Promise<OwnProject> {
  const { config, records, keys } = core
  const deps = { records, now: Date.now }
  const id = config.selfReport ? (await ensureOwnProject(deps)).id : await ownProjectId(deps)
  if (config.selfReport) await core.projectsChanged()
  let areTraced = config.selfTraces ?? (await areOwnPagesTraced(deps))
  const destination = (): Destination | undefined => {
    if (!config.selfReport || id === undefined || !reachesIntake(config)) return undefined
    const key = keys.enabledKey(id)
    return key && { projectId: id, dsn: dsnOf(publicUrl(), key.publicKey, id) }
  }
  return {
    id,
    destination,
    traces: () => (areTraced ? destination() : undefined),
    async showOwnPages() {
      areTraced = await traceOwnPages(deps, config)
      return areTraced
    },
  }
}
