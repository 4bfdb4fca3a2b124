import { eventIdIn } from '@hindcast/contract/search/event-id.ts'
import type { FieldTest } from '@hindcast/contract/search/expression.ts'
import { parsePattern } from '#domain/routes/pattern.ts'
import type { Condition, Dimension } from '#stores/telemetry/telemetry.ts'
import { latestTest, releaseTest, type ReleaseContext } from './release-tests.ts'
import type { Fail } from './search-fault.ts'

/** Keys that stand for a column of the events. */
const DIMENSION: Readonly<Record<string, Exclude<Dimension, object>>> = {
  release: 'release',
  environment: 'environment',
  browser: 'browser',
  os: 'os',
  device: 'device',
  route: 'route',
  url: 'url',
  user: 'user',
  // Users are identified by their ID if they have one.
  'user.id': 'user',
  'user.email': 'user_email',
  'user.username': 'user_name',
  'user.ip': 'user_ip',
  'browser.name': 'browser_name',
  'os.name': 'os_name',
  'stack.filename': 'stack_file',
  'stack.function': 'stack_function',
  logger: 'logger',
  handled: 'handled',
  type: 'type',
  message: 'message',
  title: 'title',
  platform: 'platform',
  dist: 'dist',
  sdk: 'sdk',
  'sdk.name': 'sdk_name',
  'sdk.version': 'sdk_version',
  trace: 'trace',
  fingerprint: 'fingerprint',
  event: 'event',
  'event.type': 'kind',
  level: 'level',
  timestamp: 'received',
}

export function dimensionOf({ field, tag }: Pick<FieldTest, 'field' | 'tag'>): Dimension {
  return tag ? { tag: field } : DIMENSION[field]!
}

/** A test of an event as the telemetry knows it. */
export function eventTest(test: FieldTest, context: ReleaseContext, fail: Fail): Condition {
  const { match } = test
  if (match.op === 'order') return releaseTest(match, test, context, fail)
  if (match.op === 'latest') return latestTest(context)
  const dimension = dimensionOf(test)
  if (match.op === 'is') return { dimension, op: 'is', values: valuesOf(dimension, match.values) }
  if (match.op === 'like') return { dimension, op: 'like', pattern: match.pattern }
  if (match.op === 'regex') return { dimension, op: 'regex', source: match.source, anyCase: match.anyCase }
  if (match.op === 'has') return { dimension, op: 'has' }
  return { dimension, op: 'compare', cmp: match.cmp, value: match.value }
}

/** An id may be written as a UUID. A route may be asked for as any of the frameworks writes it: `/users/:id` is stored as `/users/[id]`. */
function valuesOf(dimension: Dimension, values: readonly string[]): readonly string[] {
  if (dimension === 'event') return values.map((value) => eventIdIn(value) ?? value)
  if (dimension !== 'route') return values
  return [...new Set(values.flatMap((value) => [value, parsePattern(value)?.text ?? value]))]
}

/** Looks at the characters of every event: that is done in steps. */
export function isCostly(condition: Condition): boolean {
  if (condition.op === 'all' || condition.op === 'any') return condition.of.some(isCostly)
  if (condition.op === 'not') return isCostly(condition.of)
  return condition.op === 'text' || condition.op === 'like' || condition.op === 'regex'
}
