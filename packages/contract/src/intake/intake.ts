import * as v from 'valibot'
import { endpoint } from '../endpoint.ts'
import { ProjectRef, Timestamp } from '../values.ts'

export const IntakeOutcome = v.pipe(
  v.picklist(['accepted', 'kept_raw', 'cut', 'scrubbed', 'dropped', 'refused']),
  v.description(
    '`kept_raw`: stored without secrets, not understood yet. `cut`: stored, one field shortened. ' +
      '`scrubbed`: stored, a secret replaced; the reason is the rule. ' +
      '`refused`: answered with an error before acceptance.',
  ),
)

export const IntakeCell = v.object({
  hour: Timestamp,
  outcome: IntakeOutcome,
  category: v.string(),
  reason: v.pipe(v.string(), v.description('Why, or the path of the cut field; empty for accepted items.')),
  quantity: v.number(),
})

export const KeptItems = v.object({
  itemType: v.string(),
  category: v.string(),
  read: v.pipe(v.number(), v.description('Read so far.')),
  left: v.pipe(
    v.number(),
    v.description('Still kept: not read yet or, once done, beyond what this version can read.'),
  ),
  done: v.boolean(),
  at: v.pipe(Timestamp, v.description('When it last went on.')),
})

export const Intake = v.object({
  from: Timestamp,
  to: Timestamp,
  cells: v.array(IntakeCell),
  totals: v.pipe(
    v.array(
      v.object({
        outcome: IntakeOutcome,
        category: v.string(),
        reason: v.string(),
        explanation: v.pipe(
          v.string(),
          v.description('The reason in one sentence; empty for accepted items.'),
        ),
        quantity: v.number(),
      }),
    ),
    v.description('The cells of all hours together, largest first.'),
  ),
  kept: v.pipe(
    v.array(KeptItems),
    v.description(
      'Items that an earlier version kept raw and this one reads, by type; empty where there were none.',
    ),
  ),
})
export type Intake = v.InferOutput<typeof Intake>

const rangeQuery = v.object({
  from: v.optional(v.pipe(Timestamp, v.description('A day ago where it is left out.'))),
  to: v.optional(v.pipe(Timestamp, v.description('Now where it is left out.'))),
})

export const getIntake = endpoint({
  method: 'GET',
  path: '/api/v1/projects/:project/intake',
  params: { project: ProjectRef },
  query: rangeQuery,
  response: Intake,
  summary: 'What became of everything that was sent to a project',
  access: 'project:read',
  tag: 'intake',
})

export const getUnmatchedIntake = endpoint({
  method: 'GET',
  path: '/api/v1/intake/unmatched',
  query: rangeQuery,
  response: Intake,
  summary: 'What was refused because no project could be told',
  access: 'org:read',
  tag: 'intake',
})
