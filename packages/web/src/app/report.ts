/** 32 hex digits, known before anything is sent, so that the screen can show it at once. */
function newEventId(): string {
  // `randomUUID` exists only on https and localhost; a server in the office is often neither.
  return Array.from(crypto.getRandomValues(new Uint8Array(16)), (byte) =>
    byte.toString(16).padStart(2, '0'),
  ).join('')
}

const MOST_PER_PAGE = 20
const known = new WeakMap<object, string>()
const sent = new Set<string>()

/** The id under which an error is, or would be, reported. Asking sends nothing, so a render may ask. */
export function eventIdOf(error: unknown): string {
  const thing = typeof error === 'object' && error !== null ? error : undefined
  const before = thing === undefined ? undefined : known.get(thing)
  if (before !== undefined) return before
  const eventId = newEventId()
  if (thing !== undefined) known.set(thing, eventId)
  return eventId
}

/**
 * Sends an error of Hindcast's own pages to Hindcast's own project. The same error is sent once, however many boundaries
 * see it; a page that fails in a loop falls silent.
 */
export function report(error: unknown, eventId = eventIdOf(error)): void {
  if (sent.has(eventId) || sent.size >= MOST_PER_PAGE) return
  sent.add(eventId)
  void send(error, eventId)
}

async function send(error: unknown, eventId: string): Promise<void> {
  try {
    const { capture } = await import('./report-client.ts')
    await capture(error, eventId)
  } catch {
    // The page has already failed; a failing report must not add an error.
  }
}

/** Uncaught errors. Aborted requests and an unreachable server are not errors of the page. */
export function reportUncaught(target: Window): void {
  target.addEventListener('error', (event) => {
    if (event.error instanceof Error) report(event.error)
  })
  target.addEventListener('unhandledrejection', (event) => {
    const { reason } = event as { readonly reason: unknown }
    if (reason instanceof Error && !/^(?:AbortError|Unreachable|ApiError)$/.test(reason.name)) report(reason)
  })
}
