import type { AddressOf, TalkEndpoint } from './addresses.ts'
import { callAt, type Answer, type CallInput } from './call.ts'

/** Where the calls about what is said go: bytes that a list of issues does without. */
const ADDRESSES = {
  listActivity: 'GET /api/v1/issues/:issue/activity',
  createComment: 'POST /api/v1/issues/:issue/comments',
  updateComment: 'PATCH /api/v1/issues/:issue/comments/:comment',
  deleteComment: 'DELETE /api/v1/issues/:issue/comments/:comment',
  followIssue: 'PUT /api/v1/issues/:issue/following',
} as const satisfies { readonly [Id in TalkEndpoint]: AddressOf<Id> }

export function callTalk<Id extends TalkEndpoint>(id: Id, input: CallInput<Id>): Promise<Answer<Id>> {
  return callAt<Id>(ADDRESSES[id], input)
}
