import * as v from 'valibot'
import { endpoint } from '../endpoint.ts'
import { Scope } from './scope.ts'
import { Timestamp } from '../values.ts'

export const Token = v.object({
  id: v.string(),
  name: v.string(),
  scopes: v.pipe(v.array(v.string()), v.description('Scopes of the token.')),
  allowed: v.pipe(
    v.array(v.string()),
    v.description('Effective scopes: never more than the owner’s role allows.'),
  ),
  owner: v.pipe(
    v.nullable(v.object({ id: v.string(), name: v.string() })),
    v.description(
      'The creator; the token is revoked when they leave. Null: created on the command line, it belongs to the organization.',
    ),
  ),
  createdAt: Timestamp,
  lastUsedAt: v.nullable(Timestamp),
  expiresAt: v.pipe(v.nullable(Timestamp), v.description('Null: never.')),
})
export type Token = v.InferOutput<typeof Token>

export const listTokens = endpoint({
  method: 'GET',
  path: '/api/v1/tokens',
  response: v.object({ tokens: v.array(Token) }),
  summary: 'List API tokens of your organization',
  access: 'session org:write',
  tag: 'tokens',
})

export const createToken = endpoint({
  method: 'POST',
  path: '/api/v1/tokens',
  body: v.object({
    name: v.pipe(v.string(), v.trim(), v.minLength(1, 'must not be empty'), v.maxLength(64)),
    scopes: v.pipe(v.array(Scope), v.minLength(1, 'must name at least one scope')),
    expiresAt: v.optional(v.nullable(Timestamp), null),
    organization: v.optional(
      v.pipe(v.string(), v.description('Slug. Optional if you have only one organization.')),
    ),
  }),
  response: v.object({
    token: Token,
    secret: v.pipe(v.string(), v.description('Only returned once; only a hash is stored.')),
  }),
  status: 201,
  summary: 'Create an API token',
  access: 'session org:write',
  tag: 'tokens',
})

export const revokeToken = endpoint({
  method: 'DELETE',
  path: '/api/v1/tokens/:token',
  response: v.object({ revoked: v.string() }),
  summary: 'Revoke an API token',
  access: 'session org:write',
  tag: 'tokens',
})
