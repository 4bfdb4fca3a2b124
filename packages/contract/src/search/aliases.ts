const ALIASES: Readonly<Record<string, string>> = {
  env: 'environment',
  transaction: 'route',
  first_seen: 'first-seen',
  firstSeen: 'first-seen',
  last_seen: 'last-seen',
  lastSeen: 'last-seen',
  timesSeen: 'times',
}

/** Two names of one thing. */
export function canonicalKey(name: string): string {
  return Object.hasOwn(ALIASES, name) ? ALIASES[name]! : name
}
