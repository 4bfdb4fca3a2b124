import * as v from 'valibot'
import { endpoint } from '../endpoint.ts'

export const getSetup = endpoint({
  method: 'GET',
  path: '/api/v1/setup',
  response: v.object({
    needed: v.pipe(v.boolean(), v.description('True until the first owner exists.')),
    reportTo: v.pipe(
      v.nullable(v.string()),
      v.description('DSN of the project in which Hindcast keeps its own errors; null: they are not kept.'),
    ),
    sendsMail: v.pipe(
      v.boolean(),
      v.description(
        'Whether a mail server is configured, and with it a new password can be asked for by mail.',
      ),
    ),
  }),
  summary: 'Whether the first owner is still to be created',
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
      v.description('From the one-time link the server printed at its first start.'),
    ),
    email: v.pipe(v.string(), v.maxLength(254), v.email('must be an e-mail address')),
    password: v.pipe(
      v.string(),
      v.minLength(10, 'must have 10 characters or more'),
      v.maxLength(128, 'must have 128 characters or fewer'),
    ),
    name: v.optional(v.pipe(v.string(), v.trim(), v.maxLength(100)), ''),
  }),
  response: v.object({ userId: v.string(), email: v.string() }),
  status: 201,
  summary: 'Create the first owner with the one-time token',
  access: 'public',
  tag: 'setup',
})
