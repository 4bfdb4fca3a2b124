import type { Endpoint } from '../endpoint.ts'
import * as sentryProjectChanges from './project-changes.ts'
import * as sentryIssueActivity from './issue-activity.ts'
import * as sentryExplore from './explore.ts'
import * as sentrySourceMapDebug from './source-map-debug.ts'
import * as sentryStats from './stats.ts'
import * as sentryTraces from './traces.ts'
import * as sentryAlerts from './alerts.ts'
import * as sentryAbsent from './absent.ts'
import * as sentryArtifacts from './artifacts.ts'
import * as sentryEvents from './events.ts'
import * as sentryIssueParts from './issue-parts.ts'
import * as sentryIssues from './issues.ts'
import * as sentryOrganizations from './organizations.ts'
import * as sentryProjectParts from './project-parts.ts'
import * as sentryReleases from './releases.ts'
import * as sentryPeople from './people.ts'

/** The subset of Sentry's API that existing tools use. */
export const SENTRY_ENDPOINTS = {
  sentryInfo: sentryOrganizations.sentryInfo,
  sentryListOrganizations: sentryOrganizations.sentryListOrganizations,
  sentryGetOrganization: sentryOrganizations.sentryGetOrganization,
  sentryListProjects: sentryOrganizations.sentryListProjects,
  sentryGetProject: sentryOrganizations.sentryGetProject,
  sentryGetAuth: sentryPeople.sentryGetAuth,
  sentryGetMe: sentryPeople.sentryGetMe,
  sentryListMembers: sentryPeople.sentryListMembers,
  sentryListTeams: sentryPeople.sentryListTeams,
  sentryListProjectTeams: sentryPeople.sentryListProjectTeams,
  sentryListIssues: sentryIssues.sentryListIssues,
  sentryListOrganizationIssues: sentryIssues.sentryListOrganizationIssues,
  sentryGetIssue: sentryIssues.sentryGetIssue,
  sentryGetOrganizationIssue: sentryIssues.sentryGetOrganizationIssue,
  sentryGetShortId: sentryIssues.sentryGetShortId,
  sentryUpdateIssue: sentryIssues.sentryUpdateIssue,
  sentryUpdateOrganizationIssue: sentryIssues.sentryUpdateOrganizationIssue,
  sentryUpdateIssues: sentryIssues.sentryUpdateIssues,
  sentryUpdateProjectIssues: sentryIssues.sentryUpdateProjectIssues,
  sentryListIssueEvents: sentryEvents.sentryListIssueEvents,
  sentryListOrganizationIssueEvents: sentryEvents.sentryListOrganizationIssueEvents,
  sentryGetIssueEvent: sentryEvents.sentryGetIssueEvent,
  sentryGetOrganizationIssueEvent: sentryEvents.sentryGetOrganizationIssueEvent,
  sentryListEvents: sentryEvents.sentryListEvents,
  sentryGetEvent: sentryEvents.sentryGetEvent,
  sentryListHashes: sentryIssueParts.sentryListHashes,
  sentryListOrganizationHashes: sentryIssueParts.sentryListOrganizationHashes,
  sentryListTags: sentryIssueParts.sentryListTags,
  sentryListOrganizationTags: sentryIssueParts.sentryListOrganizationTags,
  sentryGetTag: sentryIssueParts.sentryGetTag,
  sentryGetOrganizationTag: sentryIssueParts.sentryGetOrganizationTag,
  sentryListTagValues: sentryIssueParts.sentryListTagValues,
  sentryListComments: sentryIssueParts.sentryListComments,
  sentryCreateComment: sentryIssueParts.sentryCreateComment,
  sentryListKeys: sentryProjectParts.sentryListKeys,
  sentryCreateKey: sentryProjectParts.sentryCreateKey,
  sentryListEnvironments: sentryProjectParts.sentryListEnvironments,
  sentryGetEventJson: sentryProjectParts.sentryGetEventJson,
  sentryCreateTeam: sentryProjectChanges.sentryCreateTeam,
  sentryCreateProject: sentryProjectChanges.sentryCreateProject,
  sentryUpdateProject: sentryProjectChanges.sentryUpdateProject,
  sentryAddProjectTeam: sentryProjectChanges.sentryAddProjectTeam,
  sentryRemoveProjectTeam: sentryProjectChanges.sentryRemoveProjectTeam,
  sentryUpdateKey: sentryProjectChanges.sentryUpdateKey,
  sentryListActivity: sentryIssueActivity.sentryListActivity,
  sentryListNotes: sentryIssueActivity.sentryListNotes,
  sentryCreateNote: sentryIssueActivity.sentryCreateNote,
  sentryListUserReports: sentryIssueActivity.sentryListUserReports,
  sentryExploreEvents: sentryExplore.sentryExploreEvents,
  sentryCheckSearch: sentryExplore.sentryCheckSearch,
  sentryDebugSourceMaps: sentrySourceMapDebug.sentryDebugSourceMaps,
  sentryDebugSourceMapsFully: sentrySourceMapDebug.sentryDebugSourceMapsFully,
  sentryGetStats: sentryStats.sentryGetStats,
  sentryGetSessions: sentryStats.sentryGetSessions,
  sentryListIssueStats: sentryStats.sentryListIssueStats,
  sentryGetTraceMeta: sentryTraces.sentryGetTraceMeta,
  sentryGetTrace: sentryTraces.sentryGetTrace,
  sentryListWorkflows: sentryAlerts.sentryListWorkflows,
  sentryListDashboards: sentryAbsent.sentryListDashboards,
  sentryListUptimeMonitors: sentryAbsent.sentryListUptimeMonitors,
  sentryListMetricAlerts: sentryAbsent.sentryListMetricAlerts,
  sentryListCombinedAlerts: sentryAbsent.sentryListCombinedAlerts,
  sentryListConversations: sentryAbsent.sentryListConversations,
  sentryListReplays: sentryAbsent.sentryListReplays,
  sentryCountReplays: sentryAbsent.sentryCountReplays,
  sentryListExternalIssues: sentryAbsent.sentryListExternalIssues,
  sentryListAttachments: sentryAbsent.sentryListAttachments,
  sentryGetSourceLink: sentryAbsent.sentryGetSourceLink,
  sentryGetAutofix: sentryAbsent.sentryGetAutofix,
  sentryStartAutofix: sentryAbsent.sentryStartAutofix,
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

/** Answered as none, or refused with a sentence: what they are about is not part of Hindcast. */
export const SENTRY_ABSENT: ReadonlySet<Endpoint> = new Set<Endpoint>([
  ...Object.values(sentryAbsent),
  sentryReleases.sentryListMonitors,
  sentryReleases.sentryListRepositories,
  sentryArtifacts.sentryAssembleDebugFiles,
])
