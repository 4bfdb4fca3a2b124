import type { Endpoint } from '@hindcast/contract/endpoint.ts'
import { SENTRY_ABSENT, SENTRY_ENDPOINTS } from '@hindcast/contract/sentry/endpoints.ts'
import { SENTRY_UNPUBLISHED, type ShapeSource } from '@hindcast/contract/sentry/unpublished.ts'
import { access, callOf, codes, schemaOf } from './api.ts'
import type { Page, Table } from './page.ts'

/** What of Sentry's API is there, made of what the server serves. */
export function sentryPage(): Page {
  const named = Object.entries<Endpoint>(SENTRY_ENDPOINTS)
  const endpoints = named.map(([, endpoint]) => endpoint)
  return {
    name: 'sentry',
    title: 'Sentry’s API',
    about:
      'The endpoints of Sentry’s API that Hindcast has, under /api/0, for sentry-cli, bundler plugins, dashboards and Sentry’s MCP server. Any other address there is answered with 404.',
    sections: [
      {
        title: 'Endpoints',
        about:
          'answered: from what is stored. always empty: it is about something that Hindcast does not have, and says so in the shape that tools understand. Parameters are those of the address; the body is under API requests. Shape: what holds the shape of the answer in our tests. published: what Sentry publishes for the address, but for deliberate differences.',
        table: {
          head: ['Request', 'Does', 'Support', 'Parameters', 'Needs', 'Shape'],
          rows: named.map(([name, endpoint]) => [
            `\`${callOf(endpoint)}\``,
            endpoint.summary,
            SENTRY_ABSENT.has(endpoint) ? 'always empty' : 'answered',
            parametersOf(endpoint),
            access(endpoint),
            shapeOf(UNPUBLISHED[name]),
          ]),
        },
      },
      { title: 'Parameters', table: meanings(endpoints) },
    ],
  }
}

const UNPUBLISHED: Readonly<Record<string, ShapeSource | undefined>> = SENTRY_UNPUBLISHED

function shapeOf(source: ShapeSource | undefined): string {
  if (source === undefined) return 'published'
  const call = (name: keyof typeof SENTRY_ENDPOINTS) => `\`${callOf(SENTRY_ENDPOINTS[name])}\``
  if ('like' in source) return `not published; as ${call(source.like)}`
  if ('each' in source) return `not published; a list of ${call(source.each)}`
  if ('partOf' in source) return `not published; a part of ${call(source.partOf)}`
  return 'client' in source ? `not published; read by ${source.client}` : `not published; ${source.own}`
}

function parametersOf({ query }: Endpoint): string {
  if (query === undefined) return 'none; any are ignored'
  const names = Object.keys(schemaOf(query, 'input').properties ?? {})
  const others = query.type === 'strict_object' ? 'others are refused with 400' : 'others are ignored'
  return `${codes(names)}; ${others}`
}

/** Each meaning once, with the endpoints where a parameter has it. */
function meanings(endpoints: readonly Endpoint[]): Table {
  const rows = new Map<string, { readonly name: string; readonly means: string; readonly calls: string[] }>()
  for (const endpoint of endpoints) {
    const { properties = {} } = endpoint.query === undefined ? {} : schemaOf(endpoint.query, 'input')
    for (const [name, { description: means = '' }] of Object.entries(properties)) {
      if (means === '') continue
      const row = rows.get(`${name} ${means}`) ?? { name, means, calls: [] }
      row.calls.push(`\`${callOf(endpoint)}\``)
      rows.set(`${name} ${means}`, row)
    }
  }
  return {
    head: ['Parameter', 'Means', 'Of'],
    rows: [...rows.values()]
      .toSorted((a, b) => a.name.localeCompare(b.name))
      .map(({ name, means, calls }) => [`\`${name}\``, means, calls.join(', ')]),
  }
}
