import type { Endpoint } from '@hindcast/contract/endpoint.ts'
import { ALL_ENDPOINTS as DECLARED } from '@hindcast/contract/routes.ts'
import { ORIGIN, type Tenant } from './tenancy.ts'
import type { World } from './world.ts'

export const ALL_ENDPOINTS: ReadonlyArray<readonly [name: string, endpoint: Endpoint]> =
  Object.entries(DECLARED)

const VERSION = 'shop@1.4.2'
const TRACE_ID = '0af7651916cd43dd8448eb211c80319c'
const SPAN_ID = 'b7ad6b7169203331'
const SHA1 = '0'.repeat(40)
const CHUNK = { checksum: SHA1, chunks: [SHA1] }

const RULE = {
  when: { kind: 'new' },
  for: { projectIds: [], query: '', environments: [], levels: [] },
  tell: [],
  every: 30,
}

/** A body that is accepted, for every endpoint that takes one. An endpoint without an entry fails the walk. */
const BODIES: Readonly<Record<string, object | ((subject: Subject) => object)>> = {
  createFirstOwner: { token: 'x', email: 'ann@example.com', password: 'correct horse' },
  createProject: { name: 'Another' },
  updateProject: { name: 'Renamed', settings: { scrubKeys: ['iban'] } },
  createKey: { label: 'Second' },
  updateKey: { enabled: true },
  updateIssue: { status: 'resolved' },
  updateIssues: ({ issueId }) => ({ changes: [{ id: issueId, status: 'resolved' }] }),
  createComment: { text: 'Known since Monday.' },
  updateComment: { text: 'Known since Tuesday.' },
  followIssue: { following: true },
  sentryUpdateIssue: { status: 'resolved' },
  sentryCreateComment: { text: 'Known since Monday.' },
  sentryCreateKey: { name: 'Third' },
  sentryUpdateKey: { name: 'Fourth' },
  sentryCreateTeam: { name: 'Payments' },
  sentryCreateProject: { name: 'Till' },
  sentryUpdateProject: { platform: 'node' },
  sentryCreateNote: { text: 'Known since Monday.' },
  sentryUpdateOrganizationIssue: { status: 'resolved' },
  sentryUpdateProjectIssues: { status: 'resolved' },
  mergeIssues: ({ issueId }) => ({ into: issueId, from: ['999999'] }),
  unmergeIssue: { fingerprints: ['0'.repeat(32)] },
  dryRunRules: { rules: 'type:TypeError -> fingerprint a' },
  createToken: { name: 'ci', scopes: ['event:read'] },
  updateMember: { role: 'member' },
  createInvitation: { role: 'viewer' },
  readInvitation: { secret: 'x' },
  acceptInvitation: { secret: 'x' },
  uploadRoutes: {
    release: VERSION,
    manifest: { style: 'next', basePath: '', locales: [], patterns: ['/product/[id]'] },
  },
  createRouteRule: { pattern: '/users/[id]' },
  orderRouteRules: { ids: [] },
  previewRouteRule: { pattern: '/users/[id]' },
  createSavedView: { name: 'Checkout', query: 'route:/cart' },
  updateSavedView: { name: 'Cart' },
  createTeam: { name: 'Web' },
  updateTeam: { name: 'Web' },
  updatePreferences: { density: 'compact' },
  createAlert: RULE,
  backtestAlert: RULE,
  updateAlert: { every: 5 },
  createChannel: { name: 'errors', target: { kind: 'email', to: ['ann@example.com'] } },
  updateChannel: { name: 'errors' },
  createShare: { expiresInDays: 7 },
  loadSample: { scenario: 'small' },
  sentryUpdateIssues: { status: 'resolved' },
  sentryCreateRelease: ({ tenant }) => ({ version: VERSION, projects: [tenant.project.slug] }),
  sentryCreateProjectRelease: { version: VERSION },
  sentryUpdateRelease: { dateReleased: '2026-11-15T01:41:20.458954095Z' },
  sentryUpdateProjectRelease: { dateReleased: '2026-11-15T01:41:20.458954095Z' },
  sentryCreateDeploy: { environment: 'production' },
  sentryCreateProjectDeploy: { environment: 'production' },
  sentryAssembleBundle: ({ tenant }) => ({ ...CHUNK, projects: [tenant.project.slug] }),
  sentryAssembleRelease: CHUNK,
  sentryAssembleDebugFiles: { [SHA1]: { name: 'x.dSYM', chunks: [SHA1] } },
}

/** For endpoints that cannot do without. */
const QUERIES: Readonly<Record<string, string | ((subject: Subject) => string)>> = {
  lookUp: '?text=MAIN-SHOP-1',
  findTraces: `?trace=${TRACE_ID}`,
  getDigest: ({ tenant }) => `?project=${tenant.project.slug}`,
  getSpan: ({ tenant }) => `?project=${tenant.project.slug}`,
  getReleaseMaps: '?release=shop%401.4.2',
  getRouteStats: '?route=%2Fcart',
  getVitalCauses: '?route=%2Fcart&vital=lcp',
  getVisitParts: '?route=%2Fcart',
  listReleaseTicks: '?from=2026-11-01T00:00:00.000Z&to=2026-11-30T00:00:00.000Z',
  sentryGetStats: '?field=sum(quantity)&groupBy=outcome',
  sentryGetSessions: '?field=sum(session)',
  sentryListIssueStats: ({ issueId }) => `?groups=${issueId}`,
  sentryUpdateIssues: ({ issueId }) => `?id=${issueId}`,
  sentryUpdateProjectIssues: ({ issueId }) => `?id=${issueId}`,
}

export interface Subject {
  readonly tenant: Tenant
  readonly issueId: string
  readonly eventId: string
  readonly tokenId: string
  /** A member who is neither the caller nor the only owner. */
  readonly memberId?: string
}

export function addressOf(endpoint: Endpoint, subject: Subject): string {
  const { tenant, issueId, eventId, tokenId, memberId } = subject
  const values: Readonly<Record<string, string>> = {
    organization: tenant.organization.slug,
    project: tenant.project.slug,
    issue: issueId,
    event: eventId,
    key: tenant.key.id,
    token: tokenId,
    member: memberId ?? 'nobody',
    team: 'no-team',
    alert: 'no-alert',
    channel: 'no-channel',
    delivery: 'no-delivery',
    share: 'no-link',
    view: 'no-view',
    rule: 'no-rule',
    invitation: 'no-invitation',
    comment: '999999',
    trace: TRACE_ID,
    digest: '1170966708',
    span: SPAN_ID,
    version: VERSION,
    tag: 'plan',
  }
  return endpoint.path.replaceAll(/:([a-z]+)/g, (_, name: string) => {
    const value = values[name]
    if (value === undefined) throw new Error(`no value for :${name}`)
    return value
  })
}

export async function callEndpoint(
  world: Pick<World, 'app'>,
  [name, endpoint]: readonly [string, Endpoint],
  subject: Subject,
  headers: Record<string, string>,
): Promise<Response> {
  const made = BODIES[name]
  if (endpoint.body !== undefined && made === undefined) throw new Error(`no body for ${name}`)
  const body = typeof made === 'function' ? made(subject) : made
  const asked = QUERIES[name] ?? ''
  const query = typeof asked === 'function' ? asked(subject) : asked
  return world.app.request(`${ORIGIN}${addressOf(endpoint, subject)}${query}`, {
    method: endpoint.method,
    headers: { ...headers, ...(endpoint.body === undefined ? {} : { 'Content-Type': 'application/json' }) },
    ...(endpoint.body === undefined ? {} : { body: JSON.stringify(body) }),
  })
}

export const bearer = (token: string): Record<string, string> => ({ Authorization: `Bearer ${token}` })
export const own = (cookie: string): Record<string, string> => ({ Cookie: cookie, Origin: ORIGIN })
