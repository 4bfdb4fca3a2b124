import { listMembers } from '@hindcast/contract/members.ts'
import type { ApiDeps } from '../deps.ts'
import type { Serve } from '../serve.ts'
import { person } from './issue-wire.ts'

export function serveMembers(serve: Serve, { access, queries }: ApiDeps): void {
  serve(listMembers, async ({ principal }) => {
    const organizations = await access.organizations(principal, 'org:read')
    return { members: (await queries.members(organizations)).map(person) }
  })
}
