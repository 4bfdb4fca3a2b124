import { lookUp, type Found } from '@hindcast/contract/lookup.ts'
import { shortIdOf } from '#domain/issue.ts'
import type { FoundThing } from '#query/lookup.ts'
import type { ApiDeps } from '../deps.ts'
import { iso } from '../iso.ts'
import type { Serve } from '../serve.ts'

export function serveLookup(serve: Serve, { access, queries }: ApiDeps): void {
  serve(lookUp, async ({ principal, query }) => {
    const projects = await access.projects(principal, undefined, 'event:read')
    return { found: (await queries.lookUp(projects, query.text)).map(foundView) }
  })
}

function foundView(thing: FoundThing): Found {
  const project = thing.project.slug
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
