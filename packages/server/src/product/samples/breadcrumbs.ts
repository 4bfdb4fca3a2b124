import type { Json, JsonObject } from '#domain/json.ts'
import type { Occurrence } from './bug.ts'
import { hex, pick, type Random } from '#domain/seeded-random.ts'

export function breadcrumbsFor({ visitor, random }: Occurrence, at: number): Json[] {
  const path = `/${visitor.locale}/product/${100 + Math.floor(random() * 60)}`
  return [
    { timestamp: at - 41, category: 'navigation', data: { from: `/${visitor.locale}`, to: path } },
    { timestamp: at - 30, category: 'ui.click', message: 'main > button.add-to-cart' },
    {
      timestamp: at - 29.6,
      category: 'fetch',
      type: 'http',
      data: { method: 'POST', url: '/api/cart', status_code: 200 },
    },
    {
      timestamp: at - 12,
      category: 'console',
      level: 'warning',
      message: pick(random, ['price list is 2 h old', 'retrying /api/stock']),
    },
    { timestamp: at - 2, category: 'ui.click', message: 'header > a[href="/cart"]' },
  ]
}

export function spanIds(random: Random): JsonObject {
  return { trace_id: hex(random, 32), span_id: hex(random, 16) }
}
