import * as events from './events.ts'
import { EventView } from './event-view.ts'
import * as intake from './intake.ts'
import * as issues from './issues.ts'
import * as live from './live.ts'
import * as lookup from './lookup.ts'
import * as merging from './merging.ts'
import * as members from './members.ts'
import * as preferences from './preferences.ts'
import { Problem } from './problem.ts'
import * as projects from './projects.ts'
import * as rules from './rules.ts'
import * as samples from './samples.ts'
import { SentryProblem } from './sentry-values.ts'
import * as sentryArtifacts from './sentry-artifacts.ts'
import * as sentryEvents from './sentry-events.ts'
import * as sentryIssues from './sentry-issues.ts'
import * as sentryOrganizations from './sentry-organizations.ts'
import * as sentryReleases from './sentry-releases.ts'
import * as session from './session.ts'
import * as setup from './setup.ts'
import * as sourceMaps from './source-maps.ts'
import * as tokens from './tokens.ts'

/** Our own interface, by operation id. What is not listed here is not served, and the tests walk this list. */
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
  issueFacets: issues.issueFacets,
  updateIssue: issues.updateIssue,
  updateIssues: issues.updateIssues,
  mergeIssues: merging.mergeIssues,
  unmergeIssue: merging.unmergeIssue,
  listFingerprints: merging.listFingerprints,
  listProjectEvents: events.listProjectEvents,
  getProjectEvent: events.getProjectEvent,
  listIssueEvents: events.listIssueEvents,
  getIssueEvent: events.getIssueEvent,
  getReleaseMaps: sourceMaps.getReleaseMaps,
  getIntake: intake.getIntake,
  getUnmatchedIntake: intake.getUnmatchedIntake,
  listTokens: tokens.listTokens,
  createToken: tokens.createToken,
  revokeToken: tokens.revokeToken,
  recentRequests: live.recentRequests,
  liveUpdates: live.liveUpdates,
  lookUp: lookup.lookUp,
  listMembers: members.listMembers,
  getPreferences: preferences.getPreferences,
  updatePreferences: preferences.updatePreferences,
  listSamples: samples.listSamples,
  loadSample: samples.loadSample,
}

/** The subset of Sentry's interface that existing tools use. */
export const SENTRY_ENDPOINTS = {
  sentryInfo: sentryOrganizations.sentryInfo,
  sentryListOrganizations: sentryOrganizations.sentryListOrganizations,
  sentryGetOrganization: sentryOrganizations.sentryGetOrganization,
  sentryListProjects: sentryOrganizations.sentryListProjects,
  sentryGetProject: sentryOrganizations.sentryGetProject,
  sentryListIssues: sentryIssues.sentryListIssues,
  sentryUpdateIssues: sentryIssues.sentryUpdateIssues,
  sentryGetIssue: sentryIssues.sentryGetIssue,
  sentryGetOrganizationIssue: sentryIssues.sentryGetOrganizationIssue,
  sentryListIssueEvents: sentryEvents.sentryListIssueEvents,
  sentryGetIssueEvent: sentryEvents.sentryGetIssueEvent,
  sentryListEvents: sentryEvents.sentryListEvents,
  sentryGetEvent: sentryEvents.sentryGetEvent,
  sentryListReleases: sentryReleases.sentryListReleases,
  sentryListProjectReleases: sentryReleases.sentryListProjectReleases,
  sentryCreateRelease: sentryReleases.sentryCreateRelease,
  sentryCreateProjectRelease: sentryReleases.sentryCreateProjectRelease,
  sentryGetRelease: sentryReleases.sentryGetRelease,
  sentryGetProjectRelease: sentryReleases.sentryGetProjectRelease,
  sentryUpdateRelease: sentryReleases.sentryUpdateRelease,
  sentryUpdateProjectRelease: sentryReleases.sentryUpdateProjectRelease,
  sentryDeleteRelease: sentryReleases.sentryDeleteRelease,
  sentryDeleteProjectRelease: sentryReleases.sentryDeleteProjectRelease,
  sentryListCommits: sentryReleases.sentryListCommits,
  sentryListProjectCommits: sentryReleases.sentryListProjectCommits,
  sentryPreviousRelease: sentryReleases.sentryPreviousRelease,
  sentryListDeploys: sentryReleases.sentryListDeploys,
  sentryListProjectDeploys: sentryReleases.sentryListProjectDeploys,
  sentryCreateDeploy: sentryReleases.sentryCreateDeploy,
  sentryCreateProjectDeploy: sentryReleases.sentryCreateProjectDeploy,
  sentryListRepositories: sentryReleases.sentryListRepositories,
  sentryListMonitors: sentryReleases.sentryListMonitors,
  sentryChunkUploadOptions: sentryArtifacts.sentryChunkUploadOptions,
  sentryUploadChunks: sentryArtifacts.sentryUploadChunks,
  sentryAssembleBundle: sentryArtifacts.sentryAssembleBundle,
  sentryAssembleRelease: sentryArtifacts.sentryAssembleRelease,
  sentryListReleaseFiles: sentryArtifacts.sentryListReleaseFiles,
  sentryListProjectReleaseFiles: sentryArtifacts.sentryListProjectReleaseFiles,
  sentryUploadReleaseFile: sentryArtifacts.sentryUploadReleaseFile,
  sentryUploadProjectReleaseFile: sentryArtifacts.sentryUploadProjectReleaseFile,
  sentryAssembleDebugFiles: sentryArtifacts.sentryAssembleDebugFiles,
}

/** Schemas that get a name of their own in the OpenAPI document. */
export const SCHEMAS = {
  Problem,
  Session: session.Session,
  ProjectSettings: projects.ProjectSettings,
  ProjectKey: projects.ProjectKey,
  ProjectSummary: projects.ProjectSummary,
  ProjectDetail: projects.ProjectDetail,
  Person: issues.Person,
  Preferences: preferences.Preferences,
  IssueSummary: issues.IssueSummary,
  IssueDetail: issues.IssueDetail,
  EventSummary: events.EventSummary,
  EventPage: events.EventPage,
  EventView,
  Intake: intake.Intake,
  Token: tokens.Token,
  LiveMessage: live.LiveMessage,
  Scenario: samples.Scenario,
  SentryProblem,
  SentryOrganization: sentryOrganizations.SentryOrganization,
  SentryProject: sentryOrganizations.SentryProject,
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
