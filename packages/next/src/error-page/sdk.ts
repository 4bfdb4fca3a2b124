/** What the error pages use of `@sentry/nextjs` 8 to 11. */
export interface ErrorPageSdk {
  captureException(error: unknown): string
  captureFeedback(feedback: {
    message: string
    name?: string
    email?: string
    url?: string
    source?: string
    associatedEventId?: string
  }): string
  /** Undefined where the SDK was not initialized. */
  getClient(): unknown
  lastEventId(): string | undefined
}
