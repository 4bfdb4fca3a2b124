import { readFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { isForPeople, neededScope, type Endpoint } from '@hindcast/contract/endpoint.ts'
import { ALL_ENDPOINTS, SCHEMAS } from '@hindcast/contract/routes.ts'
import type { GenericSchema } from 'valibot'
import { toJsonSchema } from '@valibot/to-json-schema'
import { PROBLEM_STATUS } from '../packages/server/src/api/http/problem.ts'
import { COMMANDS } from '../packages/server/src/app/cli/commands.ts'
import { LIMITS } from '../packages/server/src/domain/limits.ts'
import { DROP_REASONS } from '../packages/server/src/domain/intake/outcome.ts'
import { SCOPES } from '../packages/server/src/domain/people/scope.ts'
import { INGEST_ROUTES } from '../packages/server/src/ingest/http/route.ts'

import { commandsTable } from './commands.ts'
import { screensTable } from './screens.ts'

const ROOT = resolve(import.meta.dirname, '..')

/** Every generated part of docs/specification.md, by the name in its mark. */
export const SECTIONS: Readonly<Record<string, () => string>> = {
  screens: screensTable,
  keys: commandsTable,
  entities: () =>
    Object.entries(SCHEMAS)
      .map(([name, schema]) => entity(name, schema))
      .join('\n\n'),
  validation: () => validationRules(),
  scopes: () =>
    table(
      ['scope', 'allows'],
      Object.entries(SCOPES).map(([scope, about]) => [`\`${scope}\``, about]),
    ),
  permissions: () => endpointTable((endpoint) => [access(endpoint)], ['needs']),
  endpoints: () => endpointTable((endpoint) => [endpoint.summary], ['does']),
  ingest: () =>
    table(
      ['address', 'takes'],
      INGEST_ROUTES.map(({ methods, pattern, about }) => [`\`${methods} ${pattern}\``, about]),
    ),
  commands: () =>
    table(
      ['command', 'does'],
      COMMANDS.map(({ usage, summary }) => [`\`hindcast ${usage}\``, summary]),
    ),
  'drop-reasons': () =>
    table(
      ['reason', 'means'],
      Object.entries(DROP_REASONS).map(([name, about]) => [`\`${name}\``, about]),
    ),
  problems: () =>
    table(
      ['code', 'status'],
      Object.entries(PROBLEM_STATUS).map(([code, status]) => [`\`${code}\``, String(status)]),
    ),
  limits: () => table(['limit', 'value', 'because'], limitRows()),
}

type Cell = string
interface JsonSchema {
  readonly type?: string | readonly string[]
  readonly description?: string
  readonly properties?: Readonly<Record<string, JsonSchema>>
  readonly required?: readonly string[]
  readonly items?: JsonSchema
  readonly enum?: readonly unknown[]
  readonly const?: unknown
  readonly anyOf?: readonly JsonSchema[]
  readonly oneOf?: readonly JsonSchema[]
  readonly minLength?: number
  readonly maxLength?: number
  readonly minimum?: number
  readonly maximum?: number
  readonly pattern?: string
  readonly format?: string
  readonly default?: unknown
}

function table(head: readonly Cell[], rows: ReadonlyArray<readonly Cell[]>): string {
  const line = (cells: readonly Cell[]) =>
    `| ${cells.map((cell) => cell.replaceAll('|', '\\|')).join(' | ')} |`
  return [line(head), line(head.map(() => '---')), ...rows.map(line)].join('\n')
}

function schemaOf(schema: GenericSchema, mode: 'input' | 'output'): JsonSchema {
  return toJsonSchema(schema, { errorMode: 'ignore', typeMode: mode }) as JsonSchema
}

function entity(name: string, schema: GenericSchema): string {
  const { properties, anyOf, oneOf } = schemaOf(schema, 'output')
  const variants = anyOf ?? oneOf
  if (properties === undefined && variants !== undefined) {
    return [`#### ${name}`, ...variants.map((variant) => fieldTable(variant))].join('\n\n')
  }
  return `#### ${name}\n\n${fieldTable({ properties: properties ?? {} })}`
}

function fieldTable({ properties = {} }: JsonSchema): string {
  const rows = Object.entries(properties).map(([field, schema]) => [
    `\`${field}\``,
    typeOf(schema),
    schema.description ?? '',
  ])
  return table(['field', 'type', 'meaning'], rows)
}

function typeOf(schema: JsonSchema): string {
  if (schema.const !== undefined) return `\`${JSON.stringify(schema.const)}\``
  if (schema.enum !== undefined) return schema.enum.map((value) => `\`${String(value)}\``).join(', ')
  const variants = schema.anyOf ?? schema.oneOf
  if (variants !== undefined) return [...new Set(variants.map(typeOf))].join(' or ')
  if (schema.type === 'array')
    return `list of ${schema.items === undefined ? 'anything' : typeOf(schema.items)}`
  return String(schema.type ?? 'anything')
}

function allEndpoints(): readonly Endpoint[] {
  return Object.values(ALL_ENDPOINTS)
}

function endpointTable(more: (endpoint: Endpoint) => readonly Cell[], head: readonly Cell[]): string {
  const rows = allEndpoints().map((endpoint) =>
    [`\`${endpoint.method} ${endpoint.path}\``].concat(more(endpoint)),
  )
  return table(['call', ...head], rows)
}

function access({ access: needed }: Endpoint): string {
  const words: Readonly<Record<string, string>> = {
    public: 'nothing',
    any: 'a session or any token',
    session: 'a session',
  }
  const scope = neededScope(needed)
  if (isForPeople(needed) && scope !== undefined) return `a session with \`${scope}\``
  return words[needed] ?? `a session or a token with \`${needed}\``
}

function validationRules(): string {
  const rows = allEndpoints().flatMap((endpoint) =>
    [endpoint.query, endpoint.body].flatMap((schema) => {
      if (schema === undefined) return []
      const { properties = {}, required = [] } = schemaOf(schema, 'input')
      return Object.entries(properties).map(([field, rule]) => [
        `\`${endpoint.method} ${endpoint.path}\``,
        `\`${field}\`${required.includes(field) ? '' : ' (optional)'}`,
        ruleOf(rule),
      ])
    }),
  )
  return table(['call', 'field', 'must be'], rows)
}

function ruleOf(rule: JsonSchema): string {
  const bounds = [
    rule.minLength === undefined ? '' : `at least ${rule.minLength} characters`,
    rule.maxLength === undefined ? '' : `at most ${rule.maxLength} characters`,
    rule.minimum === undefined ? '' : `at least ${rule.minimum}`,
    rule.maximum === undefined ? '' : `at most ${rule.maximum}`,
    rule.format ?? '',
    rule.default === undefined ? '' : `default \`${JSON.stringify(rule.default)}\``,
  ].filter((text) => text !== '')
  return [typeOf(rule), ...bounds].join(', ')
}

function limitRows(): Cell[][] {
  const reasons = limitReasons()
  const walk = (value: unknown, path: string): Cell[][] => {
    if (typeof value !== 'object' || value === null) {
      return [[`\`${path}\``, quantity(path, Number(value)), reasons.get(path.split('.').at(-1)!) ?? '']]
    }
    return Object.entries(value).flatMap(([key, inner]) => walk(inner, path === '' ? key : `${path}.${key}`))
  }
  return walk(LIMITS, '')
}

function quantity(path: string, value: number): string {
  const mib = 1024 * 1024
  if (/bytes/i.test(path) && value >= mib && value % mib === 0) return `${value / mib} MiB`
  if (/bytes/i.test(path) && value >= 1024 && value % 1024 === 0) return `${value / 1024} KiB`
  return value.toLocaleString('en')
}

/** The doc comment above each key of limits.ts: the reason lives beside the number, and here. */
function limitReasons(): ReadonlyMap<string, string> {
  const source = readFileSync(join(ROOT, 'packages/server/src/domain/limits.ts'), 'utf8')
  const pairs = source.matchAll(/\/\*\*((?:(?!\*\/)[\s\S])*)\*\/\s+(\w+):/g)
  return new Map(
    [...pairs].map((match) => [match[2]!, match[1]!.replaceAll(/\s*\n\s*\*?\s*/g, ' ').trim()] as const),
  )
}
