import * as wire from '@hindcast/contract/overview/overview.ts'
import type { Project } from '#domain/projects/project.ts'
import type { OverviewQueries } from '#product/overview/query/overview.ts'
import type { ApiDeps } from '#api/deps.ts'
import type { Serve } from '#api/http/serve.ts'
import { toApiIssues, toApiReleases, toApiRoutes, toApiTimeline, toApiTotals } from './to-api-overview.ts'

type Parts = { readonly [Part in wire.OverviewPart]: (project: Project) => Promise<wire.Overview> }

export function serveOverview(serve: Serve, { access, overview }: ApiDeps): void {
  const parts = partsOf(overview)
  serve(wire.getOverview, async ({ principal, params, query }) => {
    const project = await access.project(principal, undefined, params.project, 'event:read')
    const asked = query.part === undefined ? wire.OVERVIEW_PARTS : [query.part]
    const answers = await Promise.all(asked.map((part) => parts[part](project)))
    return Object.assign({}, ...answers) as wire.Overview
  })
}

function partsOf(overview: OverviewQueries): Parts {
  return {
    totals: async (project) => ({ totals: toApiTotals(await overview.totals(project)) }),
    timeline: async (project) => ({ timeline: toApiTimeline(await overview.timeline(project)) }),
    issues: async (project) => ({ issues: toApiIssues(await overview.issues(project), project) }),
    routes: async (project) => ({ routes: toApiRoutes(await overview.routes(project)) }),
    releases: async (project) => ({ releases: toApiReleases(await overview.releases(project)) }),
    setup: async (project) => ({ setup: [...(await overview.setup(project))] }),
  }
}
