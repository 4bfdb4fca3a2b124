import { AppError } from '#domain/app-error.ts'
import { LIMITS } from '#domain/limits.ts'
import type { Actor, Fields } from '#domain/people/audit.ts'
import type { Project } from '#domain/projects/project.ts'
import { checkManifest, type ManifestReport, type RouteManifest } from '#domain/routes/manifest.ts'
import { parsePattern } from '#domain/routes/pattern.ts'
import type { RouteRule } from '#domain/routes/project-routes.ts'
import { audit, type AuditDeps } from '#product/common/commands/audit.ts'
import type { CommandDeps } from '#product/common/commands/command-deps.ts'

type Deps = Pick<CommandDeps, 'records' | 'now'>

/** Changes to what routes are named by. Who may change it is decided before. */
export interface RouteCommands {
  upload(actor: Actor, project: Project, release: string, manifest: RouteManifest): Promise<ManifestReport>
  addRule(actor: Actor, project: Project, pattern: string): Promise<RouteRule>
  deleteRule(actor: Actor, project: Project, id: string): Promise<void>
  /** Answers all rules as they are now. */
  orderRules(actor: Actor, project: Project, ids: readonly string[]): Promise<readonly RouteRule[]>
}

/** `changed` is awaited before the answer: the next event is named by the new rules. */
export function createRouteCommands(deps: Deps, changed: () => Promise<void>): RouteCommands {
  const { routes } = deps.records
  const patternsOf = async ({ id }: Project) => (await routes.all(id)).rules.map(({ pattern }) => pattern)
  const changing = async <T>(actor: Actor, project: Project, change: () => Promise<T>): Promise<T> => {
    const before = await patternsOf(project)
    const result = await change()
    await note(deps, actor, project, { routeRules: before }, { routeRules: await patternsOf(project) })
    await changed()
    return result
  }
  return {
    async upload(actor, project, release, manifest) {
      const report = checkManifest(manifest)
      await routes.putManifest(project.id, release, manifest, deps.now(), LIMITS.routes.manifests)
      const uploaded = { release, patterns: report.patterns, rewrites: report.rewrites }
      await note(deps, actor, project, { routeManifest: null }, { routeManifest: uploaded })
      await changed()
      return report
    },
    addRule(actor, project, text) {
      const pattern = parsePattern(text)?.text
      if (pattern === undefined) throw new AppError('invalid_input', NO_PATTERN)
      return changing(actor, project, async () => {
        const rule = await routes.addRule(project.id, pattern, deps.now(), LIMITS.routes.rules)
        if (rule === undefined) throw new AppError('conflict', TOO_MANY)
        return rule
      })
    },
    deleteRule: (actor, project, id) =>
      changing(actor, project, async () => {
        const deleted = await routes.deleteRule(project.id, id, deps.now())
        if (deleted === undefined) throw new AppError('not_found', 'There is no such rule.')
      }),
    orderRules: (actor, project, ids) =>
      changing(actor, project, async () => {
        await routes.orderRules(project.id, ids, deps.now())
        return (await routes.all(project.id)).rules
      }),
  }
}

const NO_PATTERN =
  'This is not a route pattern. It starts with a slash, a catch-all is its last segment, and it has at most ' +
  `${LIMITS.routes.segments} segments, ${LIMITS.routes.optionalSegments} of them optional.`
const TOO_MANY = `There are ${LIMITS.routes.rules} rules already; delete one first.`

function note(deps: AuditDeps, actor: Actor, project: Project, before: Fields, after: Fields): Promise<void> {
  const { organizationId, id, name } = project
  return audit(deps, actor, {
    organizationId,
    verb: 'changed',
    target: { kind: 'project', id, name },
    before,
    after,
  })
}
