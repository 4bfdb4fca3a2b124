import { isAboutIssues, type Alert } from '#domain/alerts/alert.ts'
import { evaluate, nextMessageAt } from '#domain/alerts/evaluate.ts'
import type { AlertFact, AlertMemory } from '#domain/alerts/fact.ts'
import type { AlertFailures } from '#domain/alerts/failures.ts'
import { LIMITS } from '#domain/limits.ts'
import type { Log } from '#domain/log.ts'
import type { Project } from '#domain/projects/project.ts'
import { askWithin } from '#domain/question.ts'
import { deliveriesOf } from '#product/alerts/query/deliveries-of.ts'
import { readFacts, type FactSources } from '#product/alerts/query/facts.ts'
import type { MessageRecords } from '#product/alerts/query/message-parts.ts'
import type { AlertTrigger } from '#stores/records/alerts.ts'
import type { RecordStore } from '#stores/records/records.ts'
import type { Job } from '#product/common/jobs/scheduler.ts'

const EVERY_MS = 2_000
/** Counting costs more than looking whether something happened. */
const COUNT_EVERY_MS = 60_000

export interface EvaluateAlertsDeps {
  readonly records: MessageRecords & Pick<RecordStore, 'alerts' | 'happenings' | 'activity'>
  readonly telemetry: FactSources['telemetry']
  readonly matcher: FactSources['matcher']
  /** Everything received before is in all stores. */
  readonly settledUntil: () => Promise<number>
  readonly publicUrl: () => string
  readonly now: () => number
  readonly log: Log
  readonly failures: AlertFailures
  /** Of one look of one alert; LIMITS.questions.alertMs unless given. */
  readonly deadlineMs?: (alert: Alert) => number
}

/**
 * Looks what became known and writes down what is to be sent. An alert that fails or takes too long is told, pauses, and
 * does not keep the others from theirs.
 */
export function evaluateAlertsJob(deps: EvaluateAlertsDeps): Job {
  const { records, now, log, failures, deadlineMs = () => LIMITS.questions.alertMs } = deps

  /** Answers whether there was anything to look at. */
  async function look(alert: Alert, until: number, last: number): Promise<boolean> {
    const memory = await records.alerts.memory(alert.id)
    if (memory === undefined || !isDue(alert, memory, until, last)) return false
    const from = Math.max(memory.until, until - LIMITS.alerts.catchUpMs)
    const happenings = await happenedUntil(records, memory, until)
    const facts = await factsOf(deps, alert, happenings, { from, until })
    const result = evaluate(alert, facts, { ...memory, until: from }, until)
    const deliveries = []
    for (const message of result.messages) {
      deliveries.push(...(await deliveriesOf(records, alert, message, deps.publicUrl())))
    }
    const happening = happenings.at(-1)?.id ?? memory.happening
    const firedAt = result.messages.at(-1)?.at
    await records.alerts.remember(alert, { ...result.memory, happening }, { firedAt, deliveries }, now())
    if (deliveries.length > 0) log.info('alert', { alert: alert.id, deliveries: deliveries.length })
    return true
  }

  async function attempt(alert: Alert, until: number, last: number, gone: AbortSignal): Promise<void> {
    try {
      const limits = { deadlineMs: deadlineMs(alert), gone }
      if (await askWithin(`alert ${alert.id}`, limits, () => look(alert, until, last))) {
        failures.worked(alert.id)
      }
    } catch (error) {
      if (gone.aborted) return
      const { reason } = failures.failed(alert, error, now())
      log.error('an alert could not be evaluated', { alert: alert.id, reason, error })
    }
  }

  return {
    name: 'alerts',
    everyMs: EVERY_MS,
    async run(signal) {
      const alerts = (await records.alerts.list()).filter(({ enabled }) => enabled)
      if (alerts.length === 0) return
      const until = await deps.settledUntil()
      const last = await records.happenings.last()
      failures.keep(new Set(alerts.map(({ id }) => id)))
      // Those that failed before come last.
      const order = alerts.toSorted((a, b) => rank(failures.of(a.id)) - rank(failures.of(b.id)))
      for (const alert of order) {
        if (signal.aborted) return
        if (!failures.isPaused(alert, now())) await attempt(alert, until, last, signal)
      }
    },
  }
}

function rank(failure: unknown): number {
  return failure === undefined ? 0 : 1
}

function isDue({ when, every }: Alert, memory: AlertMemory, until: number, last: number): boolean {
  if (until <= memory.until) return false
  const isOnTriggers = isAboutIssues(when) && when.kind !== 'seen'
  // What is held until later is no reason to write down every two seconds that it still is.
  if (isOnTriggers) return last > memory.happening || (nextMessageAt(memory, every) ?? Infinity) <= until
  return until - memory.until >= COUNT_EVERY_MS
}

/** In order, and none behind one whose event is not in all stores yet: it would be passed over for good. */
async function happenedUntil(
  { happenings }: EvaluateAlertsDeps['records'],
  memory: AlertMemory,
  until: number,
): Promise<readonly AlertTrigger[]> {
  const known = await happenings.since(memory.happening, LIMITS.alerts.factsPerLook)
  const early = known.findIndex(({ at }) => at >= until)
  return early < 0 ? known : known.slice(0, early)
}

async function factsOf(
  { records, telemetry, matcher }: EvaluateAlertsDeps,
  alert: Alert,
  happenings: readonly AlertTrigger[],
  { from, until }: { readonly from: number; readonly until: number },
): Promise<readonly AlertFact[]> {
  const sources = { records, telemetry, matcher }
  // What happened while the server was off for long is no news any more.
  const fresh = happenings.filter(({ at }) => at >= until - LIMITS.alerts.catchUpMs)
  const facts: AlertFact[] = []
  for (const project of await projectsOf(records, alert)) {
    const window = { from, until, limit: LIMITS.alerts.factsPerLook }
    facts.push(...(await readFacts(sources, alert, project, fresh, window)).facts)
  }
  return facts
}

async function projectsOf(
  { projects }: EvaluateAlertsDeps['records'],
  { organizationId, for: { projectIds } }: Alert,
): Promise<readonly Project[]> {
  const all = await projects.list(organizationId)
  return projectIds.length === 0 ? all : all.filter(({ id }) => projectIds.includes(id))
}
