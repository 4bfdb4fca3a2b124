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
    name: v.pipe(v.string(), v.description('Name at that time.')),
  }),
  verb: v.pipe(v.string(), v.description('`created`, `changed`, `deleted` or similar.')),
  target: v.object({
    kind: v.pipe(v.string(), v.description('`project`, `key`, `token`, `member`, `team` or similar.')),
    id: v.nullable(v.string()),
    name: v.string(),
  }),
  before: v.pipe(v.nullable(AnyObject), v.description('Changed fields before the change; never secrets.')),
  after: v.nullable(AnyObject),
})
export type AuditEntry = v.InferOutput<typeof AuditEntry>

export const listAudit = endpoint({
  method: 'GET',
  path: '/api/v1/audit',
  query: v.object({
    organization: OrganizationChoice,
    actor: v.optional(v.pipe(v.string(), v.maxLength(100), v.description('ID of the user or token.'))),
    kind: v.optional(v.pipe(v.string(), v.maxLength(100), v.description('Type of the changed object.'))),
    verb: v.optional(v.pipe(v.string(), v.maxLength(100), v.description('Action.'))),
    since: v.optional(v.pipe(Timestamp, v.description('From this time (inclusive).'))),
    until: v.optional(v.pipe(Timestamp, v.description('Before this time (exclusive).'))),
    cursor: v.optional(Cursor),
    limit: Limit,
  }),
  response: v.object({ entries: v.array(AuditEntry), next: Next }),
  summary: 'List audit log entries, latest first; kept for one year',
  access: 'org:write',
  tag: 'audit',
})
