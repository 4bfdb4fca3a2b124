import type { Alert, AlertRule } from '#domain/alerts/alert.ts'
import type { Channel } from '#domain/alerts/channel.ts'
import type { AlertFailure, AlertFailures } from '#domain/alerts/failures.ts'
import type { Firing } from '#domain/alerts/fact.ts'
import type { Delivery, DeliveryAttempt, NotifiedSubject } from '#domain/alerts/notification.ts'
import { plainSentence } from '#domain/alerts/sentence.ts'
import { AppError } from '#domain/app-error.ts'
import type { Issue } from '#domain/issues/issue.ts'
import { LIMITS } from '#domain/limits.ts'
import type { Organization, Project } from '#domain/projects/project.ts'
import { hashShareToken, type ShareLink } from '#domain/issues/share.ts'
import type { ListedLink } from '#stores/records/alerts.ts'
import type { RecordStore } from '#stores/records/records.ts'
import { backtest, type BacktestSources } from './backtest.ts'
import { namesOf, subjectOf, type MessageRecords } from './message-parts.ts'

export interface BacktestReport {
  readonly from: number
  readonly to: number
  /** Latest first. */
  readonly messages: ReadonlyArray<{
    readonly at: number
    readonly subjects: readonly NotifiedSubject[]
    readonly more: number
  }>
  readonly sent: number
  readonly found: number
  readonly cut: boolean
}

export interface ListedAlert {
  readonly alert: Alert
  readonly sentence: string
  /** Why it cannot be evaluated now. */
  readonly failing: AlertFailure | undefined
}

type ListedDelivery = Delivery & { readonly last: DeliveryAttempt | undefined }

/** Queries about alerts. Access is checked before. */
export interface AlertQueries {
  alerts(organization: Organization): Promise<readonly ListedAlert[]>
  alert(id: string): Promise<ListedAlert | undefined>
  /** `invalid_input` where a query cannot be read, with the place. */
  checkQuery(organization: Pick<Organization, 'id'>, rule: AlertRule): Promise<void>
  backtest(organization: Organization, rule: AlertRule): Promise<BacktestReport>
  channels(organization: Organization): Promise<readonly Channel[]>
  channel(id: string): Promise<Channel | undefined>
  deliveries(
    organization: Organization,
    options: Parameters<RecordStore['deliveries']['list']>[1],
  ): Promise<readonly ListedDelivery[]>
  delivery(
    id: string,
  ): Promise<{ readonly delivery: Delivery; readonly attempts: readonly DeliveryAttempt[] } | undefined>
  people(ids: readonly string[]): Promise<ReadonlyMap<string, string>>
  shares(issueId: string): Promise<readonly ShareLink[]>
  /** All that work; of one person where one is named. */
  projectShares(project: Project, madeBy: string | undefined): Promise<readonly ListedLink[]>
  /** What a token shows; undefined once it is revoked, has ended, or its maker is gone. */
  toApiSharedIssue(token: string): Promise<{ readonly issue: Issue; readonly project: Project } | undefined>
}

const MESSAGES_SHOWN = 100

export interface AlertQueryDeps {
  readonly records: MessageRecords &
    BacktestSources['records'] &
    Pick<RecordStore, 'alerts' | 'deliveries' | 'shares'>
  readonly telemetry: BacktestSources['telemetry']
  readonly matcher: BacktestSources['matcher']
  readonly failures: Pick<AlertFailures, 'of'>
  readonly now: () => number
}

export function createAlertQueries(deps: AlertQueryDeps): AlertQueries {
  const { records } = deps
  const inSequence = createSerialTask()
  const listed = (alert: Alert, names: Parameters<typeof plainSentence>[1]): ListedAlert => ({
    alert,
    sentence: plainSentence(alert, names),
    failing: deps.failures.of(alert.id),
  })
  return {
    async alerts({ id }) {
      const names = await namesOf(records, id)
      const alerts = await records.alerts.list(id)
      return alerts.map((alert) => listed(alert, names))
    },
    async alert(id) {
      const alert = await records.alerts.byId(id)
      if (alert === undefined) return undefined
      return listed(alert, await namesOf(records, alert.organizationId))
    },
    async checkQuery({ id }, { for: { query } }) {
      const [project] = await records.projects.list(id)
      if (query !== '' && project !== undefined) await deps.matcher.check(project, query)
    },
    backtest: (organization, rule) => inSequence(() => tryOut(deps, organization, rule)),
    channels: ({ id }) => records.channels.list(id),
    channel: (id) => records.channels.byId(id),
    deliveries: ({ id }, options) => records.deliveries.list(id, options),
    async delivery(id) {
      const delivery = await records.deliveries.byId(id)
      return delivery && { delivery, attempts: await records.deliveries.attempts(id) }
    },
    async people(ids) {
      const people = await records.people.byIds([...new Set(ids)])
      return new Map(people.map(({ id, name, email }) => [id, name || email]))
    },
    shares: (issueId) => records.shares.ofIssue(issueId, deps.now()),
    async projectShares({ id }, madeBy) {
      const all = await records.shares.ofProject(id, deps.now())
      return madeBy === undefined ? all : all.filter(({ link }) => link.createdBy === madeBy)
    },
    async toApiSharedIssue(token) {
      const link = await records.shares.byHash(hashShareToken(token), deps.now())
      if (link !== undefined) await noteOpened(deps, link)
      const issue = link && (await records.issues.byId(link.issueId))
      const project = issue && (await records.projects.byId(issue.projectId))
      return project && { issue, project }
    },
  }
}

/** Best effort: a page that only reads must work while the disk takes no write. */
async function noteOpened({ records, now }: AlertQueryDeps, link: ShareLink): Promise<void> {
  const time = now()
  if (link.lastOpenedAt !== undefined && time - link.lastOpenedAt < LIMITS.shareTouchMs) return
  await records.shares.opened(link.id, time).catch(() => undefined)
}

/** One after the other: each may count everything of two weeks. */
function createSerialTask() {
  let last: Promise<unknown> = Promise.resolve()
  return <T>(work: () => Promise<T>): Promise<T> => {
    const turn = last.then(work)
    last = turn.catch(() => undefined)
    return turn
  }
}

async function tryOut(deps: AlertQueryDeps, { id }: Organization, rule: AlertRule): Promise<BacktestReport> {
  const { records, now } = deps
  const all = await records.projects.list(id)
  const { projectIds } = rule.for
  const unknown = projectIds.find((wanted) => all.every((project) => project.id !== wanted))
  if (unknown !== undefined) throw new AppError('invalid_input', 'for.projectIds: there is no such project.')
  const projects = projectIds.length === 0 ? all : all.filter((project) => projectIds.includes(project.id))
  const { from, to, messages, waiting, cut } = await backtest(deps, rule, projects, now)
  const told = messages.reduce((sum, { firings, more }) => sum + firings.length + more, 0)
  const shown = []
  for (const { at, firings, more } of messages.slice(-MESSAGES_SHOWN).toReversed()) {
    const named = firings.slice(0, LIMITS.alerts.namedPerMessage)
    const subjects = await subjectsOf(records, rule, named, projects)
    shown.push({ at, subjects, more: more + firings.length - named.length })
  }
  return { from, to, messages: shown, sent: messages.length, found: told + waiting, cut }
}

async function subjectsOf(
  records: MessageRecords,
  rule: AlertRule,
  firings: readonly Firing[],
  projects: readonly Project[],
): Promise<readonly NotifiedSubject[]> {
  const ids = firings.flatMap(({ issueId }) => issueId ?? [])
  const issues = new Map((await records.issues.byIds(ids)).map((issue) => [issue.id, issue]))
  return firings.flatMap((firing) => {
    const project = projects.find(({ id }) => id === firing.projectId)!
    const issue = firing.issueId === undefined ? undefined : issues.get(firing.issueId)
    if (firing.issueId !== undefined && issue === undefined) return []
    return [subjectOf(rule, firing, project, issue, '')]
  })
}
