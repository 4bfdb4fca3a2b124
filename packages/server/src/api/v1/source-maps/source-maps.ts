import { getReleaseMaps } from '@hindcast/contract/source-maps/source-maps.ts'
import type { SeenScript } from '#product/source-maps/query/release-maps.ts'
import type { ApiDeps } from '#api/deps.ts'
import type { Serve } from '#api/http/serve.ts'
import { toApiMap } from '#api/v1/events/to-api-frame.ts'

export function serveSourceMaps(serve: Serve, { access, queries }: ApiDeps): void {
  serve(getReleaseMaps, async ({ principal, params, query }) => {
    const project = await access.project(principal, undefined, params.project, 'event:read')
    const { scripts, ...report } = await queries.releaseMaps(project, query.release)
    return { ...report, scripts: scripts.map(scriptView) }
  })
}

function scriptView({ url, verdict, frames, map }: SeenScript) {
  return { url, verdict, frames, map: toApiMap(map) }
}
