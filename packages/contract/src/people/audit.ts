import * as v from 'valibot'
import { endpoint } from '../endpoint.ts'
import { OrganizationChoice } from './roles.ts'
import { AnyObject, Cursor, Limit, Next, Timestamp } from '../values.ts'

export const AuditEntry = v.object({
  id: v.string(),
  at: Timestamp,
  actor: v.object({
    kind: v.pipe(v.string(), v.description('`user`, `token`, `command_line` or `system`.')),
    id: v.nullable(v.string()),
    name: v.pipe(v.string(), v.description('As it was then.')),
  }),
  verb: v.pipe(v.string(), v.description('`created`, `changed`, `deleted` and the like.')),
  target: v.object({
    kind: v.pipe(v.string(), v.description('`project`, `key`, `token`, `member`, `team` and the like.')),
    id: v.nullable(v.string()),
    name: v.string(),
  }),
  before: v.pipe(v.nullable(AnyObject), v.description('What differed, by field; never a secret.')),
  after: v.nullable(AnyObject),
})
export type AuditEntry = v.InferOutput<typeof AuditEntry>

export const listAudit = endpoint({
  method: 'GET',
  path: '/api/v1/audit',
  query: v.object({
    organization: OrganizationChoice,
    actor: v.optional(
      v.pipe(v.string(), v.maxLength(100), v.description('Id of the person or token that did it.')),
    ),
    kind: v.optional(v.pipe(v.string(), v.maxLength(100), v.description('What it was done to.'))),
    verb: v.optional(v.pipe(v.string(), v.maxLength(100), v.description('What was done.'))),
    since: v.optional(v.pipe(Timestamp, v.description('From this moment.'))),
    until: v.optional(v.pipe(Timestamp, v.description('Before this moment.'))),
    cursor: v.optional(Cursor),
    limit: Limit,
  }),
  response: v.object({ entries: v.array(AuditEntry), next: Next }),
  summary: 'Who changed what, latest first, for a year',
  access: 'org:write',
  tag: 'audit',
})
