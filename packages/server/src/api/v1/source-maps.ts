import { getReleaseMaps } from '@hindcast/contract/source-maps.ts'
import type { ApiDeps } from '../deps.ts'
import type { Serve } from '../serve.ts'
import { mapView } from './frame-wire.ts'

export function serveSourceMaps(serve: Serve, { access, queries }: ApiDeps): void {
  serve(getReleaseMaps, async ({ principal, params, query }) => {
    const project = await access.project(principal, undefined, params.project, 'event:read')
    const { scripts, ...report } = await queries.releaseMaps(project, query.release)
    return { ...report, scripts: scripts.map(({ map, ...script }) => ({ ...script, map: mapView(map) })) }
  })
}
