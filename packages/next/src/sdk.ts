/** What is used of an event of the SDK: public fields, the same in `@sentry/nextjs` 8 to 11. */
export interface SentryEvent {
  readonly type?: string | undefined
  readonly transaction?: string | undefined
  contexts?: Record<string, Record<string, unknown> | undefined> | undefined
  readonly exception?: { readonly values?: readonly SentryException[] | undefined } | undefined
  tags?: Record<string, unknown> | undefined
}

interface SentryException {
  readonly mechanism?: { readonly type?: string; readonly handled?: boolean | undefined } | undefined
}

export interface SentryHint {
  readonly originalException?: unknown
}
