import * as audit from './people/audit.ts'
import * as alerts from './alerts/alerts.ts'
import * as channels from './alerts/channels.ts'
import * as events from './events/events.ts'
import { EventView } from './events/event-view.ts'
import * as intake from './intake/intake.ts'
import * as invitations from './people/invitations.ts'
import * as issueLife from './issues/lifecycle.ts'
import * as issues from './issues/issues.ts'
import * as live from './intake/live.ts'
import * as feedback from './feedback/feedback.ts'
import * as digests from './events/digests.ts'
import * as lookup from './events/lookup.ts'
import * as merging from './issues/merging.ts'
import * as members from './people/members.ts'
import * as overview from './overview/overview.ts'
import * as preferences from './people/preferences.ts'
import { Problem } from './problem.ts'
import * as projects from './projects/projects.ts'
import * as releases from './releases/releases.ts'
import * as navigations from './navigations/navigations.ts'
import * as routeStats from './routes/route-stats.ts'
import * as routeRegistry from './routes/registry.ts'
import * as rules from './issues/rules.ts'
import * as samples from './projects/samples.ts'
import * as shares from './issues/shares.ts'
import { SENTRY_ENDPOINTS } from './sentry/endpoints.ts'
import { SentryProblem } from './sentry/values.ts'
import * as sentryArtifacts from './sentry/artifacts.ts'
import * as sentryEvents from './sentry/events.ts'
import * as sentryIssues from './sentry/issues.ts'
import * as sentryOrganizations from './sentry/organizations.ts'
import * as sentryReleases from './sentry/releases.ts'
import * as sentryPeople from './sentry/people.ts'
import * as savedViews from './search/saved-views.ts'
import * as searching from './search/searching.ts'
import * as session from './people/session.ts'
import * as setup from './people/setup.ts'
import * as sourceMaps from './source-maps/source-maps.ts'
import * as teams from './people/teams.ts'
import * as tokens from './people/tokens.ts'
import * as traces from './traces/traces.ts'

/** The Hindcast API by operation ID. Only listed endpoints are served, and tests iterate over this list. */
export const ENDPOINTS = {
  getSetup: setup.getSetup,
  createFirstOwner: setup.createFirstOwner,
  getSession: session.getSession,
  listProjects: projects.listProjects,
  createProject: projects.createProject,
  getProject: projects.getProject,
  updateProject: projects.updateProject,
  dryRunRules: rules.dryRunRules,
  createKey: projects.createKey,
  updateKey: projects.updateKey,
  listIssues: issues.listIssues,
  getIssue: issues.getIssue,
  getIssueBreakdown: issues.getIssueBreakdown,
  listSimilarIssues: issues.listSimilarIssues,
  issueFacets: issues.issueFacets,
  updateIssue: issues.updateIssue,
  updateIssues: issues.updateIssues,
  listActivity: issueLife.listActivity,
  createComment: issueLife.createComment,
  updateComment: issueLife.updateComment,
  deleteComment: issueLife.deleteComment,
  followIssue: issueLife.followIssue,
  mergeIssues: merging.mergeIssues,
  unmergeIssue: merging.unmergeIssue,
  unjoinEvent: events.unjoinEvent,
  listFingerprints: merging.listFingerprints,
  listProjectEvents: events.listProjectEvents,
  getProjectEvent: events.getProjectEvent,
  listIssueEvents: events.listIssueEvents,
  getIssueEvent: events.getIssueEvent,
  getIssueEventPosition: events.getIssueEventPosition,
  listProjectFeedback: feedback.listProjectFeedback,
  listIssueFeedback: feedback.listIssueFeedback,
  listIssueUsers: searching.listIssueUsers,
  searchValues: searching.searchValues,
  listSavedViews: savedViews.listSavedViews,
  createSavedView: savedViews.createSavedView,
  updateSavedView: savedViews.updateSavedView,
  deleteSavedView: savedViews.deleteSavedView,
  listRoutes: routeRegistry.listRoutes,
  uploadRoutes: routeRegistry.uploadRoutes,
  createRouteRule: routeRegistry.createRouteRule,
  orderRouteRules: routeRegistry.orderRouteRules,
  deleteRouteRule: routeRegistry.deleteRouteRule,
  previewRouteRule: routeRegistry.previewRouteRule,
  getReleaseMaps: sourceMaps.getReleaseMaps,
  listReleases: releases.listReleases,
  getRelease: releases.getRelease,
  getReleaseVerdict: releases.getReleaseVerdict,
  listReleaseTicks: releases.listReleaseTicks,
  getIssueSuspects: releases.getIssueSuspects,
  listRouteStats: routeStats.listRouteStats,
  getRouteStats: routeStats.getRouteStats,
  getVitalCauses: routeStats.getVitalCauses,
  getVisitParts: routeStats.getVisitParts,
  getOverview: overview.getOverview,
  listNavigations: navigations.listNavigations,
  listOldReleases: navigations.listOldReleases,
  getIntake: intake.getIntake,
  getUnmatchedIntake: intake.getUnmatchedIntake,
  listTokens: tokens.listTokens,
  createToken: tokens.createToken,
  revokeToken: tokens.revokeToken,
  recentRequests: live.recentRequests,
  liveUpdates: live.liveUpdates,
  lookUp: lookup.lookUp,
  getDigest: digests.getDigest,
  listIssueDigests: digests.listIssueDigests,
  findTraces: traces.findTraces,
  getTrace: traces.getTrace,
  getSpan: traces.getSpan,
  listTraces: traces.listTraces,
  listMembers: members.listMembers,
  updateMember: members.updateMember,
  removeMember: members.removeMember,
  leaveOrganization: members.leaveOrganization,
  listInvitations: invitations.listInvitations,
  createInvitation: invitations.createInvitation,
  revokeInvitation: invitations.revokeInvitation,
  readInvitation: invitations.readInvitation,
  acceptInvitation: invitations.acceptInvitation,
  listTeams: teams.listTeams,
  createTeam: teams.createTeam,
  updateTeam: teams.updateTeam,
  deleteTeam: teams.deleteTeam,
  listAudit: audit.listAudit,
  getPreferences: preferences.getPreferences,
  updatePreferences: preferences.updatePreferences,
  listSamples: samples.listSamples,
  loadSample: samples.loadSample,
  listAlerts: alerts.listAlerts,
  createAlert: alerts.createAlert,
  backtestAlert: alerts.backtestAlert,
  getAlert: alerts.getAlert,
  updateAlert: alerts.updateAlert,
  deleteAlert: alerts.deleteAlert,
  listChannels: channels.listChannels,
  createChannel: channels.createChannel,
  updateChannel: channels.updateChannel,
  deleteChannel: channels.deleteChannel,
  testChannel: channels.testChannel,
  listDeliveries: channels.listDeliveries,
  getDelivery: channels.getDelivery,
  retryDelivery: channels.retryDelivery,
  listShares: shares.listShares,
  listProjectShares: shares.listProjectShares,
  createShare: shares.createShare,
  revokeShare: shares.revokeShare,
  getShared: shares.getShared,
}

export const ALL_ENDPOINTS = { ...ENDPOINTS, ...SENTRY_ENDPOINTS }

/** Schemas that get a name of their own in the OpenAPI document. */
export const SCHEMAS = {
  Problem,
  Session: session.Session,
  ProjectSettings: projects.ProjectSettings,
  ProjectKey: projects.ProjectKey,
  ProjectSummary: projects.ProjectSummary,
  ProjectDetail: projects.ProjectDetail,
  Person: issues.Person,
  Member: members.Member,
  Invitation: invitations.Invitation,
  Team: teams.Team,
  AuditEntry: audit.AuditEntry,
  Preferences: preferences.Preferences,
  IssueSummary: issues.IssueSummary,
  IssueDetail: issues.IssueDetail,
  EventSummary: events.EventSummary,
  EventPage: events.EventPage,
  SavedView: savedViews.SavedView,
  RouteRegistry: routeRegistry.RouteRegistry,
  EventView,
  Feedback: feedback.Feedback,
  Intake: intake.Intake,
  Overview: overview.Overview,
  RouteStats: routeStats.RouteStats,
  RouteLine: routeStats.RouteLine,
  VitalCauses: routeStats.VitalCauses,
  RoutePair: navigations.RoutePair,
  OldRelease: navigations.OldRelease,
  ReleaseSummary: releases.ReleaseSummary,
  ReleaseDetail: releases.ReleaseDetail,
  ReleaseVerdict: releases.ReleaseVerdict,
  Token: tokens.Token,
  LiveMessage: live.LiveMessage,
  Scenario: samples.Scenario,
  Alert: alerts.Alert,
  Channel: channels.Channel,
  Delivery: channels.Delivery,
  SharedIssue: shares.SharedIssue,
  SentryProblem,
  SentryOrganization: sentryOrganizations.SentryOrganization,
  SentryProject: sentryOrganizations.SentryProject,
  SentryMember: sentryPeople.SentryMember,
  SentryTeam: sentryPeople.SentryTeam,
  SentryIssue: sentryIssues.SentryIssue,
  SentryIssueDetail: sentryIssues.SentryIssueDetail,
  SentryEvent: sentryEvents.SentryEvent,
  SentryEventDetail: sentryEvents.SentryEventDetail,
  SentryRelease: sentryReleases.SentryRelease,
  SentryDeploy: sentryReleases.SentryDeploy,
  SentryCommit: sentryReleases.SentryCommit,
  ChunkUploadOptions: sentryArtifacts.ChunkUploadOptions,
  SentryReleaseFile: sentryArtifacts.SentryReleaseFile,
}
