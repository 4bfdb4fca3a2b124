import { readFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { LIMITS } from '../../packages/server/src/domain/limits.ts'

const SOURCE = join(resolve(import.meta.dirname, '../..'), 'packages/server/src/domain/limits.ts')
const KIB = 1024
const MIB = 1024 * KIB
const SECOND = 1000
const UNITS = [
  [24 * 60 * 60 * SECOND, 'd'],
  [60 * 60 * SECOND, 'h'],
  [60 * SECOND, 'min'],
  [SECOND, 's'],
] as const

/** Every limit by its path in limits.ts, with its value and the comment above it. */
export function limitRows(): readonly (readonly string[])[] {
  const reasons = reasonsIn(readFileSync(SOURCE, 'utf8'))
  return limitPaths(LIMITS).map(([path, value]) => [
    `\`${path}\``,
    quantity(path, value),
    reasons.get(path) ?? '',
  ])
}

export function limitPaths(value: object, prefix = ''): readonly (readonly [string, number])[] {
  return Object.entries(value).flatMap(([key, inner]: [string, unknown]) => {
    const path = `${prefix}${key}`
    return typeof inner === 'object' && inner !== null
      ? limitPaths(inner, `${path}.`)
      : [[path, Number(inner)] as const]
  })
}

function quantity(path: string, value: number): string {
  if (/bytes/i.test(path) && value >= MIB && value % MIB === 0) return `${value / MIB} MiB`
  if (/bytes/i.test(path) && value >= KIB && value % KIB === 0) return `${value / KIB} KiB`
  if (/ms$/i.test(path)) {
    const [size, unit] = UNITS.find(([ms]) => value >= ms && value % ms === 0) ?? [1, 'ms']
    return `${(value / size).toLocaleString('en')} ${unit}`
  }
  return value.toLocaleString('en')
}

/** The reason lives beside the number: the comment above a key, by the path of the key. */
function reasonsIn(source: string): ReadonlyMap<string, string> {
  const reasons = new Map<string, string>()
  const path: string[] = []
  let comment = ''
  const lines = source.replaceAll(/\/\*\*[\s\S]*?\*\//g, (block) => block.replaceAll(/\s*\n\s*\*?\s*/g, ' '))
  for (const line of lines.slice(lines.indexOf('export const LIMITS')).split('\n').slice(1)) {
    const said = /^\s*\/\*\*\s*(.*?)\s*\*\/$/.exec(line)?.[1]
    const key = /^\s*(\w+):/.exec(line)?.[1]
    if (said !== undefined) comment = said
    if (key !== undefined) {
      if (comment !== '') reasons.set([...path, key].join('.'), comment)
      comment = ''
      if (line.endsWith('{')) path.push(key)
    }
    if (/^\s*\}/.test(line)) path.pop()
  }
  return reasons
}
