import type { DataCategory } from '#domain/intake/category.ts'
import type { Drop, DropReason } from '#domain/intake/outcome.ts'
import { longestRetry, rateLimitHeader } from './rate-limit-header.ts'
import type { RateLimit } from '#ingest/quota/quota.ts'

const STATUS: Readonly<Record<DropReason, number>> = {
  malformed: 400,
  empty: 400,
  bad_encoding: 400,
  too_deep: 400,
  unauthenticated: 401,
  unknown_key: 403,
  origin_not_allowed: 403,
  not_supported: 404,
  incomplete: 408,
  too_large: 413,
  too_many_items: 413,
  unsupported_media_type: 415,
  over_quota: 429,
  overloaded: 503,
  spool_full: 503,
  disk_full: 503,
  internal: 503,
  duplicate: 409,
  filtered_extension: 403,
  filtered_browser: 403,
  filtered_crawler: 403,
  filtered_localhost: 403,
  filtered_health_check: 403,
  filtered_message: 403,
  filtered_release: 403,
  thinned_out: 403,
  quarantined: 503,
  too_costly: 503,
}

/** A request that was answered with an error; nothing of it was stored. */
export class Refusal {
  readonly reason: DropReason
  readonly detail: string
  readonly status: number
  /** Already counted, item by item. */
  readonly counted: boolean
  readonly category: DataCategory | undefined
  readonly retryAfter: number | undefined
  readonly rateLimits: string | undefined
  readonly allow: string | undefined
  constructor(
    reason: DropReason,
    detail: string,
    more: {
      readonly status?: number
      readonly counted?: boolean
      readonly category?: DataCategory
      readonly retryAfter?: number
      readonly rateLimits?: string
      readonly allow?: string
    } = {},
  ) {
    this.reason = reason
    this.detail = detail
    this.status = more.status ?? STATUS[reason]
    this.counted = more.counted ?? false
    this.category = more.category
    this.retryAfter = more.retryAfter
    this.rateLimits = more.rateLimits
    this.allow = more.allow
  }
}

/** Seconds after which a flood of bodies has either been stored or timed out. */
const OVERLOAD_RETRY_SECONDS = 10

export function refusalOf(drop: Drop): Refusal {
  if (drop.reason === 'overloaded') {
    return new Refusal(drop.reason, drop.detail, { retryAfter: OVERLOAD_RETRY_SECONDS })
  }
  return new Refusal(drop.reason, drop.detail)
}

export function overQuota(limits: readonly RateLimit[], counted: boolean): Refusal {
  const first = limits[0]!
  const what = first.category === 'all' ? 'anything' : `${first.category} items`
  return new Refusal('over_quota', `this ${first.scope} may not send ${what} for now`, {
    counted,
    retryAfter: longestRetry(limits),
    rateLimits: rateLimitHeader(limits),
  })
}
