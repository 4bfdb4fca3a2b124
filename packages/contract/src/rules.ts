import * as v from 'valibot'
import { endpoint } from './endpoint.ts'
import { ProjectRef } from './values.ts'

const IssueName = v.object({ id: v.string(), shortId: v.string(), title: v.string() })

export const RuleError = v.object({
  line: v.pipe(v.number(), v.description('From 1.')),
  column: v.pipe(v.number(), v.description('From 1.')),
  length: v.number(),
  message: v.string(),
})
export type RuleError = v.InferOutput<typeof RuleError>

export const RulesMove = v.object({
  into: v.pipe(v.nullable(IssueName), v.description('Null: an issue that does not exist yet.')),
  title: v.pipe(v.string(), v.description('Of the latest of these events.')),
  events: v.number(),
  from: v.array(
    v.object({
      ...IssueName.entries,
      events: v.number(),
      of: v.pipe(v.number(), v.description('Events of the issue that were looked at.')),
    }),
  ),
})
export type RulesMove = v.InferOutput<typeof RulesMove>

export const RulesResult = v.object({
  events: v.pipe(v.number(), v.description('Events that were looked at, the latest; at most 1,000.')),
  changedEvents: v.number(),
  changedIssues: v.number(),
  moves: v.pipe(
    v.array(RulesMove),
    v.description('Where they would have gone, most events first; at most 20.'),
  ),
})
export type RulesResult = v.InferOutput<typeof RulesResult>

export const dryRunRules = endpoint({
  method: 'POST',
  path: '/api/v1/projects/:project/rules/dry-run',
  params: { project: ProjectRef },
  body: v.object({ rules: v.pipe(v.string(), v.maxLength(20_000)) }),
  response: v.object({
    errors: v.pipe(v.array(RuleError), v.description('One per line at most.')),
    result: v.pipe(v.nullable(RulesResult), v.description('Null where the rules cannot be read.')),
  }),
  summary: 'What other rules would have made of the latest events; changes nothing',
  access: 'event:read',
  tag: 'projects',
})
