import * as v from 'valibot'
import { endpoint } from '../endpoint.ts'

export const getSetup = endpoint({
  method: 'GET',
  path: '/api/v1/setup',
  response: v.object({
    needed: v.pipe(v.boolean(), v.description('True until the first owner exists.')),
    reportTo: v.pipe(
      v.nullable(v.string()),
      v.description('DSN of the project with Hindcast’s own errors; null if they are not stored.'),
    ),
    sendsMail: v.pipe(
      v.boolean(),
      v.description('True if a mail server is configured, so that passwords can be reset by email.'),
    ),
  }),
  summary: 'Get whether the first owner is still to be created',
  access: 'public',
  tag: 'setup',
})

export const createFirstOwner = endpoint({
  method: 'POST',
  path: '/api/v1/setup',
  body: v.object({
    token: v.pipe(
      v.string(),
      v.minLength(1),
      v.maxLength(200),
      v.description('From the one-time link that the server printed at its first start.'),
    ),
    email: v.pipe(v.string(), v.maxLength(254), v.email('must be an email address')),
    password: v.pipe(
      v.string(),
      v.minLength(10, 'must have at least 10 characters'),
      v.maxLength(128, 'must have at most 128 characters'),
    ),
    name: v.optional(v.pipe(v.string(), v.trim(), v.maxLength(100)), ''),
  }),
  response: v.object({ userId: v.string(), email: v.string() }),
  status: 201,
  summary: 'Create the first owner with the one-time token',
  access: 'public',
  tag: 'setup',
})
