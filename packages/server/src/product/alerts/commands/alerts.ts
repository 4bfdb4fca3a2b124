import type { Alert, AlertRule, AlertTell } from '#domain/alerts/alert.ts'
import { isAboutIssues } from '#domain/alerts/alert.ts'
import { freshMemory } from '#domain/alerts/fact.ts'
import { plainSentence } from '#domain/alerts/sentence.ts'
import { AppError } from '#domain/app-error.ts'
import type { Actor } from '#domain/people/audit.ts'
import { LIMITS } from '#domain/limits.ts'
import type { Organization } from '#domain/projects/project.ts'
import type { RecordStore } from '#stores/records/records.ts'
import { audit, type AuditDeps } from '#product/common/commands/audit.ts'

export interface AlertDeps extends AuditDeps {
  readonly records: AuditDeps['records'] &
    Pick<RecordStore, 'alerts' | 'happenings' | 'projects' | 'channels' | 'members' | 'teams'>
  readonly now: () => number
}

export interface AlertChange extends Partial<AlertRule> {
  readonly enabled?: boolean
  /** Null: it is not muted any more. */
  readonly mutedUntil?: number | null
}

export async function createAlert(
  deps: AlertDeps,
  actor: Actor,
  { id: organizationId }: Organization,
  rule: AlertRule,
): Promise<Alert> {
  const { records, now } = deps
  await checkRule(deps, organizationId, rule)
  const alert = await records.alerts.create(
    { ...rule, organizationId, createdBy: actor.kind === 'user' ? actor.id : undefined },
    { memory: await fromNow(deps), now: now(), most: LIMITS.alerts.perOrganization },
  )
  const target = await targetOf(deps, alert)
  await audit(deps, actor, { organizationId, verb: 'created', target, after: fieldsOf(alert) })
  return alert
}

/** The rule changed or was off: its memory is reset, so that nothing from before is sent. */
export async function updateAlert(
  deps: AlertDeps,
  actor: Actor,
  before: Alert,
  change: AlertChange,
): Promise<Alert> {
  const { records, now } = deps
  await checkRule(deps, before.organizationId, { ...before, ...change })
  const startsAnew =
    change.when !== undefined || change.for !== undefined || (change.enabled === true && !before.enabled)
  const after = await records.alerts.update(before.id, change, {
    now: now(),
    ...(startsAnew && { memory: await fromNow(deps) }),
  })
  await audit(deps, actor, {
    organizationId: before.organizationId,
    verb: 'changed',
    target: await targetOf(deps, after),
    before: fieldsOf(before),
    after: fieldsOf(after),
  })
  return after
}

export async function deleteAlert(deps: AlertDeps, actor: Actor, alert: Alert): Promise<void> {
  if (!(await deps.records.alerts.delete(alert.id))) throw new AppError('not_found', 'Alert not found.')
  await audit(deps, actor, {
    organizationId: alert.organizationId,
    verb: 'deleted',
    target: await targetOf(deps, alert),
    before: fieldsOf(alert),
  })
}

async function fromNow({ records, now }: AlertDeps) {
  return freshMemory(now(), await records.happenings.last())
}

/** Everything it names has to be of the organization, in the words for something that never was. */
async function checkRule({ records }: AlertDeps, organizationId: string, rule: AlertRule): Promise<void> {
  if (rule.for.query !== '' && !isAboutIssues(rule.when)) {
    throw new AppError('invalid_input', 'for.query: an alert on a project as a whole cannot have one.')
  }
  const projects = new Set((await records.projects.list(organizationId)).map(({ id }) => id))
  if (rule.for.projectIds.some((id) => !projects.has(id))) {
    throw new AppError('invalid_input', 'for.projectIds: there is no such project.')
  }
  const known = {
    channel: (await records.channels.list(organizationId)).map(({ id }) => id),
    member: (await records.members.list(organizationId)).map(({ userId }) => userId),
    team: (await records.teams.list(organizationId)).map(({ id }) => id),
  }
  for (const tell of rule.tell) {
    if ('id' in tell && !known[tell.kind].includes(tell.id)) {
      throw new AppError('invalid_input', `tell: there is no such ${tell.kind}.`)
    }
    if (!('id' in tell) && !isAboutIssues(rule.when)) {
      throw new AppError('invalid_input', `tell: a project as a whole has no ${tell.kind}.`)
    }
  }
}

function fieldsOf({ when, for: scope, tell, every, enabled, mutedUntil }: Alert) {
  return { when, for: scope, tell, every, enabled, mutedUntil: mutedUntil ?? null }
}

async function targetOf({ records }: AlertDeps, alert: Alert) {
  const projects = await records.projects.list(alert.organizationId)
  const channels = await records.channels.list(alert.organizationId)
  const names = {
    project: (id: string) => projects.find((project) => project.id === id)?.slug ?? id,
    told: (tell: AlertTell) =>
      tell.kind === 'channel' ? (channels.find(({ id }) => id === tell.id)?.name ?? tell.kind) : tell.kind,
  }
  return { kind: 'alert', id: alert.id, name: plainSentence(alert, names) } as const
}
