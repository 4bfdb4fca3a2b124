/** What is used of the SDK, which the application brings. */
declare module '@sentry/nextjs' {
  export function captureException(error: unknown): string
  export function captureFeedback(feedback: { message: string; associatedEventId?: string }): string
  export function getClient(): unknown
  export function lastEventId(): string | undefined
}
