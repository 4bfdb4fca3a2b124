import { AppError } from '#domain/app-error.ts'
import { issueNumberOf, type Issue } from '#domain/issues/issue.ts'
import type { Organization, Project } from '#domain/projects/project.ts'
import type { Scope } from '#domain/people/scope.ts'
import type { RecordStore } from '#stores/records/records.ts'
import { scopesIn, type Principal } from './principal.ts'

/**
 * The only place that checks access. Anything of another organization answers `not_found` with the same message as a
 * missing object, so that its existence does not leak. `forbidden` is only used for objects of the caller's own
 * organization.
 */
export interface Access {
  requireScope(principal: Principal, scope: Scope): void
  organizations(principal: Principal, scope?: Scope): Promise<readonly Organization[]>
  organization(principal: Principal, slug: string, scope?: Scope): Promise<Organization>
  /** The projects of one organization, or of all the caller belongs to. */
  projects(
    principal: Principal,
    organizationSlug: string | undefined,
    scope: Scope,
  ): Promise<readonly Project[]>
  /** By slug or by id; a slug is looked for in the given organization, or in all the caller belongs to. */
  project(
    principal: Principal,
    organizationSlug: string | undefined,
    slugOrId: string,
    scope: Scope,
  ): Promise<Project>
  issue(principal: Principal, issueId: string, scope: Scope): Promise<FoundIssue>
  /** By id or short id (`SHOP-3`), in this organization. */
  issueIn(
    principal: Principal,
    organizationSlug: string,
    idOrShortId: string,
    scope: Scope,
  ): Promise<FoundIssue>
  /** Every one of them, in the order asked for, or none; of those that may be gone the ones that are there. */
  issues(
    principal: Principal,
    issueIds: readonly string[],
    scope: Scope,
    mayBeGone?: ReadonlySet<string>,
  ): Promise<readonly FoundIssue[]>
}

export interface FoundIssue {
  readonly issue: Issue
  readonly project: Project
}

/** For public routes that need a signed-in user after all. */
export function authenticated(principal: Principal | undefined): Principal {
  if (!principal) throw new AppError('unauthenticated', 'Sign in, or send an API token.')
  return principal
}

type AccessRecords = Pick<RecordStore, 'organizations' | 'projects' | 'issues'>

export function createAccess(records: AccessRecords): Access {
  return {
    requireScope,
    async organizations(principal, scope = 'org:read') {
      return allowedOrganizations(records, principal, scope)
    },
    async organization(principal, slug, scope = 'org:read') {
      const [organization] = await namedOrganization(records, principal, slug, scope)
      return organization!
    },
    async projects(principal, organizationSlug, scope) {
      const organizations =
        organizationSlug === undefined
          ? await allowedOrganizations(records, principal, scope)
          : await namedOrganization(records, principal, organizationSlug, scope)
      const lists = await Promise.all(organizations.map(async ({ id }) => records.projects.list(id)))
      return lists.flat()
    },
    async project(principal, organizationSlug, slugOrId, scope) {
      const organizations = await ownOrganizations(records, principal, organizationSlug)
      const project = await findProject(records, organizations, slugOrId)
      if (!project) throw new AppError('not_found', 'Project not found.')
      requireScope(principal, scope, project.organizationId)
      return project
    },
    async issue(principal, issueId, scope) {
      const issue = await records.issues.byId(issueId)
      const project = issue && (await records.projects.byId(issue.projectId))
      if (!issue || !project || !principal.organizationIds.includes(project.organizationId)) {
        throw new AppError('not_found', 'Issue not found.')
      }
      requireScope(principal, scope, project.organizationId)
      return { issue, project }
    },
    async issueIn(principal, organizationSlug, idOrShortId, scope) {
      const [organization] = await namedOrganization(records, principal, organizationSlug, scope)
      const issue = await findIssue(records, organization!, idOrShortId)
      const project = issue && (await records.projects.byId(issue.projectId))
      if (!issue || project?.organizationId !== organization!.id)
        throw new AppError('not_found', 'Issue not found.')
      return { issue, project }
    },
    async issues(principal, issueIds, scope, mayBeGone) {
      const found = await findIssues(records, principal, issueIds, mayBeGone)
      for (const { project } of found) requireScope(principal, scope, project.organizationId)
      return found
    },
  }
}

/** Without an organization: whether it may do this anywhere. */
function requireScope(principal: Principal, scope: Scope, organizationId?: string): void {
  const scopes = organizationId === undefined ? principal.scopes : scopesIn(principal, organizationId)
  if (scopes.has(scope)) return
  throw new AppError('forbidden', refusalOf(principal, scope))
}

function refusalOf({ kind, organizationIds }: Principal, scope: Scope): string {
  if (kind === 'token') return `This needs the scope ${scope}, which the token does not have.`
  if (organizationIds.length === 0) return 'You aren’t a member of an organization. Ask for an invitation.'
  return `Your role does not allow this: it needs ${scope}. An owner or an admin can change your role.`
}

async function namedOrganization(
  records: AccessRecords,
  principal: Principal,
  slug: string,
  scope: Scope,
): Promise<readonly Organization[]> {
  const named = await ownOrganizations(records, principal, slug)
  for (const { id } of named) requireScope(principal, scope, id)
  return named
}

/** The caller's organizations in which it has the permission; `forbidden` if it has it in none. */
async function allowedOrganizations(
  records: AccessRecords,
  principal: Principal,
  scope: Scope,
): Promise<readonly Organization[]> {
  if (principal.organizationIds.length > 0) requireScope(principal, scope)
  const own = await ownOrganizations(records, principal, undefined)
  return own.filter(({ id }) => scopesIn(principal, id).has(scope))
}

async function ownOrganizations(
  records: AccessRecords,
  principal: Principal,
  slug: string | undefined,
): Promise<readonly Organization[]> {
  const all = await records.organizations.list()
  const own = all.filter(({ id }) => principal.organizationIds.includes(id))
  if (slug === undefined) return own
  const named = own.filter((organization) => organization.slug === slug)
  if (named.length === 0) throw new AppError('not_found', 'Organization not found.')
  return named
}

async function findIssues(
  records: AccessRecords,
  principal: Principal,
  issueIds: readonly string[],
  mayBeGone: ReadonlySet<string> | undefined,
): Promise<readonly FoundIssue[]> {
  const own = await Promise.all(principal.organizationIds.map(async (id) => records.projects.list(id)))
  const projects = new Map(own.flat().map((project) => [project.id, project]))
  const issues = new Map((await records.issues.byIds(issueIds)).map((issue) => [issue.id, issue]))
  return issueIds.flatMap((id) => {
    const issue = issues.get(id)
    const project = issue && projects.get(issue.projectId)
    if (issue && project) return [{ issue, project }]
    if (mayBeGone?.has(id)) return []
    throw new AppError('not_found', `Issue ${id} not found.`)
  })
}

async function findIssue(
  records: AccessRecords,
  { id }: Organization,
  idOrShortId: string,
): Promise<Issue | undefined> {
  if (/^\d+$/.test(idOrShortId)) return records.issues.byId(idOrShortId)
  const [, slug = '', digits = ''] = /^(.+)-([0-9a-z]{1,8})$/i.exec(idOrShortId) ?? []
  const number = issueNumberOf(digits)
  const project = number === undefined ? undefined : await records.projects.bySlug(id, slug.toLowerCase())
  return project && records.issues.byNumber(project.id, number!)
}

async function findProject(
  records: AccessRecords,
  organizations: readonly Organization[],
  slugOrId: string,
): Promise<Project | undefined> {
  // Slugs never consist of digits only, so there is no slug that an id could be mistaken for.
  if (/^\d+$/.test(slugOrId)) {
    const project = await records.projects.byId(slugOrId)
    return organizations.some(({ id }) => id === project?.organizationId) ? project : undefined
  }
  const found = await Promise.all(organizations.map(async ({ id }) => records.projects.bySlug(id, slugOrId)))
  const projects = found.filter((project) => project !== undefined)
  if (projects.length > 1) {
    throw new AppError('invalid_input', `Several organizations have a project "${slugOrId}". Use its ID.`)
  }
  return projects[0]
}
