import type { RetentionResult } from '#app/admin/operations.ts'
import type { Invocation } from './invocation.ts'
import { operate } from './operate.ts'

export async function retention({ config, flags, terminal }: Invocation): Promise<number> {
  const result = await operate(config, 'retention', { confirm: flags['confirm'] === true })
  terminal.print(flags['json'] === true ? JSON.stringify(result) : inWords(result))
  return result.stopped === null || result.confirmed ? 0 : 1
}

function inWords({ lastRun, stopped, confirmed }: RetentionResult): string {
  if (confirmed)
    return 'Confirmed. The next run, within an hour, deletes events older than each project’s retention.'
  if (stopped === null)
    return lastRun === null ? 'Retention has not run yet.' : `Retention last ran at ${lastRun}.`
  return [
    `Retention stopped at ${stopped.since} and deletes nothing: ${stopped.why}.`,
    'Set the system clock if it is wrong. If it is right, confirm with: hindcast retention --confirm',
  ].join('\n')
}
