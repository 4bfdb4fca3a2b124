import type { Endpoint } from '@hindcast/contract/endpoint.ts'
import { SENTRY_ENDPOINTS } from '@hindcast/contract/sentry/endpoints.ts'
import { SENTRY_UNPUBLISHED, type ShapeSource } from '@hindcast/contract/sentry/unpublished.ts'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { install, type Installation } from './harness/installation.ts'
import { CLIENTS } from './harness/paths.ts'
import { run } from './harness/run.ts'
import { deliberate } from './harness/sentry-differences.ts'
import { operationOf, publishedParameters, publishedShapes } from './harness/sentry-shapes.ts'

const RELEASE = 'shop@1.5.0'
const OWN_RELEASE = 'shop@1.6.0'

const COMMITS = [
  {
    id: 'abc1234',
    repository: 'acme/shop',
    message: 'fix the cart',
    author_name: 'Ada',
    author_email: 'ada@example.com',
    timestamp: '2026-11-15T01:41:20Z',
  },
]

/** What an endpoint is asked with, where that is more than its address. */
interface Asked {
  readonly query?: string
  readonly body?: object
  readonly form?: Readonly<Record<string, string | File>>
  /** The release, where it is not that of all others. */
  readonly version?: string
}

/** In this order: what is read was made before, and what is deleted was read before. */
const ASKED: Readonly<Record<string, Asked>> = {
  sentryCreateTeam: { body: { name: 'Payments' } },
  sentryCreateProject: { body: { name: 'Till', platform: 'node' } },
  sentryAddProjectTeam: {},
  sentryCreateKey: { body: { name: 'Second' } },
  sentryCreateRelease: {
    body: {
      version: RELEASE,
      projects: [':project'],
      commits: COMMITS,
    },
  },
  sentryCreateDeploy: { body: { environment: 'production' } },
  sentryUploadReleaseFile: { form: { name: '~/app.js', file: new File(['go()'], 'app.js') } },
  sentryUploadProjectReleaseFile: { form: { name: '~/app.js.map', file: new File(['{}'], 'app.js.map') } },
  sentryGetStats: { query: '?field=sum(quantity)&groupBy=outcome&groupBy=project' },
  sentryGetSessions: { query: '?field=sum(session)&field=crash_free_rate(user)&groupBy=project' },
  sentryExploreEvents: { query: '?field=title&field=timestamp&field=project' },
  sentryDebugSourceMaps: { query: '?exception_idx=0&frame_idx=0' },
  sentryListEvents: { query: '?full=true' },
  sentryUpdateOrganizationIssue: { body: { status: 'resolved' } },
  sentryUpdateIssues: { query: '?id=:issue', body: { status: 'unresolved' } },
  sentryUpdateProjectIssues: { query: '?id=:issue', body: { status: 'unresolved' } },
  sentryUpdateProject: { body: { platform: 'node' } },
  sentryUpdateKey: { body: { name: 'Third' } },
  sentryUpdateRelease: { body: { dateReleased: '2026-11-15T01:41:20.000Z', ref: 'abc1234' } },
  sentryStartAutofix: { body: {} },
  sentryCreateProjectRelease: { body: { version: OWN_RELEASE, commits: COMMITS } },
  sentryGetProjectRelease: { version: OWN_RELEASE },
  sentryUpdateProjectRelease: { version: OWN_RELEASE, body: { ref: 'abc1234' } },
  sentryDeleteProjectRelease: { version: OWN_RELEASE },
  sentryListProjectDeploys: { version: OWN_RELEASE },
  sentryCreateProjectDeploy: { version: OWN_RELEASE, body: { environment: 'production' } },
  sentryUpdateIssue: { body: { status: 'resolved' } },
  sentryListIssueStats: { query: '?groups=:issue' },
}
const LAST = new Set(['sentryRemoveProjectTeam', 'sentryDeleteRelease', 'sentryDeleteProjectRelease'])

let hindcast: Installation
let values: Readonly<Record<string, string>>

beforeAll(async () => {
  hindcast = await install()
  const script = join(CLIENTS, 'node', 'shop.ts')
  const { stdout } = await run(process.execPath, [script, 'tags and user', hindcast.dsn])
  const event = /^sent ([0-9a-f]{32})$/m.exec(stdout)![1]!
  const { issueId } = await hindcast.api.awaitEvent(event)
  const { org, project } = hindcast.init
  values = {
    organization: org,
    project,
    event,
    issue: issueId,
    team: 'payments',
    version: RELEASE,
    tag: 'shop',
  }
  const keys = await ask('sentryListKeys', SENTRY_ENDPOINTS.sentryListKeys)
  values = { ...values, key: (keys.body as ReadonlyArray<{ id: string }>)[0]!.id }
})
afterAll(async () => {
  expect(await hindcast?.close()).toBe(0)
})

const filled = (text: string) =>
  text.replaceAll(/:([a-z]+)/g, (_, name: string) => encodeURIComponent(values[name] ?? `no-${name}`))

async function ask(name: string, { method, path }: Endpoint): Promise<{ status: number; body: unknown }> {
  const { query = '', body, form, version = RELEASE } = ASKED[name] ?? {}
  const sent = new FormData()
  for (const [field, value] of Object.entries(form ?? {})) sent.append(field, value)
  const json = body === undefined ? undefined : JSON.stringify(body).replace(':project', values['project']!)
  const response = await fetch(
    `${hindcast.origin}${filled(path.replace(':version', encodeURIComponent(version)))}${filled(query)}`,
    {
      method,
      headers: {
        authorization: `Bearer ${hindcast.init.token}`,
        ...(json !== undefined && { 'content-type': 'application/json' }),
      },
      ...(form === undefined ? json !== undefined && { body: json } : { body: sent }),
    },
  )
  const text = await response.text()
  return { status: response.status, body: text === '' ? null : JSON.parse(text) }
}

const shapes = await publishedShapes()
const parameters = await publishedParameters()
const shapeOf = ({ method, path }: Endpoint) => shapes.get(operationOf(method, path))

/** What is made first, and what is deleted last. */
const order = (name: string) => (LAST.has(name) ? 2 : /sentry(?:Create|Add|Upload)/.test(name) ? 0 : 1)
const made = Object.keys(ASKED)
const ENDPOINTS = Object.entries<Endpoint>(SENTRY_ENDPOINTS).toSorted(
  ([a], [b]) => order(a) - order(b) || made.indexOf(a) - made.indexOf(b),
)
const isPublished = ([, endpoint]: readonly [string, Endpoint]) => shapeOf(endpoint) !== undefined
const PUBLISHED = ENDPOINTS.filter(isPublished)
const UNPUBLISHED = ENDPOINTS.filter((one) => !isPublished(one))
const SOURCES: Readonly<Record<string, ShapeSource | undefined>> = SENTRY_UNPUBLISHED

/** The endpoint that an unpublished one answers like, if Sentry publishes that. */
function publishedSource(name: string): string | undefined {
  const source = SOURCES[name] ?? { own: '' }
  const other =
    'like' in source
      ? source.like
      : 'each' in source
        ? source.each
        : 'partOf' in source
          ? source.partOf
          : undefined
  return other !== undefined && shapeOf(SENTRY_ENDPOINTS[other]) !== undefined ? other : undefined
}
const AS_PUBLISHED = UNPUBLISHED.flatMap(([name, endpoint]) => {
  const other = publishedSource(name)
  return other === undefined ? [] : [[name, other, endpoint] as const]
})

describe('lists of issues and events under /api/0', () => {
  it.each([
    'sentryListOrganizationIssues',
    'sentryListIssues',
    'sentryListEvents',
    'sentryListOrganizationIssueEvents',
    'sentryExploreEvents',
  ] as const)('[AP158] %s knows every parameter that Sentry publishes', (name) => {
    const { method, path, query } = SENTRY_ENDPOINTS[name]
    const published = parameters.get(operationOf(method, path))!
    expect(published.length).toBeGreaterThan(4)
    expect(published.filter((one) => !Object.hasOwn(query.entries, one))).toEqual([])
  })
})

describe('answers under /api/0', () => {
  it('[AP153] are compared with most of what Sentry publishes about these addresses', () => {
    expect(shapes.size).toBeGreaterThan(200)
    expect(PUBLISHED).toHaveLength(57)
  })

  it('[AP157] are said to be unpublished where Sentry publishes nothing about their address', () => {
    const names = UNPUBLISHED.map(([name]) => name)
    expect(names.toSorted()).toEqual(Object.keys(SENTRY_UNPUBLISHED).toSorted())
  })

  it.each(PUBLISHED)(
    '[AP153] %s has the shape that Sentry publishes, but for what is listed',
    async (name, endpoint) => {
      const { status, body } = await ask(name, endpoint)
      const differences = shapeOf(endpoint)!(status, body)
      expect(differences, JSON.stringify(body)?.slice(0, 500)).toEqual(deliberate(name))
    },
  )

  it.each(AS_PUBLISHED)(
    '[AP157] %s, which is not published, has the published shape of %s',
    async (name, other, endpoint) => {
      const { status, body } = await ask(name, endpoint)
      const shape = shapeOf(SENTRY_ENDPOINTS[other as keyof typeof SENTRY_ENDPOINTS])!
      const source = SOURCES[name]!
      const answers = 'each' in source ? (body as readonly unknown[]) : [body]
      expect(answers.length).toBeGreaterThan(0)
      for (const answer of answers) {
        const differences = shape(status, answer)
        const compared =
          'partOf' in source ? differences.filter((one) => !one.includes(': lacks ')) : differences
        const expected = 'partOf' in source ? [] : deliberate(other)
        expect(compared, JSON.stringify(answer)?.slice(0, 500)).toEqual(expected)
      }
    },
  )
})
