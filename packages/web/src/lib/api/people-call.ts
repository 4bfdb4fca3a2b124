import type { AddressOf, LaterEndpoint } from './addresses.ts'
import { callAt, type Answer, type CallInput } from './call.ts'

/** Where the calls about people go: bytes that the first page of nobody needs. */
const ADDRESSES = {
  updateMember: 'PATCH /api/v1/members/:member',
  removeMember: 'DELETE /api/v1/members/:member',
  leaveOrganization: 'DELETE /api/v1/membership',
  listInvitations: 'GET /api/v1/invitations',
  createInvitation: 'POST /api/v1/invitations',
  revokeInvitation: 'DELETE /api/v1/invitations/:invitation',
  readInvitation: 'POST /api/v1/join',
  acceptInvitation: 'POST /api/v1/join/accept',
  listTeams: 'GET /api/v1/teams',
  createTeam: 'POST /api/v1/teams',
  updateTeam: 'PATCH /api/v1/teams/:team',
  deleteTeam: 'DELETE /api/v1/teams/:team',
  listAudit: 'GET /api/v1/audit',
} as const satisfies { readonly [Id in LaterEndpoint]: AddressOf<Id> }

export function callPeople<Id extends LaterEndpoint>(
  id: Id,
  input: CallInput<Id>,
  signal?: AbortSignal,
): Promise<Answer<Id>> {
  return callAt<Id>(ADDRESSES[id], input, signal)
}
