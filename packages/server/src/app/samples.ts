import type { Samples } from '#api/deps.ts'
import { AppError } from '#domain/app-error.ts'
import { loadSamples } from '#product/samples/load.ts'
import type { Project } from '#domain/projects/project.ts'
import { buildsOf } from '#product/samples/builds.ts'
import { uploadSampleBuilds } from '#product/samples/upload-builds.ts'
import type { Uploads } from '#product/source-maps/uploads/uploads.ts'
import { requireScenario, SCENARIOS, type Scenario } from '#product/samples/plans.ts'
import type { Spool } from '#spool/spool.ts'
import type { RecordStore } from '#stores/records/records.ts'

type Records = Pick<RecordStore, 'keys' | 'releases'>

export function createSamples(
  records: Records,
  spool: Pick<Spool, 'append'>,
  uploads: Pick<Uploads, 'takeChunks' | 'assemble'>,
): Samples {
  return {
    scenarios: () => SCENARIOS.map(({ name, description }) => ({ name, summary: description })),
    async load(project, name) {
      const scenario = requireScenario(name)
      const [key] = await records.keys.list(project.id)
      if (key === undefined) throw new AppError('conflict', 'The project has no key to send samples with.')
      // Events that are digested before their maps are there are grouped by what minifiers left of their names.
      await uploadSampleBuilds(uploads, project, scenario)
      const now = Date.now()
      const events = await loadSamples(spool, {
        scenario,
        projectId: project.id,
        keyId: key.id,
        now,
        seed: now,
      })
      await announceBuilds(records.releases, project, scenario, now)
      return { events }
    },
  }
}

/** What a deploy script reports besides the traffic. */
async function announceBuilds(
  releases: RecordStore['releases'],
  { id, organizationId }: Project,
  scenario: Scenario,
  now: number,
): Promise<void> {
  for (const { version, commits, deployedAt } of buildsOf(scenario, now)) {
    await releases.ensure({
      organizationId,
      version,
      projectIds: [id],
      now: deployedAt,
      releasedAt: deployedAt,
    })
    await releases.setCommits(organizationId, version, commits)
    const place = { environment: 'production', name: undefined, url: undefined, startedAt: undefined }
    const known = await releases.deploys(organizationId, version)
    if (known.length === 0)
      await releases.addDeploy(organizationId, version, { ...place, finishedAt: deployedAt })
  }
}
