import { fetchedMapId, isFetchable, isFetchDue, type MapFetchState } from '#domain/source-maps/map-fetch.ts'
import type { RecordStore } from '#stores/records/records.ts'
import type { ScriptKey } from './locate-map.ts'

/** What became of fetching the map of a script; undefined where there is nothing that could be fetched. */
export type FetchStates = (key: ScriptKey) => Promise<MapFetchState | undefined>

export function createFetchStates(
  { projects, mapFetches }: Pick<RecordStore, 'projects' | 'mapFetches'>,
  now: () => number,
): FetchStates {
  return async ({ projectId, release, url }) => {
    if (!isFetchable(url)) return undefined
    const project = await projects.byId(projectId)
    if (project?.settings.fetchSourceMaps !== true) return 'off'
    const last = await mapFetches.find(projectId, fetchedMapId(release, url))
    return last === undefined || isFetchDue(last, now()) ? 'waiting' : last.state
  }
}
