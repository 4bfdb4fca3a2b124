import * as wire from '@hindcast/contract/sentry/releases.ts'
import type { InferOutput } from 'valibot'
import { actorOf } from '#accounts/actor.ts'
import type { Principal } from '#accounts/principal.ts'
import type { ApiDeps } from '#api/deps.ts'
import type { Serve } from '#api/http/serve.ts'
import { decodeCursor, linkHeader } from '#api/sentry/link-header.ts'
import { rowsOf } from '#api/sentry/list-params.ts'
import { releaseChange } from './release-input.ts'
import { namedProjects, releasePlace } from './release-place.ts'
import { sentryCommit, sentryReleaseDetail } from './to-sentry-release.ts'

interface Asked<Body = undefined> {
  readonly principal: Principal
  readonly params: { readonly organization: string; readonly project?: string; readonly version: string }
  readonly body: Body
}
type Creation = InferOutput<(typeof wire.sentryCreateRelease)['body']>
type Update = InferOutput<(typeof wire.sentryUpdateRelease)['body']>

/** Both families of addresses are answered alike. */
export function serveSentryReleases(serve: Serve, deps: ApiDeps): void {
  serveLists(serve, deps)
  const handle = releaseHandlers(deps)
  serve(wire.sentryGetRelease, handle.find)
  serve(wire.sentryGetProjectRelease, handle.find)
  serve(wire.sentryCreateRelease, handle.create)
  serve(wire.sentryCreateProjectRelease, handle.create)
  serve(wire.sentryUpdateRelease, handle.update)
  serve(wire.sentryUpdateProjectRelease, handle.update)
  serve(wire.sentryDeleteRelease, handle.remove)
  serve(wire.sentryDeleteProjectRelease, handle.remove)
  serve(wire.sentryListCommits, handle.commits)
  serve(wire.sentryListProjectCommits, handle.commits)
  serve(wire.sentryPreviousRelease, handle.previous)
}

function releaseHandlers({ access, commands, releases }: ApiDeps) {
  const find = async ({ principal, params }: Omit<Asked, 'body'>) => {
    const { organization, project, projects } = await releasePlace(access, principal, params)
    return sentryReleaseDetail(await releases.one(organization, project, params.version), projects)
  }
  return {
    find,
    create: async ({
      principal,
      params,
      body,
    }: Omit<Asked<Creation>, 'params'> & { params: Omit<Asked['params'], 'version'> }) => {
      const place = await releasePlace(access, principal, params)
      const projects = await namedProjects(access, principal, place, body.projects)
      const created = await commands.ensureRelease(actorOf(principal), place.organization, body.version, {
        projects,
        ...releaseChange(body),
      })
      const report = await releases.one(place.organization, undefined, body.version)
      const answer = sentryReleaseDetail(report, place.projects)
      return created ? answer : Response.json(answer, { status: 208 })
    },
    update: async ({ principal, params, body }: Asked<Update>) => {
      const place = await releasePlace(access, principal, params)
      await releases.one(place.organization, place.project, params.version)
      const projects = await namedProjects(access, principal, place, body.projects)
      await commands.updateRelease(actorOf(principal), place.organization, params.version, {
        projects,
        ...releaseChange(body),
      })
      return find({ principal, params })
    },
    remove: async ({ principal, params }: Omit<Asked, 'body'>) => {
      const { organization, project } = await releasePlace(access, principal, params)
      await releases.one(organization, project, params.version)
      await commands.deleteRelease(actorOf(principal), organization, params.version)
      return null
    },
    commits: async ({ principal, params }: Omit<Asked, 'body'>) => {
      const { organization, project } = await releasePlace(access, principal, params)
      return (await releases.one(organization, project, params.version)).commits.map(sentryCommit)
    },
    previous: async ({ principal, params }: Omit<Asked, 'body'>) => {
      const { organization, projects } = await releasePlace(access, principal, params)
      const previous = await releases.previousWithCommits(organization, params.version)
      return previous === undefined ? {} : sentryReleaseDetail(previous, projects)
    },
  }
}

function serveLists(serve: Serve, { access, releases, publicUrl }: ApiDeps): void {
  const list = async (asked: {
    readonly principal: Principal
    readonly params: { readonly organization: string; readonly project?: string }
    readonly query: {
      readonly cursor?: string | undefined
      readonly query: string
      readonly limit: number
      readonly per_page?: number | undefined
    }
    readonly request: Request
    readonly header: (name: string, value: string) => void
  }) => {
    const { organization, project, projects } = await releasePlace(access, asked.principal, asked.params)
    const cursor = decodeCursor(asked.query.cursor)
    const { query } = asked.query
    const page = await releases.list(organization, { project, query, cursor, limit: rowsOf(asked.query) })
    asked.header('Link', linkHeader(publicUrl(), asked.request.url, page.next))
    return page.releases.map((report) => sentryReleaseDetail(report, projects))
  }
  serve(wire.sentryListReleases, list)
  serve(wire.sentryListProjectReleases, list)
}
