import * as v from 'valibot'
import { endpoint } from '../endpoint.ts'
import { GroupingVersion, ProjectRef } from '../values.ts'

const IssueName = v.object({ id: v.string(), shortId: v.string(), title: v.string() })

const words = v.array(v.string())

/** Why a rule is invalid, as a code for programs and translations. */
export const RuleProblem = v.variant('code', [
  v.object({ code: v.literal('no_arrow') }),
  v.object({ code: v.literal('no_condition') }),
  v.object({ code: v.literal('no_action'), actions: words }),
  v.object({ code: v.literal('no_frames') }),
  v.object({ code: v.literal('no_name') }),
  v.object({ code: v.literal('unknown_name'), name: v.string(), names: words }),
  v.object({ code: v.literal('no_pattern') }),
  v.object({ code: v.literal('long_pattern'), most: v.number() }),
  v.object({ code: v.literal('unknown_action'), actions: words }),
  v.object({ code: v.literal('no_fingerprint') }),
  v.object({ code: v.literal('many_parts'), most: v.number() }),
  v.object({ code: v.literal('second_arrow') }),
  v.object({ code: v.literal('unknown_variable'), variables: words }),
  v.object({ code: v.literal('part_length'), most: v.number() }),
  v.object({ code: v.literal('open_braces') }),
  v.object({ code: v.literal('open_quotation') }),
  v.object({ code: v.literal('many_rules'), most: v.number() }),
])
export type RuleProblem = v.InferOutput<typeof RuleProblem>

export const RuleError = v.object({
  line: v.pipe(v.number(), v.description('From 1.')),
  column: v.pipe(v.number(), v.description('From 1.')),
  length: v.number(),
  message: v.string(),
  problem: v.pipe(RuleProblem, v.description('The problem as a code with its arguments.')),
})
export type RuleError = v.InferOutput<typeof RuleError>

export const RulesMove = v.object({
  into: v.pipe(v.nullable(IssueName), v.description('Null: a new issue.')),
  title: v.pipe(v.string(), v.description('Of the latest of these events.')),
  events: v.number(),
  from: v.array(
    v.object({
      ...IssueName.entries,
      events: v.number(),
      of: v.pipe(v.number(), v.description('Events of the issue that were tested.')),
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
    v.description('Where events would have gone, most events first; at most 20.'),
  ),
})
export type RulesResult = v.InferOutput<typeof RulesResult>

export const dryRunRules = endpoint({
  method: 'POST',
  path: '/api/v1/projects/:project/rules/dry-run',
  params: { project: ProjectRef },
  body: v.object({
    rules: v.pipe(v.string(), v.maxLength(20_000)),
    version: v.pipe(
      v.optional(GroupingVersion),
      v.description('A version of the grouping to try; without it, the one that the project uses.'),
    ),
  }),
  response: v.object({
    errors: v.pipe(v.array(RuleError), v.description('At most one per line.')),
    result: v.pipe(v.nullable(RulesResult), v.description('Null if the rules are invalid.')),
  }),
  summary: 'Test grouping rules, or another version of the grouping, on the latest events; changes nothing',
  access: 'project:write',
  tag: 'projects',
})
