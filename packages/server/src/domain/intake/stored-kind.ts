/**
 * What is stored, by kind. Retention, statistics and the intake page use this list; a missing kind would never expire
 * and not be counted.
 */
export const STORED_KINDS = ['errors', 'sessions', 'spans', 'feedback', 'raw'] as const

export type StoredKind = (typeof STORED_KINDS)[number]

/** What one says of many of them. */
export const KIND_NOUNS: Readonly<Record<StoredKind, string>> = {
  errors: 'events',
  sessions: 'session counts',
  spans: 'spans',
  feedback: 'feedback messages',
  raw: 'raw items',
}
