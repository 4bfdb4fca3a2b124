import type { ColumnRow } from './numbered-event.ts'

type TextField = {
  [F in keyof Required<ColumnRow>]: Required<ColumnRow>[F] extends string | undefined ? F : never
}[keyof ColumnRow]

/** The columns of an event that are texts, and which field each of them holds. */
export const EVENT_TEXTS = {
  event_id: 'eventId',
  spool_id: 'spoolId',
  kind: 'kind',
  level: 'level',
  title: 'title',
  culprit: 'culprit',
  type: 'type',
  value: 'value',
  transaction_name: 'transaction',
  route: 'route',
  sent_route: 'sentRoute',
  platform: 'platform',
  environment: 'environment',
  release: 'release',
  dist: 'dist',
  user_key: 'user',
  user_email: 'userEmail',
  user_name: 'userName',
  user_ip: 'userIp',
  browser: 'browser',
  os: 'os',
  device: 'device',
  url: 'url',
  sdk: 'sdk',
  logger: 'logger',
  trace_id: 'traceId',
  fingerprint: 'fingerprint',
  search_text: 'searchText',
  stack_files: 'stackFiles',
  stack_functions: 'stackFunctions',
} as const satisfies Readonly<Record<string, TextField>>
