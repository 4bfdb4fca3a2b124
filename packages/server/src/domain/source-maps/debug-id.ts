const DEBUG_ID = /^([0-9a-f]{8})-?([0-9a-f]{4})-?([0-9a-f]{4})-?([0-9a-f]{4})-?([0-9a-f]{12})$/

/** Tools write them with and without dashes, in either case; Turbopack's are of no UUID version. */
export function normalDebugId(text: string): string | undefined {
  const match = DEBUG_ID.exec(text.trim().toLowerCase())
  return match === null ? undefined : match.slice(1).join('-')
}
