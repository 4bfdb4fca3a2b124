import { LIMITS } from '#domain/limits.ts'
import { decodeSegment } from './pattern.ts'

/** As Next.js writes them: `/p/:id(\d+)` → `/product/:id`. */
export interface RouteRewrite {
  readonly source: string
  readonly destination: string
}

/** Where a path leads; `external` is another server. Undefined: not a path of this rewrite. */
export type CompiledRewrite = (path: readonly string[]) => readonly string[] | 'external' | undefined

interface SourcePart {
  readonly name?: string
  readonly text?: string
  /** How many segments it takes; only the last part may take more than one. */
  readonly takes: 'one' | 'some' | 'any'
  readonly accepts: (segment: string) => boolean
}

/** Undefined: a source with a regular expression of its own, which is not run: whoever uploads it might not mean well. */
export function compileRewrite({ source, destination }: RouteRewrite): CompiledRewrite | undefined {
  const texts = source.split('/').filter((part) => part !== '')
  const { patternChars, segments } = LIMITS.routes
  if (source.length > patternChars || destination.length > patternChars || texts.length > segments)
    return undefined
  const parts = texts.map(readPart)
  if (!parts.every((part) => part !== undefined)) return undefined
  if (parts.slice(0, -1).some(({ takes }) => takes !== 'one')) return undefined
  const target = destination.startsWith('/')
    ? (/^[^?#]*/.exec(destination)?.[0] ?? '').split('/').slice(1)
    : undefined
  return (path) => {
    const values = valuesOf(parts, path)
    if (values === undefined) return undefined
    return target?.flatMap((part) => fill(part, values)) ?? 'external'
  }
}

const NAMED = /^:(\w+)(?:\(([^()]+)\))?([*+?]?)$/

function readPart(text: string): SourcePart | undefined {
  const [, name, condition, count] = NAMED.exec(text) ?? []
  if (name === undefined) {
    if (/[:(){}*+?]/.test(text)) return undefined
    const fixed = decodeSegment(text)
    return { text: fixed, takes: 'one', accepts: (segment) => segment === fixed }
  }
  const accepts = readCondition(condition)
  if (accepts === undefined || count === '?') return undefined
  if (condition === '.*') return { name, takes: 'any', accepts }
  return { name, takes: count === '*' ? 'any' : count === '+' ? 'some' : 'one', accepts }
}

const WORDS = /^[\w-]+(?:\|[\w-]+)*$/

/** The conditions that people write: digits, one of some words, anything. */
function readCondition(condition: string | undefined): SourcePart['accepts'] | undefined {
  if (condition === undefined || condition === '.*' || condition === '[^/]+') return () => true
  if (condition === String.raw`\d+` || condition === String.raw`\d{1,}`)
    return (segment) => /^\d+$/.test(segment)
  if (!WORDS.test(condition)) return undefined
  const words = new Set(condition.split('|'))
  return (segment) => words.has(segment)
}

type Values = ReadonlyMap<string, readonly string[]>

function valuesOf(parts: readonly SourcePart[], path: readonly string[]): Values | undefined {
  const values = new Map<string, readonly string[]>()
  for (const [at, { name, takes, accepts }] of parts.entries()) {
    const taken = takes === 'one' ? path.slice(at, at + 1) : path.slice(at)
    if ((takes !== 'any' && taken.length === 0) || !taken.every(accepts)) return undefined
    if (name !== undefined) values.set(name, taken)
  }
  const isOpen = parts.at(-1)?.takes !== 'one' && parts.length > 0
  return isOpen || path.length === parts.length ? values : undefined
}

function fill(part: string, values: Values): readonly string[] {
  const [, name] = /^:(\w+)[*+]?$/.exec(part) ?? []
  if (name === undefined) return part === '' ? [] : [decodeSegment(part)]
  return values.get(name) ?? []
}
