import * as v from 'valibot'
import { endpoint } from '../endpoint.ts'

export const OrganizationRef = v.object({
  id: v.string(),
  slug: v.string(),
  name: v.string(),
  role: v.pipe(v.string(), v.description('What you are to it.')),
})

export const Session = v.object({
  user: v.object({ id: v.string(), email: v.string(), name: v.string() }),
  organizations: v.array(OrganizationRef),
  scopes: v.pipe(
    v.array(v.string()),
    v.description('What your roles allow; what is not named is not worth offering.'),
  ),
  publicUrl: v.pipe(v.string(), v.description('The address of this installation as people and SDKs use it.')),
})
export type Session = v.InferOutput<typeof Session>

export const getSession = endpoint({
  method: 'GET',
  path: '/api/v1/session',
  response: Session,
  summary: 'Who is signed in',
  access: 'session',
  tag: 'session',
})
