const EVENT_ID = /^[0-9a-f]{32}$/i
const UUID = /^[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i

/** The id as events are stored by: 32 small hex digits. It is also written as a UUID. */
export function eventIdIn(text: string): string | undefined {
  if (!EVENT_ID.test(text) && !UUID.test(text)) return undefined
  return text.replaceAll('-', '').toLowerCase()
}
