import * as v from 'valibot'
import { endpoint } from '../endpoint.ts'
import { ProjectRef, Timestamp } from '../values.ts'

export const IntakeOutcome = v.pipe(
  v.picklist(['accepted', 'kept_raw', 'cut', 'scrubbed', 'dropped', 'refused']),
  v.description(
    '`kept_raw`: stored without secrets, not processed by this version. `cut`: stored, one field shortened. ' +
      '`scrubbed`: stored, a secret replaced; the reason is the rule. ' +
      '`refused`: answered with an error before acceptance.',
  ),
)

export const IntakeCell = v.object({
  hour: Timestamp,
  outcome: IntakeOutcome,
  category: v.string(),
  reason: v.pipe(
    v.string(),
    v.description('Reason, or the path of the shortened field; empty for accepted items.'),
  ),
  quantity: v.number(),
})

export const KeptItems = v.object({
  itemType: v.string(),
  category: v.string(),
  read: v.pipe(v.number(), v.description('Number of items read so far.')),
  left: v.pipe(
    v.number(),
    v.description('Items still kept: not read yet or, once done, not readable by this version.'),
  ),
  done: v.boolean(),
  at: v.pipe(Timestamp, v.description('Time of the last progress.')),
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
    v.description('Totals over all hours, largest first.'),
  ),
  kept: v.pipe(
    v.array(KeptItems),
    v.description(
      'Items that an earlier version kept raw and this one can read, by type; empty if there are none.',
    ),
  ),
})
export type Intake = v.InferOutput<typeof Intake>

const rangeQuery = v.object({
  from: v.optional(v.pipe(Timestamp, v.description('Default: 24 hours ago.'))),
  to: v.optional(v.pipe(Timestamp, v.description('Default: now.'))),
})

export const getIntake = endpoint({
  method: 'GET',
  path: '/api/v1/projects/:project/intake',
  params: { project: ProjectRef },
  query: rangeQuery,
  response: Intake,
  summary: 'List outcomes of everything that was sent to a project',
  access: 'project:read',
  tag: 'intake',
})

export const getUnmatchedIntake = endpoint({
  method: 'GET',
  path: '/api/v1/intake/unmatched',
  query: rangeQuery,
  response: Intake,
  summary: 'List counts of rejected requests without a project',
  access: 'org:read',
  tag: 'intake',
})
