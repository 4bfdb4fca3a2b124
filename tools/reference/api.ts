import { isForPeople, neededScope, type Endpoint } from '@hindcast/contract/endpoint.ts'
import { ALL_ENDPOINTS, SCHEMAS } from '@hindcast/contract/routes.ts'
import { toJsonSchema } from '@valibot/to-json-schema'
import type { GenericSchema } from 'valibot'
import { ROLE_NAMES, ROLES, scopesOf } from '../../packages/server/src/domain/people/roles.ts'
import { ALL_SCOPES, SCOPES } from '../../packages/server/src/domain/people/scope.ts'
import type { Page, Section, Table } from './page.ts'

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
  readonly format?: string
  readonly default?: unknown
}

export function endpoints(): readonly Endpoint[] {
  return Object.values(ALL_ENDPOINTS)
}

export function callOf({ method, path }: Endpoint): string {
  return `${method} ${path}`
}

export function requestsPage(): Page {
  return {
    name: 'requests',
    title: 'API requests',
    about:
      'Every endpoint of the API (/api/v1) and of the Sentry-compatible API (/api/0), what it needs and which values its query and body accept. The API documentation (`/api/v1/docs`) also has the answers.',
    sections: endpoints().map((endpoint): Section => ({
      title: callOf(endpoint),
      about: `${endpoint.summary}. Needs ${access(endpoint)}.`,
      table: parametersOf(endpoint),
    })),
  }
}

function parametersOf({ query, body }: Endpoint): Table | undefined {
  const rows = Object.entries({ query, body }).flatMap(([place, schema]) => {
    if (schema === undefined) return []
    const { properties = {}, required = [] } = schemaOf(schema, 'input')
    return Object.entries(properties).map(([field, rule]) => [
      `\`${field}\`${required.includes(field) ? '' : ' (optional)'}`,
      place,
      ruleOf(rule),
    ])
  })
  return rows.length === 0 ? undefined : { head: ['Field', 'In', 'Must be'], rows }
}

export function objectsPage(): Page {
  return {
    name: 'objects',
    title: 'API objects',
    about: 'Every object that the API returns, field by field.',
    sections: Object.entries(SCHEMAS).flatMap(([name, schema]) => sectionsOf(name, schema)),
  }
}

function sectionsOf(name: string, schema: GenericSchema): readonly Section[] {
  const { properties, anyOf, oneOf } = schemaOf(schema, 'output')
  const variants = properties === undefined ? (anyOf ?? oneOf) : undefined
  if (variants === undefined) return [{ title: name, table: fieldTable({ properties: properties ?? {} }) }]
  return variants.map((variant, index) => ({
    title: `${name} (${index + 1} of ${variants.length})`,
    table: fieldTable(variant),
  }))
}

function fieldTable({ properties = {} }: JsonSchema): Table {
  return {
    head: ['Field', 'Type', 'Meaning'],
    rows: Object.entries(properties).map(([field, schema]) => [
      `\`${field}\``,
      typeOf(schema),
      schema.description ?? '',
    ]),
  }
}

export function permissionsPage(): Page {
  return {
    name: 'permissions',
    title: 'Roles and permissions',
    about:
      'A person may do what their role in the organization allows; a token what its scopes allow, and never more than the role of its owner. What belongs to another organization is answered with 404.',
    sections: [
      {
        title: 'Roles',
        table: {
          head: ['Role', 'May', 'Scopes'],
          rows: ROLE_NAMES.map((role) => [role, ROLES[role].about, codes(Array.from(scopesOf(role)))]),
        },
      },
      {
        title: 'Scopes',
        table: {
          head: ['Scope', 'Allows', ...ROLE_NAMES],
          rows: ALL_SCOPES.map((scope) =>
            [`\`${scope}\``, SCOPES[scope] as string].concat(
              ROLE_NAMES.map((role) => (scopesOf(role).has(scope) ? 'yes' : '–')),
            ),
          ),
        },
      },
      {
        title: 'Endpoints',
        table: {
          head: ['Request', 'Needs', ...ROLE_NAMES],
          rows: endpoints().map((endpoint) =>
            [`\`${callOf(endpoint)}\``, access(endpoint)].concat(
              ROLE_NAMES.map((role) => (mayCall(role, endpoint) ? 'yes' : '–')),
            ),
          ),
        },
      },
    ],
  }
}

function mayCall(role: string, { access: needed }: Endpoint): boolean {
  const scope = neededScope(needed)
  return scope === undefined || scopesOf(role).has(scope)
}

export function access({ access: needed }: Endpoint): string {
  const words: Readonly<Record<string, string>> = {
    public: 'nothing',
    any: 'a session or any token',
    session: 'a session',
  }
  const scope = neededScope(needed)
  if (isForPeople(needed) && scope !== undefined) return `a session with \`${scope}\``
  return words[needed] ?? `a session or a token with \`${needed}\``
}

export function schemaOf(schema: GenericSchema, mode: 'input' | 'output'): JsonSchema {
  return toJsonSchema(schema, { errorMode: 'ignore', typeMode: mode }) as JsonSchema
}

function typeOf(schema: JsonSchema): string {
  if (schema.const !== undefined) return `\`${JSON.stringify(schema.const)}\``
  if (schema.enum !== undefined) return codes(schema.enum.map(String))
  const variants = schema.anyOf ?? schema.oneOf
  if (variants !== undefined) return [...new Set(variants.map(typeOf))].join(' or ')
  if (schema.type === 'array')
    return `list of ${schema.items === undefined ? 'anything' : typeOf(schema.items)}`
  return String(schema.type ?? 'anything')
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

export function codes(names: readonly string[]): string {
  return names.map((name) => `\`${name}\``).join(', ')
}
