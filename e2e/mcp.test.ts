import type { EventView } from '@hindcast/contract/events/event-view.ts'
import { heldBy } from '@hindcast/contract/sentry/unpublished.ts'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { eventually } from './harness/eventually.ts'
import { install, type Installation } from './harness/installation.ts'
import { startMcpServer, type McpServer } from './harness/mcp-server.ts'
import { CLIENTS } from './harness/paths.ts'
import { run } from './harness/run.ts'
import { OWNER } from './harness/server.ts'
import { sendSpans, spanId } from './harness/spans.ts'
import { watchRequests, type WatchedRequests } from './harness/watched-requests.ts'

const CRASH = "TypeError: Cannot read properties of undefined (reading 'items')"
const RELEASE = 'shop@1.4.2'
const SCOPES = ['org:read', 'project:write', 'team:write', 'event:admin', 'project:releases', 'alerts:write']

let hindcast: Installation
let watched: WatchedRequests
let mcp: McpServer
let crash: EventView
let tagged: EventView
/** Short IDs. */
let crashed: string
let tagging: string
let traceId: string

beforeAll(async () => {
  watched = await watchRequests()
  hindcast = await install({ env: watched.env })
  crash = await tell('uncaught error')
  tagged = await tell('tags and user')
  crashed = (await hindcast.api.issue(crash.issueId)).shortId
  tagging = (await hindcast.api.issue(tagged.issueId)).shortId
  traceId = String(crash.contexts['trace']?.['trace_id'])
  await sendTrace()
  await sendFeedback()
  await describeRelease()
  const token = await ownToken()
  await post('/api/v1/alerts', {
    when: { kind: 'new' },
    for: { projectIds: [], query: '', environments: [], levels: [] },
    tell: [],
    every: 30,
  })
  mcp = await startMcpServer(hindcast.origin, token)
})
afterAll(async () => {
  await mcp?.close()
  expect(await hindcast?.close()).toBe(0)
  await watched?.close()
})

/** What the tool says; it must not call it an error. */
async function said(tool: string, args: object = {}): Promise<string> {
  const { text, isError } = await mcp.call(tool, { organizationSlug: hindcast.init.org, ...args })
  expect(isError, `${tool} ${JSON.stringify(args)}:\n${text}`).toBe(false)
  return text
}

async function refused(tool: string, args: object = {}): Promise<string> {
  const { text, isError } = await mcp.call(tool, { organizationSlug: hindcast.init.org, ...args })
  expect(isError, text).toBe(true)
  return text
}

it('[AP147] Sentry’s MCP server starts with a token and offers its tools', async () => {
  expect(await mcp.tools()).toEqual(expect.arrayContaining(['search_issues', 'execute_sentry_tool']))
})

describe('tools that read', () => {
  it('[AP147] whoami, find_organizations, find_projects and find_teams', async () => {
    expect(await said('whoami')).toContain(OWNER.email)
    expect(await said('find_organizations')).toContain(`"slug": "${hindcast.init.org}"`)
    expect(await said('find_projects', { query: 'WEB' })).toContain(hindcast.init.project)
    expect(await said('find_projects', { query: 'nothing-like-it' })).not.toContain(hindcast.init.project)
    expect(await said('find_teams')).toContain('"teams": []')
  })

  it('[AP147] whoami with a token that belongs to nobody names the token', async () => {
    const service = await startMcpServer(hindcast.origin, hindcast.init.token)
    const { text, isError } = await service.call('whoami', {})
    await service.close()
    expect([isError, text]).toEqual([false, expect.stringMatching(/"name": "hindcast init",\s*"email": ""/)])
  })

  it('[AP147] find_releases and get_release_details', async () => {
    expect(await said('find_releases', { query: '1.4' })).toContain('fix the cart')
    expect(await said('find_releases', { query: '9.9' })).toContain('"releases": []')
    const asked = { releaseVersion: RELEASE, includeDeploys: true, includeCommits: true }
    for (const place of [{}, { projectSlugOrId: hindcast.init.project }]) {
      const text = await said('get_release_details', { ...asked, ...place })
      expect(text).toContain('**Environment**: production')
      expect(text).toContain('`abc1234`: fix the cart')
    }
  })

  it('[AP147] search_issues and get_issue_details, by short ID, event and address', async () => {
    const args = { query: 'is:unresolved', projectSlugOrId: hindcast.init.project }
    for (const sort of ['date', 'freq', 'new', 'user', 'recommended'])
      expect(await said('search_issues', { ...args, sort })).toContain(crashed)
    const issueUrl = `${hindcast.origin}/organizations/${hindcast.init.org}/issues/${crash.issueId}/`
    for (const asked of [{ issueId: crashed }, { eventId: crash.eventId }, { issueUrl }]) {
      const text = await said('get_issue_details', asked)
      expect(text).toContain(CRASH)
      expect(text).toContain('priceOf')
    }
    const resource = { resourceType: 'issue', resourceId: crashed }
    expect(await said('get_sentry_resource', resource)).toContain(CRASH)
  })

  it('[AP147] get_issue_breadcrumbs, get_issue_tag_values and get_issue_user_reports', async () => {
    expect(await said('get_issue_breadcrumbs', { issueId: crashed })).toContain(crashed)
    expect(await said('get_issue_tag_values', { issueId: tagging, tagKey: 'shop' })).toContain('north')
    expect(await said('get_issue_user_reports', { issueId: crashed })).toContain('The cart is gone')
  })

  it('[AP147] search_issue_events and search_events, in rows and counted', async () => {
    expect(await said('search_issue_events', { issueId: tagging, query: 'shop:north' })).toContain(
      tagged.eventId,
    )
    expect(await said('search_events', { dataset: 'errors', query: 'error.type:TypeError' })).toContain(
      crashed,
    )
    const fields = ['issue', 'project', 'count()', 'count_unique(user)', 'last_seen()']
    const counted = await said('search_events', { query: 'shop:north', fields, sort: '-count()' })
    expect(counted).toMatch(
      new RegExp(`"issue": "${tagging}",[^}]*"count\\(\\)": 1,\\s*"count_unique\\(user\\)": 1`),
    )
    expect(await refused('search_events', { query: '', fields: ['p95(x)'], sort: '-p95(x)' })).toContain(
      'p95(x)',
    )
  })

  it('[AP147] get_trace_details and get_span_details', async () => {
    const text = await said('get_trace_details', { traceId })
    expect(text).toContain('GET /cart')
    expect(text).toContain('**Total Spans**: 2')
    expect(await said('get_span_details', { traceId, spanId: spanId(2) })).toContain('select cart')
  })

  it('[AP155] search_events finds spans', async () => {
    const dataset = 'spans'
    const segments = { dataset, query: 'is_transaction:true', sort: '-span.duration' }
    expect(await said('search_events', segments)).toContain('GET /cart')
    for (const query of [
      `trace:${traceId} span.op:db`,
      'span.op:db',
      'span.duration:>50ms !is_transaction:true',
    ]) {
      const text = await said('search_events', { dataset, query, sort: '-span.duration' })
      expect(text).toContain('select cart')
      expect(text).not.toContain('## GET /cart')
    }
    expect(await refused('search_events', { dataset, query: 'has:db.statement' })).toContain('db.statement')
  })

  it('[AP156] search_events counts and measures spans', async () => {
    const fields = ['transaction', 'count()', 'avg(span.duration)', 'p95(span.duration)', 'epm()']
    const asked = { dataset: 'spans', query: 'is_transaction:true', fields, sort: '-avg(span.duration)' }
    expect(await said('search_events', asked)).toMatch(
      /"transaction": "GET \/cart",\s*"count\(\)": 1,\s*"avg\(span\.duration\)": 200,\s*"p95\(span\.duration\)": 200/,
    )
    const byOp = { dataset: 'spans', query: '', fields: ['span.op', 'count()'], sort: '-count()' }
    expect(await said('search_events', byOp)).toMatch(/"span\.op": "db",\s*"count\(\)": 1/)
  })

  it('[AP147] find_alert_rules, get_alert_rule and find_dsns', async () => {
    const place = { projectSlug: hindcast.init.project }
    const text = await said('find_alert_rules', place)
    const [, id = '', name = ''] = /"id": "([^"]+)",\s*"name": "([^"]+)"/.exec(text) ?? []
    expect(await said('get_alert_rule', { ...place, kind: 'issue', ruleIdOrName: name })).toContain(id)
    expect(await said('find_alert_rules', { ...place, query: name })).toContain(id)
    expect(await said('find_dsns', place)).toContain(hindcast.publicKey)
  })
})

describe('tools that change', () => {
  it('[AP147] update_issue, add_issue_note and get_issue_activity', async () => {
    await said('update_issue', { issueId: crashed, status: 'resolved', reason: 'fixed in the cart' })
    expect(await hindcast.api.issue(crash.issueId)).toMatchObject({ status: 'resolved' })
    const ignored = { status: 'ignored', ignoreMode: 'untilOccurrenceCount', ignoreCount: 10 }
    await said('update_issue', { issueId: crashed, ...ignored })
    expect(await hindcast.api.issue(crash.issueId)).toMatchObject({ snooze: { kind: 'events', count: 10 } })
    await said('update_issue', { issueId: crashed, status: 'unresolved', assignedTo: OWNER.email })
    await said('add_issue_note', { issueId: crashed, text: 'seen by an assistant' })
    const text = await said('get_issue_activity', { issueId: crashed })
    for (const part of [
      'set_resolved',
      'set_ignored',
      'fixed in the cart',
      'seen by an assistant',
      OWNER.email,
    ])
      expect(text).toContain(part)
  })

  it('[AP147] create_team, create_project, update_project, add_team_to_project and remove_team_from_project', async () => {
    for (const name of ['Payments', 'Search']) expect(await said('create_team', { name })).toContain(name)
    expect(await said('find_teams', { query: 'pay' })).toContain('"slug": "payments"')
    const made = await said('create_project', { teamSlug: 'payments', name: 'Till', platform: 'node' })
    expect(made).toContain('**Slug**: till')
    expect(made).toMatch(/\*\*SENTRY_DSN\*\*: http:\/\/[0-9a-f]{32}@/)
    const changed = await said('update_project', { projectSlug: 'till', name: 'Tills', platform: 'php' })
    expect(changed).toMatch(/"name": "Tills",\s*"platform": "php"/)
    expect(await refused('update_project', { projectSlug: 'till', slug: 'tills' })).toContain(
      'slug: can’t be changed',
    )
    const place = { projectSlug: 'till', teamSlug: 'search' }
    expect(await said('add_team_to_project', place)).toMatch(/"changed": true[^]*payments[^]*search/)
    expect(await said('remove_team_from_project', place)).not.toContain('"slug": "search"')
  })

  it('[AP147] create_dsn and update_dsn', async () => {
    const place = { projectSlug: hindcast.init.project }
    const made = await said('create_dsn', { ...place, name: 'Second' })
    const keyId = /http:\/\/([0-9a-f]{32})@/.exec(made)?.[1]
    const limit = { rateLimitWindow: 3600, rateLimitCount: 100 }
    expect(await said('update_dsn', { ...place, keyId, name: 'Third', ...limit })).toContain('Third')
    expect(await said('find_dsns', place)).toContain('Third')
    expect(await said('update_dsn', { ...place, keyId, isActive: false })).toContain(keyId)
    expect(await refused('update_dsn', { ...place, keyId, browserSdkVersion: '7.x' })).toContain(
      'browserSdkVersion',
    )
  })
})

describe('tools for what Hindcast does not have', () => {
  it.each([
    ['find_dashboards', {}, /no dashboards|"dashboards": \[\]/i],
    ['find_monitors', {}, /no .*monitors|"monitors": \[\]/i],
    ['find_uptime_monitors', {}, /no uptime monitors|"monitors": \[\]|\[\]/i],
    ['search_agent_conversations', {}, /"conversations": \[\]/],
    ['search_events', { dataset: 'logs', query: 'severity:error' }, /no results found/i],
    ['search_events', { dataset: 'metrics', query: 'metric.name:x' }, /no results found/i],
    ['search_events', { dataset: 'profiles', query: '' }, /no results found/i],
    ['search_events', { dataset: 'replays', query: '' }, /no .*replays|no results/i],
  ])('[AP147] %s %j says that there is none', async (tool, args, none) => {
    expect(await said(tool, args)).toMatch(none)
  })

  it('[AP147] get_event_attachment and get_event_stacktrace say that there is none', async () => {
    const place = { projectSlug: hindcast.init.project, eventId: crash.eventId }
    expect(await said('get_event_attachment', place)).toMatch(/no attachments/i)
    // Of a browser or Node.js there is one thread, which the issue’s details show.
    expect(await said('get_event_stacktrace', { issueId: crashed })).toContain('No thread stacktraces')
  })

  it.each([
    ['get_dashboard_details', { dashboardIdOrTitle: 'Shop' }, 'No dashboard with title'],
    ['get_monitor_details', { monitorSlug: 'nightly' }, 'Not found'],
    ['get_replay_details', { replayId: 'a'.repeat(32) }, 'Not found'],
    ['get_profile_details', { projectSlugOrId: 'web-shop', profileId: 'a'.repeat(32) }, 'Not found'],
    ['get_uptime_monitor_details', { projectSlug: 'web-shop', uptimeMonitorId: '1' }, 'Not found'],
    ['get_agent_conversation_details', { conversationId: 'x' }, 'Not found'],
  ])('[AP147] %s %j says that there is no such thing', async (tool, args, none) => {
    expect(await refused(tool, args)).toContain(none)
  })

  it('[AP147] analyze_issue_with_seer says what is missing', async () => {
    expect(await refused('analyze_issue_with_seer', { issueId: crashed })).toContain('Hindcast has no Seer')
  })
})

it('[AP157] the MCP server was answered by every endpoint whose shape it holds', async () => {
  expect([...(await watched.answered())]).toEqual(expect.arrayContaining([...heldBy('MCP server')]))
})

/** A process with the real SDK; its event as it is stored. */
async function tell(scenario: string): Promise<EventView> {
  const script = join(CLIENTS, 'node', 'shop.ts')
  const { stdout, stderr } = await run(process.execPath, [script, scenario, hindcast.dsn])
  const eventId = /^sent ([0-9a-f]{32})$/m.exec(stdout)?.[1]
  if (eventId === undefined) throw new Error(`the SDK sent nothing:\n${stdout}${stderr}`)
  return hindcast.api.awaitEvent(eventId)
}

async function sendTrace(): Promise<void> {
  await sendSpans(hindcast.dsn, traceId, Date.now() - 1000, [
    { id: 1, start: 0, duration: 200, op: 'http.server', name: 'GET /cart' },
    { id: 2, parent: 1, start: 20, duration: 100, op: 'db', name: 'select cart' },
  ])
  await eventually('the trace', async () =>
    (await hindcast.api.get(`/api/v1/traces/${traceId}`)).status === 200 ? true : undefined,
  )
}

async function sendFeedback(): Promise<void> {
  const report = {
    event_id: crash.eventId,
    name: 'Ada',
    email: 'ada@example.com',
    comments: 'The cart is gone',
  }
  const body = `{}\n{"type":"user_report"}\n${JSON.stringify(report)}\n`
  const { origin, projectId, publicKey } = hindcast
  const sent = await fetch(`${origin}/api/${projectId}/envelope/?sentry_key=${publicKey}`, {
    method: 'POST',
    body,
  })
  expect(sent.status).toBe(200)
  await eventually('the feedback', async () => {
    const answer = await hindcast.api.get(`/api/v1/issues/${crash.issueId}/feedback`)
    return ((await answer.json()) as { readonly total: number }).total === 1 || undefined
  })
}

async function describeRelease(): Promise<void> {
  const { org, project } = hindcast.init
  const releases = `/api/0/organizations/${org}/releases/`
  // Neither a time nor an author, which Sentry always has.
  const commits = [{ id: 'abc1234', repository: 'acme/shop', message: 'fix the cart' }]
  await post(releases, { version: RELEASE, projects: [project], commits })
  await post(`${releases}${encodeURIComponent(RELEASE)}/deploys/`, { environment: 'production' })
}

async function post(
  path: string,
  body: object,
  headers: Record<string, string> = { authorization: `Bearer ${hindcast.init.token}` },
): Promise<Response> {
  const response = await fetch(`${hindcast.origin}${path}`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', origin: hindcast.origin, ...headers },
    body: JSON.stringify(body),
  })
  if (!response.ok) throw new Error(`${path} answered ${response.status}: ${await response.text()}`)
  return response
}

/** Of the owner, as made in the settings: what `hindcast init` prints belongs to nobody. */
async function ownToken(): Promise<string> {
  const signedIn = await post('/api/auth/sign-in/email', OWNER, {})
  const cookie = signedIn.headers.getSetCookie().map((line) => line.split(';', 1)[0]!)
  const made = await post(
    '/api/v1/tokens',
    { name: 'assistant', scopes: SCOPES },
    { cookie: cookie.join('; ') },
  )
  return ((await made.json()) as { readonly secret: string }).secret
}
