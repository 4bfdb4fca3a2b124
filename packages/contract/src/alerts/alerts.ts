import * as v from 'valibot'
import { endpoint } from '../endpoint.ts'
import { OrganizationChoice } from '../people/roles.ts'
import { Level, Timestamp } from '../values.ts'

const tag = 'alerts'

const count = (most: number) => v.pipe(v.number(), v.integer(), v.minValue(1), v.maxValue(most))
const Id = v.pipe(v.string(), v.minLength(1), v.maxLength(100))
const Window = v.pipe(v.picklist([5, 15, 60, 360, 1440]), v.description('In minutes.'))

export const AlertWhen = v.pipe(
  v.variant('kind', [
    v.object({ kind: v.picklist(['new', 'regressed', 'escalating']) }),
    v.object({
      kind: v.literal('seen'),
      by: v.picklist(['users', 'events']),
      atLeast: count(1_000_000),
      within: v.pipe(v.nullable(Window), v.description('Null: only once.')),
    }),
    v.object({
      kind: v.literal('rate'),
      above: v.pipe(v.number(), v.minValue(0.01), v.maxValue(1_000_000)),
      per: v.pipe(v.picklist(['minute', 'sessions']), v.description('`sessions`: per 1,000 sessions.')),
      within: Window,
    }),
    v.object({
      kind: v.literal('spike'),
      times: v.pipe(v.number(), v.minValue(1.1), v.maxValue(1000)),
      atLeast: count(1_000_000),
      within: Window,
    }),
  ]),
  v.description('Triggers for an issue (`new` to `seen`) or for a project (`rate`, `spike`).'),
)
export type AlertWhen = v.InferOutput<typeof AlertWhen>

export const AlertFor = v.object({
  projectIds: v.pipe(v.array(Id), v.maxLength(100), v.description('Empty: every project.')),
  query: v.pipe(
    v.string(),
    v.trim(),
    v.maxLength(1000),
    v.description('Search query; only for issue triggers.'),
  ),
  environments: v.pipe(v.array(v.pipe(v.string(), v.maxLength(64))), v.maxLength(20)),
  levels: v.pipe(v.array(Level), v.maxLength(5)),
})
export type AlertFor = v.InferOutput<typeof AlertFor>

export const AlertTell = v.variant('kind', [
  v.object({ kind: v.picklist(['channel', 'member', 'team']), id: Id }),
  v.object({ kind: v.picklist(['assignee', 'subscribers']) }),
])
export type AlertTell = v.InferOutput<typeof AlertTell>

const rule = {
  when: AlertWhen,
  for: AlertFor,
  tell: v.pipe(v.array(AlertTell), v.maxLength(50)),
  every: v.pipe(
    v.number(),
    v.integer(),
    v.minValue(1),
    v.maxValue(10_080),
    v.description('Minimum minutes between two notifications; anything in between is part of the next one.'),
  ),
}
export const AlertRule = v.object(rule)
export type AlertRule = v.InferOutput<typeof AlertRule>

export const Alert = v.object({
  id: v.string(),
  ...rule,
  sentence: v.pipe(v.string(), v.description('The alert as an English sentence.')),
  enabled: v.boolean(),
  mutedUntil: v.nullable(Timestamp),
  lastFiredAt: v.nullable(Timestamp),
  failing: v.pipe(
    v.nullable(v.object({ since: Timestamp, reason: v.string() })),
    v.description('Why the last evaluation failed; it is retried with increasing delay.'),
  ),
  createdAt: Timestamp,
})
export type Alert = v.InferOutput<typeof Alert>

export const AlertSubject = v.object({
  at: Timestamp,
  project: v.string(),
  reason: v.string(),
  issue: v.nullable(v.object({ id: v.string(), shortId: v.string(), title: v.string() })),
})
export type AlertSubject = v.InferOutput<typeof AlertSubject>

export const Backtest = v.object({
  from: Timestamp,
  to: Timestamp,
  messages: v.pipe(
    v.array(
      v.object({
        at: Timestamp,
        subjects: v.pipe(v.array(AlertSubject), v.description('At most ten.')),
        more: v.number(),
      }),
    ),
    v.description('Latest first; at most 100.'),
  ),
  sent: v.pipe(v.number(), v.description('Number of notifications.')),
  found: v.pipe(v.number(), v.description('Number of occurrences, including those not sent yet.')),
  cut: v.pipe(v.boolean(), v.description('True if there was too much data to check everything.')),
})
export type Backtest = v.InferOutput<typeof Backtest>

export const listAlerts = endpoint({
  method: 'GET',
  path: '/api/v1/alerts',
  response: v.object({ alerts: v.array(Alert) }),
  summary: 'List alerts of your organizations',
  access: 'alerts:read',
  tag,
})

export const getAlert = endpoint({
  method: 'GET',
  path: '/api/v1/alerts/:alert',
  response: Alert,
  summary: 'Get an alert',
  access: 'alerts:read',
  tag,
})

export const createAlert = endpoint({
  method: 'POST',
  path: '/api/v1/alerts',
  body: v.object({ ...rule, organization: OrganizationChoice }),
  response: Alert,
  status: 201,
  summary: 'Create an alert',
  access: 'alerts:write',
  tag,
})

export const updateAlert = endpoint({
  method: 'PATCH',
  path: '/api/v1/alerts/:alert',
  body: v.partial(
    v.object({
      ...rule,
      enabled: v.boolean(),
      mutedUntil: v.pipe(v.nullable(Timestamp), v.description('Null: unmute.')),
    }),
  ),
  response: Alert,
  summary: 'Update an alert: rule, mute, on or off',
  access: 'alerts:write',
  tag,
})

export const deleteAlert = endpoint({
  method: 'DELETE',
  path: '/api/v1/alerts/:alert',
  response: v.object({ deleted: v.string() }),
  summary: 'Delete an alert',
  access: 'alerts:write',
  tag,
})

export const backtestAlert = endpoint({
  method: 'POST',
  path: '/api/v1/alerts/backtest',
  body: v.object({ ...rule, organization: OrganizationChoice }),
  response: Backtest,
  summary: 'Test an alert on the last 14 days; sends and changes nothing',
  access: 'alerts:read',
  tag,
})
