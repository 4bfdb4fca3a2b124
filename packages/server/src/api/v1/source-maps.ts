import { getReleaseMaps } from '@hindcast/contract/source-maps.ts'
import type { SeenScript } from '#query/release-maps.ts'
import type { ApiDeps } from '../deps.ts'
import type { Serve } from '../serve.ts'
import { mapView } from './frame-wire.ts'

export function serveSourceMaps(serve: Serve, { access, queries }: ApiDeps): void {
  serve(getReleaseMaps, async ({ principal, params, query }) => {
    const project = await access.project(principal, undefined, params.project, 'event:read')
    const { scripts, ...report } = await queries.releaseMaps(project, query.release)
    return { ...report, scripts: scripts.map(scriptView) }
  })
}

function scriptView({ url, verdict, frames, map }: SeenScript) {
  return { url, verdict, frames, map: mapView(map) }
}
