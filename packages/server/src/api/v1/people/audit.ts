import type { AuditEntry as WireEntry } from '@hindcast/contract/people/audit.ts'
import { listAudit } from '@hindcast/contract/people/audit.ts'
import type { PeopleQueries } from '#product/people/query/people.ts'
import type { ApiDeps } from '#api/deps.ts'
import { iso } from '#api/http/iso.ts'
import { chosenOrganization } from '#api/http/organizations.ts'
import type { Serve } from '#api/http/serve.ts'

type Entry = Awaited<ReturnType<PeopleQueries['audit']>>['entries'][number]

export function serveAudit(serve: Serve, { access, peopleQueries }: ApiDeps): void {
  serve(listAudit, async ({ principal, query }) => {
    const organization = await chosenOrganization(access, principal, query.organization, 'org:write')
    const { entries, next } = await peopleQueries.audit(
      organization,
      {
        actorId: query.actor,
        kind: query.kind,
        verb: query.verb,
        since: query.since === undefined ? undefined : Date.parse(query.since),
        until: query.until === undefined ? undefined : Date.parse(query.until),
      },
      { cursor: query.cursor, limit: query.limit },
    )
    return { entries: entries.map(entryView), next: next ?? null }
  })
}

function entryView(entry: Entry): WireEntry {
  return {
    id: String(entry.position),
    at: iso(entry.at),
    actor: { kind: entry.actor.kind, id: entry.actor.id ?? null, name: entry.actor.name },
    verb: entry.verb,
    target: { kind: entry.target.kind, id: entry.target.id ?? null, name: entry.target.name },
    before: entry.before === undefined ? null : { ...entry.before },
    after: entry.after === undefined ? null : { ...entry.after },
  }
}
