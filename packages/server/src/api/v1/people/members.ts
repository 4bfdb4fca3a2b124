import type { Member as WireMember } from '@hindcast/contract/people/members.ts'
import {
  leaveOrganization,
  listMembers,
  removeMember,
  updateMember,
} from '@hindcast/contract/people/members.ts'
import { AppError } from '#domain/app-error.ts'
import type { PeopleQueries } from '#product/people/query/people.ts'
import type { ApiDeps } from '#api/deps.ts'
import { handlerIn } from '#api/http/handler.ts'
import { iso } from '#api/http/iso.ts'
import { chosenOrganization } from '#api/http/organizations.ts'
import type { Serve } from '#api/http/serve.ts'

type Member = Awaited<ReturnType<PeopleQueries['members']>>[number]

export function serveMembers(serve: Serve, { access, people, peopleQueries }: ApiDeps): void {
  serve(listMembers, async ({ principal }) => {
    const organizations = await access.organizations(principal, 'member:read')
    const lists = await Promise.all(organizations.map((organization) => peopleQueries.members(organization)))
    const byId = new Map(lists.flat().map((member) => [member.userId, member]))
    return { members: [...byId.values()].map(memberView) }
  })

  serve(updateMember, async ({ principal, params, query, body }) => {
    const organization = await chosenOrganization(access, principal, query.organization, 'member:write')
    await people.changeRole(handlerIn(principal, organization), organization, params.member, body.role)
    const members = await peopleQueries.members(organization)
    const member = members.find(({ userId }) => userId === params.member)
    if (!member) throw new AppError('not_found', 'Member not found.')
    return memberView(member)
  })

  serve(removeMember, async ({ principal, params, query }) => {
    const organization = await chosenOrganization(access, principal, query.organization, 'member:write')
    const handler = handlerIn(principal, organization)
    const unassigned = await people.removeMember(handler, organization, params.member)
    return { removed: params.member, unassigned }
  })

  serve(leaveOrganization, async ({ principal, query }) => {
    const organization = await chosenOrganization(access, principal, query.organization, 'member:read')
    const handler = handlerIn(principal, organization)
    const unassigned = await people.removeMember(handler, organization, principal.userId ?? '')
    return { left: organization.slug, unassigned }
  })
}

function memberView({ userId, name, email, role, joinedAt, twoFactor }: Member): WireMember {
  return { id: userId, name, email, role, joinedAt: iso(joinedAt), twoFactor }
}
