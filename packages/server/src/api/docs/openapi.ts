import { toJsonSchema, toJsonSchemaDefs, type ConversionConfig } from '@valibot/to-json-schema'
import type { GenericSchema } from 'valibot'
import { isForPeople, type Access, type Endpoint } from '@hindcast/contract/endpoint.ts'
import { ALL_ENDPOINTS, SCHEMAS } from '@hindcast/contract/routes.ts'
import { LIMITS } from '#domain/limits.ts'
import { SCOPES } from '@hindcast/contract/people/scope.ts'

type JsonSchema = Readonly<Record<string, unknown>>

export interface Operation {
  readonly operationId: string
  readonly summary: string
  readonly tags: readonly string[]
  readonly security: ReadonlyArray<Readonly<Record<string, readonly string[]>>>
  readonly parameters: ReadonlyArray<Readonly<Record<string, unknown>>>
  readonly requestBody?: unknown
  readonly responses: Readonly<Record<string, unknown>>
}

export interface OpenApiDocument {
  readonly openapi: '3.1.0'
  readonly info: Readonly<Record<string, unknown>>
  readonly servers: ReadonlyArray<{ readonly url: string }>
  readonly paths: Readonly<Record<string, Readonly<Record<string, Operation>>>>
  readonly components: Readonly<Record<string, unknown>>
  readonly tags: ReadonlyArray<{ readonly name: string; readonly description: string }>
}

const TAGS: Readonly<Record<string, string>> = {
  setup: 'First-run setup',
  session: 'Sign-in and preferences',
  projects: 'Projects, settings and keys',
  issues: 'Issues',
  releases: 'Releases',
  routes: 'Routes',
  events: 'Events',
  traces: 'Traces and spans',
  lookup: 'Lookup of IDs, digests, DSNs and links',
  intake: 'Outcomes of everything that was sent',
  members: 'Members and invitations',
  teams: 'Teams',
  audit: 'Audit log',
  tokens: 'API tokens',
  live: 'Live updates',
  alerts: 'Alerts, channels and deliveries',
  shares: 'Share links',
  samples: 'Sample data',
  sentry: 'The subset of Sentry’s API that existing tools use',
}

const BASE = {
  target: 'draft-2020-12',
  errorMode: 'throw',
  ignoreActions: ['trim'],
  definitions: SCHEMAS,
  overrideRef: ({ referenceId }) => `#/components/schemas/${referenceId}`,
} as const satisfies ConversionConfig

/** Generated from the same values the server serves from, so the document cannot be behind. */
export function openApiDocument(publicUrl: string): OpenApiDocument {
  const paths: Record<string, Record<string, Operation>> = {}
  for (const [operationId, declared] of Object.entries(ALL_ENDPOINTS)) {
    const path = declared.path.replaceAll(/:([a-z]+)/gi, '{$1}')
    const operations = (paths[path] ??= {})
    operations[declared.method.toLowerCase()] = operationOf(operationId, declared)
  }
  return {
    openapi: '3.1.0',
    info: {
      title: 'Hindcast',
      version: '1',
      description:
        'Errors, their issues and what became of everything that was sent. Moments are RFC 3339 in UTC; ' +
        'what is absent is null.',
      license: { name: 'Apache-2.0', identifier: 'Apache-2.0' },
    },
    servers: [{ url: publicUrl }],
    tags: Object.entries(TAGS).map(([name, description]) => ({ name, description })),
    paths,
    components: {
      schemas: toJsonSchemaDefs(SCHEMAS, {
        target: BASE.target,
        errorMode: BASE.errorMode,
        ignoreActions: BASE.ignoreActions,
        overrideRef: BASE.overrideRef,
      }),
      securitySchemes: {
        token: { type: 'http', scheme: 'bearer', description: `An API token. Scopes: ${SCOPES.join(', ')}.` },
        session: { type: 'apiKey', in: 'cookie', name: 'hindcast.session_token' },
      },
    },
  }
}

function operationOf(operationId: string, declared: Endpoint): Operation {
  return {
    operationId,
    summary: declared.summary,
    tags: [declared.tag],
    security: securityOf(declared.access),
    parameters: [...pathParameters(declared), ...queryParameters(declared), ...formatParameter(declared)],
    ...requestBodyOf(declared),
    responses: responsesOf(declared),
  }
}

function requestBodyOf(declared: Endpoint): { readonly requestBody?: unknown } {
  if (declared.consumes === 'multipart') {
    return {
      requestBody: { required: true, content: { 'multipart/form-data': { schema: { type: 'object' } } } },
    }
  }
  if (declared.body === undefined) return {}
  const content = { 'application/json': { schema: schemaOf(declared.body, 'input') } }
  return { requestBody: { required: declared.body.type !== 'optional', content } }
}

function securityOf(access: Access): Operation['security'] {
  if (access === 'public') return []
  if (isForPeople(access)) return [{ session: [] }]
  return [{ token: access === 'any' ? [] : [access] }, { session: [] }]
}

function pathParameters(declared: Endpoint): Operation['parameters'] {
  const schemas: Readonly<Record<string, GenericSchema<string, string> | undefined>> = declared.params
  return [...declared.path.matchAll(/:([a-z]+)/gi)].map(([, name = '']) => {
    const schema = schemas[name]
    return {
      name,
      in: 'path',
      required: true,
      schema: schema === undefined ? { type: 'string' } : schemaOf(schema, 'input'),
    }
  })
}

function queryParameters(declared: Endpoint): Operation['parameters'] {
  if (declared.query === undefined) return []
  // What the text means, not that it is text: a limit is documented as a number.
  const { properties = {}, required = [] } = schemaOf(declared.query, 'output') as {
    properties?: Record<string, Record<string, unknown>>
    required?: readonly string[]
  }
  return Object.entries(properties).map(([name, { description, ...schema }]) => ({
    name,
    in: 'query',
    required: required.includes(name),
    description: description ?? '',
    schema: schema['type'] === 'integer' ? withNumericDefault(schema) : schema,
  }))
}

function formatParameter({ rows }: Endpoint): Operation['parameters'] {
  if (rows === undefined) return []
  const most = LIMITS.answers.downloadRows.toLocaleString('en')
  return [
    {
      name: 'format',
      in: 'query',
      required: false,
      description:
        `\`csv\` and \`ndjson\`: \`${rows}\` of all pages as a file, up to ${most} rows; where there are more, ` +
        'the last line says so. `Accept: text/csv` and `application/x-ndjson` do the same.',
      schema: { enum: ['json', 'csv', 'ndjson'], default: 'json' },
    },
  ]
}

function withNumericDefault(schema: Record<string, unknown>): JsonSchema {
  return 'default' in schema ? { ...schema, default: Number(schema['default']) } : schema
}

const ERRORS: Readonly<Record<string, string>> = {
  '400': 'The request is invalid',
  '401': 'Not signed in, or no valid token',
  '403': 'The token lacks the scope, or the request came from another origin',
  '404': 'Not found, or not yours',
  '409': 'Conflicts with the current state',
  '429': 'Too many requests',
  '500': 'Internal error; the log has the digest in the body',
  '503': 'A store is unavailable',
}

function responsesOf(declared: Endpoint): Operation['responses'] {
  const problem = declared.tag === 'sentry' ? 'SentryProblem' : 'Problem'
  const failures = Object.entries(ERRORS).map(([status, description]) => [
    status,
    {
      description,
      content: { 'application/json': { schema: { $ref: `#/components/schemas/${problem}` } } },
    },
  ])
  const media = declared.produces === 'stream' ? 'text/event-stream' : 'application/json'
  return {
    [declared.status]: {
      description: declared.summary,
      content:
        declared.status === 204
          ? {}
          : { [media]: { schema: schemaOf(declared.response, 'output') }, ...tableContent(declared) },
    },
    ...Object.fromEntries(failures),
  }
}

function tableContent({ rows }: Endpoint): Readonly<Record<string, object>> {
  if (rows === undefined) return {}
  const schema = { type: 'string' }
  return { 'text/csv': { schema }, 'application/x-ndjson': { schema } }
}

function schemaOf(schema: GenericSchema, typeMode: 'input' | 'output'): JsonSchema {
  const named = Object.entries(SCHEMAS).find(([, candidate]) => candidate === schema)
  if (named !== undefined) return { $ref: `#/components/schemas/${named[0]}` }
  const {
    $schema: _,
    $defs: __,
    ...rest
  } = toJsonSchema(schema, { ...BASE, typeMode }) as Record<string, unknown>
  return rest
}
