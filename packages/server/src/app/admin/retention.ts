import { retentionState } from '#product/intake/commands/retention-state.ts'
import type { FactRecords, RecordStore } from '#stores/records/records.ts'
import type { Finding } from './doctor.ts'
import type { RetentionResult } from './operations.ts'

export async function reportRetention(
  { records, now }: { readonly records: Pick<RecordStore, 'facts'>; readonly now: () => number },
  { confirm }: { readonly confirm: boolean },
): Promise<RetentionResult> {
  const state = retentionState(records.facts)
  if (confirm) await state.confirm(now())
  const [last, stopped] = await Promise.all([state.lastRun(), state.stopped()])
  return {
    lastRun: last === undefined ? null : new Date(last.at).toISOString(),
    stopped: stopped === undefined ? null : { ...stopped, since: new Date(stopped.since).toISOString() },
    confirmed: await state.isConfirmed(now()),
  }
}

export async function checkRetention(facts: FactRecords): Promise<Finding> {
  const state = retentionState(facts)
  const [last, stopped] = await Promise.all([state.lastRun(), state.stopped()])
  if (stopped !== undefined) {
    return {
      check: 'retention',
      verdict: 'failure',
      seen: `stopped since ${new Date(stopped.since).toISOString()}, nothing is deleted: ${stopped.why}`,
      fix: 'Set the system clock if it is wrong. If it is right, run hindcast retention --confirm.',
    }
  }
  const seen = last === undefined ? 'has not run yet' : `last run ${new Date(last.at).toISOString()}`
  return { check: 'retention', verdict: 'ok', seen }
}
