import type { Json } from '#domain/json.ts'
import { LEVELS } from '#domain/events/level.ts'
import type { Level } from '#domain/events/level.ts'

const BY_NAME: ReadonlyMap<Json | undefined, Level> = new Map<Json | undefined, Level>([
  ...LEVELS.map((level) => [level, level] as const),
  ['critical', 'fatal'],
  ['warn', 'warning'],
  ['log', 'info'],
  ['trace', 'debug'],
])

export function readLevel(value: Json | undefined): Level | undefined {
  return BY_NAME.get(typeof value === 'string' ? value.toLowerCase() : undefined)
}
