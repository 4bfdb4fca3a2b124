import * as v from 'valibot'
import { endpoint } from '../endpoint.ts'
import { Timestamp } from '../values.ts'

export const OrganizationRef = v.object({
  id: v.string(),
  slug: v.string(),
  name: v.string(),
  role: v.pipe(v.string(), v.description('Your role in it.')),
})

export const Session = v.object({
  user: v.object({ id: v.string(), email: v.string(), name: v.string() }),
  organizations: v.array(OrganizationRef),
  scopes: v.pipe(v.array(v.string()), v.description('Permissions of your roles.')),
  publicUrl: v.pipe(v.string(), v.description('Public address of this installation.')),
  tracesTo: v.pipe(
    v.nullable(v.string()),
    v.description('DSN to which the pages of Hindcast report their routes and traces; null if they don’t.'),
  ),
  at: v.pipe(Timestamp, v.description('When this was answered: the `since` of the live stream of a page.')),
})
export type Session = v.InferOutput<typeof Session>

export const getSession = endpoint({
  method: 'GET',
  path: '/api/v1/session',
  response: Session,
  summary: 'Get the signed-in user',
  access: 'session',
  tag: 'session',
})
