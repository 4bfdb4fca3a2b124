import type { RateLimit } from '#ingest/quota/quota.ts'

/** `<seconds>:<category;category>:<scope>:<reason>, …`; an empty category list stops everything. */
export function rateLimitHeader(limits: readonly RateLimit[]): string {
  const categories = new Map<string, Set<string>>()
  for (const { scope, category, retryAfter } of limits) {
    const name = `${retryAfter}:${scope}:${category === 'all' ? 'all' : 'some'}`
    const group = categories.get(name) ?? new Set()
    if (category !== 'all') group.add(category)
    categories.set(name, group)
  }
  return [...categories]
    .map(([name, group]) => {
      const [retryAfter, scope] = name.split(':')
      return `${retryAfter}:${[...group].join(';')}:${scope}:over_quota`
    })
    .join(', ')
}

export function longestRetry(limits: readonly RateLimit[]): number {
  return limits.reduce((longest, limit) => Math.max(longest, limit.retryAfter), 1)
}
