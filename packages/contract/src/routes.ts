import * as events from './events.ts'
import { EventView } from './event-view.ts'
import * as intake from './intake.ts'
import * as issues from './issues.ts'
import * as live from './live.ts'
import * as lookup from './lookup.ts'
import * as members from './members.ts'
import * as preferences from './preferences.ts'
import { Problem } from './problem.ts'
import * as projects from './projects.ts'
import * as samples from './samples.ts'
import { SentryProblem } from './sentry-values.ts'
import * as sentryEvents from './sentry-events.ts'
import * as sentryIssues from './sentry-issues.ts'
import * as sentryOrganizations from './sentry-organizations.ts'
import * as session from './session.ts'
import * as setup from './setup.ts'
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
  createKey: projects.createKey,
  updateKey: projects.updateKey,
  listIssues: issues.listIssues,
  getIssue: issues.getIssue,
  issueFacets: issues.issueFacets,
  updateIssue: issues.updateIssue,
  updateIssues: issues.updateIssues,
  listProjectEvents: events.listProjectEvents,
  getProjectEvent: events.getProjectEvent,
  listIssueEvents: events.listIssueEvents,
  getIssueEvent: events.getIssueEvent,
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
  sentryGetIssue: sentryIssues.sentryGetIssue,
  sentryGetOrganizationIssue: sentryIssues.sentryGetOrganizationIssue,
  sentryListIssueEvents: sentryEvents.sentryListIssueEvents,
  sentryGetIssueEvent: sentryEvents.sentryGetIssueEvent,
  sentryListEvents: sentryEvents.sentryListEvents,
  sentryGetEvent: sentryEvents.sentryGetEvent,
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
}
