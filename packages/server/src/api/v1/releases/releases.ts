import * as wire from '@hindcast/contract/releases/releases.ts'
import type { ApiDeps } from '#api/deps.ts'
import { iso } from '#api/http/iso.ts'
import type { Serve } from '#api/http/serve.ts'
import { commitHead, toApiCommit, toApiDeploy, toApiReleaseSummary } from './to-api-release.ts'
import { toApiVerdict } from './to-api-verdict.ts'

const READ = 'event:read'

export function serveReleases(serve: Serve, { access, releaseHealth }: ApiDeps): void {
  serve(wire.listReleases, async ({ principal, params, query }) => {
    const project = await access.project(principal, undefined, params.project, READ)
    const { releases, more, ...shown } = await releaseHealth.list(project, query.limit)
    return { releases: releases.map((release) => toApiReleaseSummary(release, shown)), more }
  })
  serve(wire.getRelease, async ({ principal, params }) => {
    const project = await access.project(principal, undefined, params.project, READ)
    const { release, previous, commits, deploys, ...shown } = await releaseHealth.one(project, params.version)
    return {
      ...toApiReleaseSummary(release, shown),
      previous: previous ?? null,
      commitList: commits.map(toApiCommit),
      deployList: deploys.map(toApiDeploy),
    }
  })
  serve(wire.getReleaseVerdict, async ({ principal, params, query }) => {
    const project = await access.project(principal, undefined, params.project, READ)
    return toApiVerdict(await releaseHealth.verdict(project, params.version, query.against))
  })
  serve(wire.listReleaseTicks, async ({ principal, params, query }) => {
    const project = await access.project(principal, undefined, params.project, READ)
    const range = { from: Date.parse(query.from), to: Date.parse(query.to) }
    const ticks = await releaseHealth.ticks(project, range)
    return { ticks: ticks.map(({ version, at }) => ({ version, at: iso(at) })) }
  })
  serve(wire.getIssueSuspects, async ({ principal, params }) => {
    const { issue } = await access.issue(principal, params.issue, READ)
    const { release, commits, suspects } = await releaseHealth.suspects(issue)
    return {
      release: release ?? null,
      commits,
      suspects: suspects.map(({ commit, file, frame, depth }) => ({
        commit: commitHead(commit),
        file,
        function: frame.function ?? null,
        line: frame.line ?? null,
        depth,
      })),
    }
  })
}
