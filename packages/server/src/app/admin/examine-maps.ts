import { AppError } from '#domain/app-error.ts'
import type { ReleaseMaps } from '#product/source-maps/query/release-maps.ts'
import type { RecordStore } from '#stores/records/records.ts'
import type { MapsResult } from './operations.ts'

interface Deps {
  readonly records: Pick<RecordStore, 'projects'>
  readonly releaseMaps: (projectId: string, release: string) => Promise<ReleaseMaps>
}

/** The maps of a release, in the project that was named or in all that know it. */
export async function examineMaps(
  { records, releaseMaps }: Deps,
  { release, project: slug }: { readonly release: string; readonly project?: string },
): Promise<MapsResult> {
  const all = await records.projects.all()
  const asked = slug === undefined ? all : all.filter((project) => project.slug === slug)
  if (asked.length === 0) {
    throw new AppError('not_found', slug === undefined ? 'No project yet.' : `Project “${slug}” not found.`)
  }
  const projects: Array<MapsResult['projects'][number]> = []
  let unknown: unknown
  for (const { id, slug: project } of asked) {
    try {
      projects.push({ project, maps: await releaseMaps(id, release) })
    } catch (error) {
      if (!(error instanceof AppError) || error.code !== 'not_found') throw error
      unknown = error
    }
  }
  if (projects.length === 0) throw unknown
  return { projects, complete: projects.every(({ maps }) => maps.complete) }
}
