import type { AlertWhen } from './alert.ts'
import type { Firing } from './fact.ts'
import { counted, duration, RATE_UNIT } from './sentence.ts'

const HAPPENED = {
  new: 'new issue',
  regressed: 'came back after it was resolved',
  escalating: 'escalating',
} as const

/** Why this one is included, with its numbers. */
export function reasonOf(when: AlertWhen, { count = 0, usual = 0, sessions = 0 }: Firing): string {
  if (when.kind === 'seen') {
    const what = when.by === 'users' ? `by ${counted(count, 'user')}` : counted(count, 'time')
    const within = when.within === null ? '' : ` within ${duration(when.within)}`
    return `seen ${what}${within}, the limit is ${when.atLeast}`
  }
  if (when.kind === 'rate') {
    const [rate, basis] =
      when.per === 'minute'
        ? [count / when.within, String(count)]
        : [(count * 1000) / Math.max(1, sessions), `${count} in ${sessions}`]
    const over = `per ${RATE_UNIT[when.per]} over ${duration(when.within)}`
    return `${tenths(rate)} errors ${over} (${basis}), the limit is ${when.above}`
  }
  if (when.kind === 'spike') {
    return `${counted(count, 'error')} over ${duration(when.within)}, usual are ${tenths(usual)}`
  }
  return HAPPENED[when.kind]
}

function tenths(value: number): number {
  return Math.round(value * 10) / 10
}
