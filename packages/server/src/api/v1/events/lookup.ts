import { lookUp, type Found } from '@hindcast/contract/events/lookup.ts'
import { shortIdOf } from '#domain/issues/issue.ts'
import type { FoundThing } from '#product/events/query/lookup.ts'
import { digestMeantBy } from '#product/events/query/lookup-text.ts'
import type { ApiDeps } from '#api/deps.ts'
import { iso } from '#api/http/iso.ts'
import type { Serve } from '#api/http/serve.ts'
import { toApiSearchedProjects } from './to-api-searched.ts'

export function serveLookup(serve: Serve, { access, queries, ownProject }: ApiDeps): void {
  serve(lookUp, async ({ principal, query }) => {
    const projects = await access.projects(principal, undefined, 'event:read')
    const found = await queries.lookUp(projects, query.text)
    const searched = found.length > 0 ? undefined : await queries.searchedProjects(projects)
    return {
      found: found.map(foundView),
      digest: digestMeantBy(query.text) ?? null,
      searched: searched === undefined ? null : toApiSearchedProjects(searched, ownProject.id),
    }
  })
}

function foundView(thing: FoundThing): Found {
  if (thing.kind === 'digest') {
    const { digest, latest, projects, events, more } = thing
    const named = { projects: projects.map(({ slug }) => slug), title: latest.title, events, more }
    return { kind: 'digest', digest, ...named, lastSeen: iso(latest.occurredAt) }
  }
  const project = thing.project.slug
  if (thing.kind === 'trace') return { kind: 'trace', traceId: thing.traceId, project, spans: thing.spans }
  if (thing.kind === 'event') {
    const { eventId, issueId, title, occurredAt } = thing.event
    return { kind: 'event', by: thing.by, eventId, issueId, project, title, occurredAt: iso(occurredAt) }
  }
  if (thing.kind === 'issue') {
    const { id, number, title } = thing.issue
    return { kind: 'issue', issueId: id, shortId: shortIdOf(project, number), project, title }
  }
  return { kind: 'project', project, name: thing.project.name }
}
