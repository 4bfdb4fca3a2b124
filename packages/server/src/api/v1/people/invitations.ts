import type { Invitation as WireInvitation } from '@hindcast/contract/people/invitations.ts'
import {
  acceptInvitation,
  createInvitation,
  listInvitations,
  readInvitation,
  revokeInvitation,
} from '@hindcast/contract/people/invitations.ts'
import { AppError } from '#domain/app-error.ts'
import type { PeopleQueries } from '#product/people/query/people.ts'
import type { ApiDeps } from '#api/deps.ts'
import { handlerIn } from '#api/http/handler.ts'
import { iso } from '#api/http/iso.ts'
import { chosenOrganization } from '#api/http/organizations.ts'
import type { Serve } from '#api/http/serve.ts'

type Invitation = Awaited<ReturnType<PeopleQueries['invitations']>>[number]

export function serveInvitations(serve: Serve, { access, accounts, people, peopleQueries }: ApiDeps): void {
  const nameOf = async (id: string | undefined): Promise<string | null> => {
    const [person] = id === undefined ? [] : await peopleQueries.people([id])
    return person?.name ?? null
  }
  const view = async (invitation: Invitation): Promise<WireInvitation> => ({
    id: invitation.id,
    role: invitation.role,
    email: invitation.email ?? null,
    invitedBy: await nameOf(invitation.invitedBy),
    createdAt: iso(invitation.createdAt),
    expiresAt: iso(invitation.expiresAt),
  })

  serve(listInvitations, async ({ principal }) => {
    const organizations = await access.organizations(principal, 'member:write')
    const lists = await Promise.all(organizations.map((each) => peopleQueries.invitations(each)))
    return { invitations: await Promise.all(lists.flat().map(view)), sendsMail: people.sendsMail() }
  })

  serve(createInvitation, async ({ principal, body }) => {
    const organization = await chosenOrganization(access, principal, body.organization, 'member:write')
    const { invitation, link, sent } = await people.invite(handlerIn(principal, organization), organization, {
      role: body.role,
      email: body.email ?? undefined,
    })
    const mail = { state: sent.state, detail: sent.state === 'failed' ? sent.detail : null }
    return { invitation: await view(invitation), link, mail }
  })

  serve(revokeInvitation, async ({ principal, params, query }) => {
    const organization = await chosenOrganization(access, principal, query.organization, 'member:write')
    await people.revokeInvitation(handlerIn(principal, organization), organization, params.invitation)
    return { revoked: params.invitation }
  })

  serve(readInvitation, async ({ body }) => {
    const invitation = await people.openInvitation(body.secret)
    const organization = await peopleQueries.organization(invitation.organizationId)
    if (!organization) throw new AppError('not_found', 'Organization not found.')
    const { role, email, invitedBy, expiresAt } = await view(invitation)
    return { organization: organization.name, role, email, invitedBy, expiresAt }
  })

  serve(acceptInvitation, async ({ body, request }) => {
    const session = body.account === null ? await accounts.session(request.headers) : undefined
    const { userId } = await people.acceptInvitation({
      secret: body.secret,
      userId: session?.user.id,
      user: body.account ?? undefined,
    })
    return { userId }
  })
}
