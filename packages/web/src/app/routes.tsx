import { createRoute } from '@tanstack/react-router'
import {
  readAlertSearch,
  readAuditSearch,
  readConnectSearch,
  readDigestSearch,
  readEventsSearch,
  readLookupSearch,
  readIntakeSearch,
  readIssueSearch,
  readReleaseSearch,
  readRouteSearch,
  readNavigationsSearch,
  readRoutesSearch,
  readVisitsSearch,
  readStreamSearch,
  readUsersSearch,
  readTraceSearch,
  readTracesSearch,
  streamView,
} from '#product/search-params.ts'
import { askForIssue, askForIssues } from './ahead.ts'
import { leadHome } from './home.ts'
import { leadOn } from './old-links.ts'
import { publicRoutes, root } from './public-routes.tsx'
import { NotFound, screen } from './screen.ts'
import { requireMember } from './visitor.ts'

const mainScreens = () => import('./main-screens.ts')

const member = createRoute({
  getParentRoute: () => root,
  id: 'member',
  beforeLoad: requireMember,
  component: screen('shell', mainScreens, 'Shell'),
})

const home = createRoute({ getParentRoute: () => member, path: '/', beforeLoad: leadHome })

const newProject = createRoute({
  getParentRoute: () => member,
  path: '/projects/new',
  component: screen(
    'projects',
    () => import('#features/projects/create-project-page.tsx'),
    'CreateProjectPage',
  ),
})

const project = createRoute({ getParentRoute: () => member, path: '/projects/$project' })

const overview = createRoute({
  getParentRoute: () => project,
  path: '/overview',
  component: screen('overview', () => import('#features/overview/overview-page.tsx'), 'OverviewPage'),
})

const issues = createRoute({
  getParentRoute: () => project,
  path: '/issues',
  validateSearch: readStreamSearch,
  loaderDeps: ({ search }) => streamView(search),
  loader: ({ params, deps, cause }) => askForIssues(params.project, deps, cause),
  component: screen('shell', mainScreens, 'IssueStreamPage'),
})

const events = createRoute({
  getParentRoute: () => project,
  path: '/events',
  validateSearch: readEventsSearch,
  component: screen('events', () => import('#features/events/events-page.tsx'), 'EventsPage'),
})

const feedback = createRoute({
  getParentRoute: () => project,
  path: '/feedback',
  component: screen('feedback', () => import('#features/feedback/feedback-page.tsx'), 'FeedbackPage'),
})

const connect = createRoute({
  getParentRoute: () => project,
  path: '/connect',
  validateSearch: readConnectSearch,
  component: screen('connect', () => import('#features/connect/connect-page.tsx'), 'ConnectPage'),
})

const intake = createRoute({
  getParentRoute: () => project,
  path: '/intake',
  validateSearch: readIntakeSearch,
  component: screen('intake', () => import('#features/intake/intake-page.tsx'), 'IntakePage'),
})

const traces = createRoute({
  getParentRoute: () => project,
  path: '/traces',
  validateSearch: readTracesSearch,
  component: screen('traces', () => import('#features/traces/list/traces-page.tsx'), 'TracesPage'),
})

const releases = createRoute({
  getParentRoute: () => project,
  path: '/releases',
  component: screen('releases', () => import('#features/releases/releases-page.tsx'), 'ReleasesPage'),
})

const routes = createRoute({
  getParentRoute: () => project,
  path: '/routes',
  validateSearch: readVisitsSearch,
  component: screen('routes', () => import('#features/routes/routes-page.tsx'), 'RoutesPage'),
})

const oneRoute = createRoute({
  getParentRoute: () => project,
  path: '/routes/one',
  validateSearch: readRouteSearch,
  component: screen('routes', () => import('#features/routes/route-page.tsx'), 'RoutePage'),
})

const routeRules = createRoute({
  getParentRoute: () => project,
  path: '/routes/rules',
  component: screen('routes', () => import('#features/routes/rules/route-rules-page.tsx'), 'RouteRulesPage'),
})

const navigationScreens = () => import('#features/navigations/screens.ts')

const navigations = createRoute({
  getParentRoute: () => project,
  path: '/navigations',
  validateSearch: readNavigationsSearch,
  component: screen('navigations', navigationScreens, 'NavigationsPage'),
})

const oldReleases = createRoute({
  getParentRoute: () => project,
  path: '/navigations/old-releases',
  validateSearch: readRoutesSearch,
  component: screen('navigations', navigationScreens, 'OldReleasesPage'),
})

const release = createRoute({
  getParentRoute: () => project,
  path: '/releases/$version',
  validateSearch: readReleaseSearch,
  component: screen('releases', () => import('#features/releases/release-page.tsx'), 'ReleasePage'),
})

const settings = createRoute({
  getParentRoute: () => project,
  path: '/settings',
  component: screen(
    'projects',
    () => import('#features/projects/settings/project-settings-page.tsx'),
    'ProjectSettingsPage',
  ),
})

const rules = createRoute({
  getParentRoute: () => project,
  path: '/rules',
  component: screen('rules', () => import('#features/rules/rules-page.tsx'), 'RulesPage'),
})

const keys = createRoute({
  getParentRoute: () => project,
  path: '/keys',
  component: screen(
    'projects',
    () => import('#features/projects/keys/project-keys-page.tsx'),
    'ProjectKeysPage',
  ),
})

const shareLinks = createRoute({
  getParentRoute: () => project,
  path: '/links',
  component: screen('shares', () => import('#features/shares/share-links-page.tsx'), 'ShareLinksPage'),
})

const issuePage = screen('issue-detail', () => import('#features/issues/detail/issue-page.tsx'), 'IssuePage')

const issue = createRoute({
  getParentRoute: () => member,
  path: '/issues/$issue',
  validateSearch: readIssueSearch,
  loader: ({ params, cause }) => askForIssue(params.issue, 'latest', cause),
  component: issuePage,
})

const issueEvents = createRoute({
  getParentRoute: () => member,
  path: '/issues/$issue/events',
  validateSearch: readEventsSearch,
  component: screen('events', () => import('#features/events/events-page.tsx'), 'IssueEventsPage'),
})

const issueUsers = createRoute({
  getParentRoute: () => member,
  path: '/issues/$issue/users',
  validateSearch: readUsersSearch,
  component: screen('events', () => import('#features/events/users-page.tsx'), 'IssueUsersPage'),
})

const issueEvent = createRoute({
  getParentRoute: () => member,
  path: '/issues/$issue/events/$event',
  validateSearch: readIssueSearch,
  loader: ({ params, cause }) => askForIssue(params.issue, params.event, cause),
  component: issuePage,
})

const trace = createRoute({
  getParentRoute: () => member,
  path: '/traces/$trace',
  validateSearch: readTraceSearch,
  component: screen('traces', () => import('#features/traces/trace-page.tsx'), 'TracePage'),
})

const find = createRoute({
  getParentRoute: () => member,
  path: '/find',
  validateSearch: readLookupSearch,
  component: screen('lookup', () => import('#features/lookup/lookup-page.tsx'), 'LookupPage'),
})

const digest = createRoute({
  getParentRoute: () => member,
  path: '/digest/$digest',
  validateSearch: readDigestSearch,
  component: screen('lookup', () => import('#features/lookup/digest/digest-page.tsx'), 'DigestPage'),
})

const tokens = createRoute({
  getParentRoute: () => member,
  path: '/tokens',
  component: screen('tokens', () => import('#features/tokens/tokens-page.tsx'), 'TokensPage'),
})

const preferences = createRoute({
  getParentRoute: () => member,
  path: '/preferences',
  component: screen(
    'preferences',
    () => import('#features/preferences/preferences-page.tsx'),
    'PreferencesPage',
  ),
})

const members = createRoute({
  getParentRoute: () => member,
  path: '/people',
  component: screen('people', () => import('#features/people/members-page.tsx'), 'MembersPage'),
})

const teams = createRoute({
  getParentRoute: () => member,
  path: '/people/teams',
  component: screen('people', () => import('#features/people/teams-page.tsx'), 'TeamsPage'),
})

const audit = createRoute({
  getParentRoute: () => member,
  path: '/people/audit',
  validateSearch: readAuditSearch,
  component: screen('people', () => import('#features/people/audit-page.tsx'), 'AuditPage'),
})

const security = createRoute({
  getParentRoute: () => member,
  path: '/security',
  component: screen('security', () => import('#features/security/security-page.tsx'), 'SecurityPage'),
})

const alerts = createRoute({
  getParentRoute: () => member,
  path: '/alerts',
  component: screen('alerts', () => import('#features/alerts/alerts-page.tsx'), 'AlertsPage'),
})

const channels = createRoute({
  getParentRoute: () => member,
  path: '/alerts/channels',
  component: screen('alerts', () => import('#features/alerts/channels/channels-page.tsx'), 'ChannelsPage'),
})

const alert = createRoute({
  getParentRoute: () => member,
  path: '/alerts/$alert',
  validateSearch: readAlertSearch,
  component: screen('alerts', () => import('#features/alerts/alert-page.tsx'), 'AlertPage'),
})

const anything = createRoute({
  getParentRoute: () => member,
  path: '$',
  beforeLoad: leadOn,
  component: NotFound,
})

const memberRoutes = member.addChildren([
  home,
  newProject,
  project.addChildren([
    overview,
    issues,
    events,
    feedback,
    traces,
    releases,
    routes,
    oneRoute,
    routeRules,
    navigations,
    oldReleases,
    release,
    connect,
    intake,
    settings,
    rules,
    keys,
    shareLinks,
  ]),
  issue,
  issueEvents,
  issueUsers,
  issueEvent,
  trace,
  find,
  digest,
  tokens,
  preferences,
  members,
  teams,
  audit,
  security,
  alerts,
  channels,
  alert,
  anything,
])

export const routeTree = root.addChildren([...publicRoutes, memberRoutes])
