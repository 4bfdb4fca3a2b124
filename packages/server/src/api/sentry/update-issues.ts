import type { InferOutput } from 'valibot'
import {
  sentryUpdateIssue,
  sentryUpdateIssues,
  sentryUpdateOrganizationIssue,
  sentryUpdateProjectIssues,
  type SentryIssueChange,
} from '@hindcast/contract/sentry/issues.ts'
import type { FoundIssue } from '#accounts/access.ts'
import type { Principal } from '#accounts/principal.ts'
import type { IssueUpdateRequest } from '#product/issues/commands/update-issues.ts'
import { AppError } from '#domain/app-error.ts'
import type { Organization, Project } from '#domain/projects/project.ts'
import type { ApiDeps } from '#api/deps.ts'
import { organizationOf } from '#api/http/organizations.ts'
import type { Serve } from '#api/http/serve.ts'
import { issueChooser, namesIssues, type Asked } from './chosen-issues.ts'
import { projectsIn } from './named-projects.ts'
import { decisionOf } from './to-sentry-lifecycle.ts'
import { sentryIssueDetail } from './to-sentry-issue.ts'

type Change = InferOutput<typeof SentryIssueChange>
type ManyChange = Change & { readonly merge?: boolean | number | undefined }

export function serveSentryIssueChanges(serve: Serve, deps: ApiDeps): void {
  const { access, queries, publicUrl } = deps

  const change = changer(deps)
  const chosen = issueChooser(deps)

  async function one(principal: Principal, found: FoundIssue, asked: Change) {
    const organization = await organizationOf(access, principal, found.project, 'event:write')
    await change(principal, [found], asked)
    const { issue, project } = await access.issue(principal, found.issue.id, 'event:write')
    const [report, facets] = await Promise.all([
      queries.issue(issue, '24h', principal.userId),
      queries.issueBreakdown(issue),
    ])
    return sentryIssueDetail(report, facets, { organization, project, publicUrl: publicUrl() }, '24h')
  }

  async function many(
    principal: Principal,
    projects: readonly Project[],
    asked: Asked,
    { merge = false, ...wanted }: ManyChange,
  ) {
    const merging = merge !== false && merge !== 0
    if (merging && !namesIssues(asked)) refuseMerging([])
    const found = await chosen(principal, projects, asked)
    if (merging) refuseMerging(found)
    else if (Object.keys(wanted).length === 0) throw new AppError('invalid_input', 'Nothing to change.')
    await change(principal, found, wanted)
    return merging ? { ...wanted, merge: await mergeAll(found, principal.userId) } : wanted
  }

  /** Into the one with the most events; of several the oldest, whose number people know. */
  async function mergeAll(found: readonly FoundIssue[], personId: string | undefined) {
    const [parent, ...children] = found
      .map(({ issue }) => issue)
      .toSorted((a, b) => b.eventCount - a.eventCount || a.number - b.number)
    await deps.commands.mergeIssues(parent!, children, personId)
    return { parent: parent!.id, children: children.map(({ id }) => id) }
  }

  serve(sentryUpdateIssue, async ({ principal, params, body }) =>
    one(principal, await access.issue(principal, params.issue, 'event:write'), body),
  )
  serve(sentryUpdateOrganizationIssue, async ({ principal, params: { organization, issue }, body }) =>
    one(principal, await access.issueIn(principal, organization, issue, 'event:write'), body),
  )
  serve(sentryUpdateIssues, async ({ principal, params, query, request: { url }, body }) => {
    const projects = await projectsIn(access, principal, params.organization, url, 'event:write')
    // No tool changes all projects at once, so whoever asks for it has forgotten something.
    if (query.id === undefined && query.status === '' && query.query === '')
      throw new AppError('invalid_input', 'Name the issues to change by id, query or status.')
    return many(principal, projects, { ...query, url }, body)
  })
  serve(sentryUpdateProjectIssues, async ({ principal, params, query, request: { url }, body }) => {
    const own = await access.project(principal, params.organization, params.project, 'event:write')
    return many(principal, [own], { ...query, url }, body)
  })
}

function refuseMerging(found: readonly FoundIssue[]): void {
  if (found.length < 2)
    throw new AppError('invalid_input', 'Name at least two issues to merge, each as an `id` parameter.')
  if (new Set(found.map(({ project }) => project.id)).size > 1)
    throw new AppError('invalid_input', 'Only issues of one project can be merged.')
}

function changer(deps: ApiDeps) {
  const { access, commands } = deps
  return async (principal: Principal, found: readonly FoundIssue[], asked: Change): Promise<void> => {
    const wish = decisionOf(asked)
    const updates = await Promise.all(
      found.map(async ({ issue, project }) => {
        const organization = await organizationOf(access, principal, project, 'event:write')
        const owner = await ownerOf(deps, organization, asked)
        const release = await latestFor(deps, issue.projectId, wish)
        const priority = asked.priority === undefined ? {} : { priority: asked.priority }
        return { issue, project, change: { ...wish, ...release, ...owner, ...priority } }
      }),
    )
    if (updates.some((update) => Object.keys(update.change).length > 0)) {
      await commands.updateIssues(updates, principal.userId)
    }
    if (asked.isSubscribed !== undefined && principal.userId !== undefined) {
      for (const { issue } of found)
        await commands.comments.follow(issue, principal.userId, asked.isSubscribed)
    }
  }
}

/** `latest` is a word of Sentry’s for the release that is the latest now. */
async function latestFor(
  { queries }: ApiDeps,
  projectId: string,
  { resolution }: IssueUpdateRequest,
): Promise<IssueUpdateRequest> {
  if (resolution?.kind !== 'release' || resolution.release !== 'latest') return {}
  const release = await queries.latestRelease(projectId)
  if (release === undefined)
    throw new AppError('invalid_input', 'inRelease: no release of this project is known yet.')
  return { resolution: { kind: 'release', release } }
}

async function ownerOf(
  { peopleQueries }: ApiDeps,
  organization: Organization,
  { assignedTo }: Change,
): Promise<IssueUpdateRequest> {
  if (assignedTo === undefined) return {}
  if (assignedTo === null || assignedTo === '') return { assigneeId: null, assigneeTeamId: null }
  const [, kind, id] = /^(user|team):(.+)$/.exec(assignedTo) ?? []
  if (kind === 'team') return { assigneeTeamId: id! }
  if (kind === 'user') return { assigneeId: id! }
  if (assignedTo.startsWith('#')) {
    const teams = await peopleQueries.teams(organization)
    const team = teams.find(({ slug }) => slug === assignedTo.slice(1))
    if (team) return { assigneeTeamId: team.id }
  }
  const members = await peopleQueries.members(organization)
  const name = assignedTo.toLowerCase()
  const member = members.find(({ userId, email }) => userId === assignedTo || email.toLowerCase() === name)
  if (member) return { assigneeId: member.userId }
  throw new AppError('invalid_input', 'assignedTo: there is no such member or team.')
}
