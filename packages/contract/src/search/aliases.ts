const ALIASES: Readonly<Record<string, string>> = {
  env: 'environment',
  transaction: 'route',
  first_seen: 'first-seen',
  firstSeen: 'first-seen',
  last_seen: 'last-seen',
  lastSeen: 'last-seen',
  timesSeen: 'times',
  times_seen: 'times',
  'error.handled': 'handled',
  'error.type': 'type',
  'error.value': 'message',
  'http.url': 'url',
  id: 'event',
  'issue.id': 'issue',
  'issue.priority': 'priority',
  'platform.name': 'platform',
}

/** Worth completing: the others are as short as our own names, or differ in their spelling alone. */
export const COMPLETED_ALIASES: readonly string[] = Object.keys(ALIASES).filter((name) => name.includes('.'))

/** Two names of one thing. */
export function canonicalKey(name: string): string {
  return Object.hasOwn(ALIASES, name) ? ALIASES[name]! : name
}
