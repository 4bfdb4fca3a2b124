import type { ENDPOINTS } from '@hindcast/contract/routes.ts'

export type Endpoints = typeof ENDPOINTS
export type EndpointId = keyof Endpoints

/** Called from a few screens only, whose own code knows where: see people-call.ts. */
export type LaterEndpoint =
  | 'updateMember'
  | 'removeMember'
  | 'leaveOrganization'
  | 'listInvitations'
  | 'createInvitation'
  | 'revokeInvitation'
  | 'readInvitation'
  | 'acceptInvitation'
  | 'listTeams'
  | 'createTeam'
  | 'updateTeam'
  | 'deleteTeam'
  | 'listAudit'

/** See alert-call.ts. */
export type AlertEndpoint =
  | 'listAlerts'
  | 'createAlert'
  | 'backtestAlert'
  | 'getAlert'
  | 'updateAlert'
  | 'deleteAlert'
  | 'listChannels'
  | 'createChannel'
  | 'updateChannel'
  | 'deleteChannel'
  | 'testChannel'
  | 'listDeliveries'
  | 'getDelivery'
  | 'retryDelivery'
  | 'listShares'
  | 'listProjectShares'
  | 'createShare'
  | 'revokeShare'
  | 'getShared'

/** See talk-call.ts. */
export type TalkEndpoint =
  | 'listActivity'
  | 'createComment'
  | 'updateComment'
  | 'deleteComment'
  | 'followIssue'

/** See search-call.ts. */
export type SearchEndpoint =
  | 'listIssueUsers'
  | 'searchValues'
  | 'listSavedViews'
  | 'createSavedView'
  | 'updateSavedView'
  | 'deleteSavedView'

export type AddressOf<Id extends EndpointId> = `${Endpoints[Id]['method']} ${Endpoints[Id]['path']}`

/**
 * Where each call goes. The compiler holds every line against the contract, and only these lines reach the browser:
 * the schemas behind them would cost more bytes than the screens.
 */
export const ADDRESSES = {
  getSetup: 'GET /api/v1/setup',
  createFirstOwner: 'POST /api/v1/setup',
  getSession: 'GET /api/v1/session',
  listProjects: 'GET /api/v1/projects',
  createProject: 'POST /api/v1/projects',
  getProject: 'GET /api/v1/projects/:project',
  updateProject: 'PATCH /api/v1/projects/:project',
  createKey: 'POST /api/v1/projects/:project/keys',
  updateKey: 'PATCH /api/v1/projects/:project/keys/:key',
  listIssues: 'GET /api/v1/projects/:project/issues',
  getIssue: 'GET /api/v1/issues/:issue',
  issueFacets: 'GET /api/v1/projects/:project/issues/facets',
  updateIssue: 'PATCH /api/v1/issues/:issue',
  updateIssues: 'PATCH /api/v1/issues',
  listProjectEvents: 'GET /api/v1/projects/:project/events',
  getProjectEvent: 'GET /api/v1/projects/:project/events/:event',
  listIssueEvents: 'GET /api/v1/issues/:issue/events',
  getIssueEvent: 'GET /api/v1/issues/:issue/events/:event',
  getReleaseMaps: 'GET /api/v1/projects/:project/source-maps',
  listReleases: 'GET /api/v1/projects/:project/releases',
  getRelease: 'GET /api/v1/projects/:project/releases/:version',
  getReleaseVerdict: 'GET /api/v1/projects/:project/releases/:version/verdict',
  listReleaseTicks: 'GET /api/v1/projects/:project/release-ticks',
  getIssueSuspects: 'GET /api/v1/issues/:issue/suspects',
  mergeIssues: 'POST /api/v1/issues/merge',
  unmergeIssue: 'POST /api/v1/issues/:issue/unmerge',
  listFingerprints: 'GET /api/v1/issues/:issue/fingerprints',
  dryRunRules: 'POST /api/v1/projects/:project/rules/dry-run',
  getIntake: 'GET /api/v1/projects/:project/intake',
  getUnmatchedIntake: 'GET /api/v1/intake/unmatched',
  listTokens: 'GET /api/v1/tokens',
  createToken: 'POST /api/v1/tokens',
  revokeToken: 'DELETE /api/v1/tokens/:token',
  recentRequests: 'GET /api/v1/projects/:project/requests',
  liveUpdates: 'GET /api/v1/live',
  lookUp: 'GET /api/v1/lookup',
  listMembers: 'GET /api/v1/members',
  getPreferences: 'GET /api/v1/preferences',
  updatePreferences: 'PATCH /api/v1/preferences',
  listSamples: 'GET /api/v1/samples',
  loadSample: 'POST /api/v1/projects/:project/samples',
} as const satisfies {
  readonly [
    Id in Exclude<EndpointId, LaterEndpoint | AlertEndpoint | TalkEndpoint | SearchEndpoint>
  ]: AddressOf<Id>
}
