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

const BY_ITEM_TYPE: Readonly<Record<string, DataCategory>> = {
  event: 'error',
  transaction: 'transaction',
  span: 'span',
  log: 'log_item',
  trace_metric: 'trace_metric',
  session: 'session',
  sessions: 'session',
  client_report: 'internal',
  replay_event: 'replay',
  replay_recording: 'replay',
  replay_video: 'replay',
  feedback: 'feedback',
  user_report: 'feedback',
  attachment: 'attachment',
  check_in: 'monitor',
  profile: 'profile',
  profile_chunk: 'profile',
  raw_security: 'security',
}

export function categoryOf(itemType: string): DataCategory {
  return Object.hasOwn(BY_ITEM_TYPE, itemType) ? BY_ITEM_TYPE[itemType]! : 'default'
}
