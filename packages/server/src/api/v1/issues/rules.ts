import { dryRunRules } from '@hindcast/contract/issues/rules.ts'
import { shortIdOf, type Issue } from '#domain/issues/issue.ts'
import type { Project } from '#domain/projects/project.ts'
import type { RulesMove } from '#product/issues/query/try-rules.ts'
import type { ApiDeps } from '#api/deps.ts'
import type { Serve } from '#api/http/serve.ts'

export function serveRules(serve: Serve, { access, queries }: ApiDeps): void {
  serve(dryRunRules, async ({ principal, params, body }) => {
    const project = await access.project(principal, undefined, params.project, 'project:write')
    const { errors, result } = await queries.tryRules(project, {
      groupingRules: body.rules,
      groupingVersion: body.version ?? project.settings.groupingVersion,
    })
    return {
      errors: [...errors],
      result:
        result === undefined
          ? null
          : { ...result, moves: result.moves.map((move) => moveView(move, project)) },
    }
  })
}

function moveView({ into, title, events, from }: RulesMove, project: Project) {
  return {
    into: into === undefined ? null : nameOf(into, project),
    title,
    events,
    from: from.map(({ issue, events: moved, of }) => ({ ...nameOf(issue, project), events: moved, of })),
  }
}

function nameOf({ id, number, title }: Issue, { slug }: Project) {
  return { id, shortId: shortIdOf(slug, number), title }
}
