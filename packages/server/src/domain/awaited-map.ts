/** What an event without its map is found by, once something with this id arrives. */
export function awaitedDebugId(debugId: string): string {
  return debugId
}

/** The same where its scripts carry no ids: anything of the release may be it. */
export function awaitedRelease(release: string): string {
  return `release:${release}`
}
