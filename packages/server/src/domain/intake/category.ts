/** Data categories by the names SDKs honour in `X-Sentry-Rate-Limits` (protocol: rate limits). */
export const DATA_CATEGORIES = [
  'error',
  'transaction',
  'span',
  'security',
  'attachment',
  'session',
  'profile',
  'replay',
  'monitor',
  'feedback',
  'log_item',
  'trace_metric',
  'internal',
  'default',
] as const

export type DataCategory = (typeof DATA_CATEGORIES)[number]
