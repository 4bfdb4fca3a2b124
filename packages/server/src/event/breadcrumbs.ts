import type { Breadcrumb } from '#domain/events/error-event.ts'
import { isObject } from '#domain/json.ts'
import type { Json, JsonObject } from '#domain/json.ts'
import { readTime } from './clock.ts'
import { readLevel } from './level.ts'
import { lenientText, text, values } from './read.ts'

export function readBreadcrumbs(
  sent: Json | undefined,
  repair: (moment: number) => number,
): readonly Breadcrumb[] {
  const crumbs: Breadcrumb[] = []
  for (const entry of values(sent)) {
    if (isObject(entry)) crumbs.push(readBreadcrumb(entry, repair))
  }
  return crumbs
}

function readBreadcrumb(entry: JsonObject, repair: (moment: number) => number): Breadcrumb {
  const sent = readTime(entry['timestamp'])
  return {
    timestamp: sent === undefined ? undefined : repair(sent),
    type: text(entry['type']) ?? 'default',
    category: text(entry['category']),
    level: entry['level'] === 'log' ? 'log' : (readLevel(entry['level']) ?? 'info'),
    message: lenientText(entry['message']),
    data: isObject(entry['data']) ? withoutSpan(entry['data']) : {},
  }
}

/** `__span` is the SDK's own bookkeeping and means nothing to a reader. */
function withoutSpan(data: JsonObject): JsonObject {
  if (data['__span'] === undefined) return data
  const { __span, ...rest } = data
  return rest
}
