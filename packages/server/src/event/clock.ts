import type { Json } from '#domain/json.ts'
import { LIMITS } from '#domain/limits.ts'

const MINUTE_MS = 60_000
const DAY_MS = 86_400_000

/** Beyond this the sender's clock is wrong; below it the difference may as well be a slow network. */
const DRIFT_MS = 55 * MINUTE_MS
const FUTURE_MS = 1 * MINUTE_MS
/** Seconds reach this in the year 5138, milliseconds did in 1973. */
const LEAST_MILLISECONDS = 1e11
/** The largest moment a Date can hold. */
const LAST_MOMENT = 8.64e15

/** Epoch milliseconds of seconds, milliseconds, numeric text or ISO text with any number of decimals. */
export function readTime(value: Json | undefined): number | undefined {
  const number = typeof value === 'string' && /^\d+(\.\d+)?$/.test(value) ? Number(value) : value
  if (typeof number === 'number') {
    const moment = Math.round(number < LEAST_MILLISECONDS ? number * 1000 : number)
    return moment >= 0 && moment <= LAST_MOMENT ? moment : undefined
  }
  if (typeof number !== 'string' || !/^\d{4}-\d\d-\d\d/.test(number)) return undefined
  // Without an offset the SDKs mean UTC; Date.parse would take the server's own zone.
  const zoned = /(?:[zZ]|[+-]\d\d:?\d\d)$/.test(number) || !number.includes(':') ? number : `${number}Z`
  const moment = Date.parse(zoned)
  return Number.isNaN(moment) || moment < 0 ? undefined : moment
}

export interface Clock {
  readonly occurredAt: number
  /** Moves another timestamp of the same event by what the event itself was moved. */
  readonly repair: (moment: number) => number
}

export function clockOf(
  timestamp: Json | undefined,
  received: { readonly at: number; readonly sentAt: number | undefined },
): Clock {
  const drift = received.sentAt === undefined ? 0 : received.at - received.sentAt
  const shift = Math.abs(drift) >= DRIFT_MS ? drift : 0
  const sent = readTime(timestamp)
  if (sent === undefined) return { occurredAt: received.at, repair: (moment) => moment + shift }
  const moved = sent + shift
  const believable = moved <= received.at + FUTURE_MS && moved >= received.at - LIMITS.retentionDays * DAY_MS
  const occurredAt = believable ? moved : received.at
  return { occurredAt, repair: (moment) => moment + occurredAt - sent }
}
