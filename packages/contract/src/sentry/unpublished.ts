import type { SENTRY_ENDPOINTS } from './endpoints.ts'

type Name = keyof typeof SENTRY_ENDPOINTS

/** What holds the shape of an answer that Sentry publishes none for. */
export type ShapeSource =
  /** The same answer at another address, whose shape is held. */
  | { readonly like: Name }
  /** A list of such answers, or of a part of what that list has. */
  | { readonly each: Name }
  | { readonly partOf: Name }
  /** A program of Sentry's that asks for it in our tests and understands the answer. */
  | { readonly client: 'MCP server' | 'sentry-cli' }
  /** Nobody: it has the shape that is declared here. */
  | { readonly own: string }

/** Every endpoint whose address is not part of the API that Sentry publishes. All others have the published shape. */
export const SENTRY_UNPUBLISHED: Readonly<Partial<Record<Name, ShapeSource>>> = {
  // Addresses of earlier versions, from before organizations.
  sentryGetIssue: { like: 'sentryGetOrganizationIssue' },
  sentryUpdateIssue: { like: 'sentryUpdateOrganizationIssue' },
  sentryListIssueEvents: { like: 'sentryListOrganizationIssueEvents' },
  sentryGetIssueEvent: { like: 'sentryGetOrganizationIssueEvent' },
  sentryListHashes: { like: 'sentryListOrganizationHashes' },
  sentryGetTag: { like: 'sentryGetOrganizationTag' },
  sentryListTags: { each: 'sentryGetOrganizationTag' },
  sentryListOrganizationTags: { each: 'sentryGetOrganizationTag' },
  sentryListComments: { like: 'sentryListNotes' },
  sentryCreateComment: { like: 'sentryCreateNote' },
  // Releases of one project, as tools address them that know no other.
  sentryListProjectReleases: { like: 'sentryListReleases' },
  sentryCreateProjectRelease: { like: 'sentryCreateRelease' },
  sentryGetProjectRelease: { like: 'sentryGetRelease' },
  sentryUpdateProjectRelease: { like: 'sentryUpdateRelease' },
  sentryDeleteProjectRelease: { like: 'sentryDeleteRelease' },
  sentryListProjectDeploys: { like: 'sentryListDeploys' },
  sentryCreateProjectDeploy: { like: 'sentryCreateDeploy' },
  sentryInfo: { client: 'sentry-cli' },
  sentryPreviousRelease: { client: 'sentry-cli' },
  sentryChunkUploadOptions: { client: 'sentry-cli' },
  sentryUploadChunks: { client: 'sentry-cli' },
  sentryAssembleBundle: { client: 'sentry-cli' },
  sentryAssembleRelease: { like: 'sentryAssembleBundle' },
  sentryAssembleDebugFiles: { client: 'sentry-cli' },
  sentryGetAuth: { client: 'MCP server' },
  sentryGetMe: { like: 'sentryGetAuth' },
  sentryListActivity: { client: 'MCP server' },
  sentryListNotes: { client: 'MCP server' },
  sentryCreateNote: { client: 'MCP server' },
  sentryListUserReports: { client: 'MCP server' },
  sentryCheckSearch: { client: 'MCP server' },
  sentryGetTraceMeta: { client: 'MCP server' },
  sentryGetTrace: { client: 'MCP server' },
  sentryListUptimeMonitors: { client: 'MCP server' },
  sentryListCombinedAlerts: { client: 'MCP server' },
  sentryListConversations: { client: 'MCP server' },
  sentryListAttachments: { client: 'MCP server' },
  sentryGetSourceLink: { client: 'MCP server' },
  sentryListIssueStats: { partOf: 'sentryListOrganizationIssues' },
  sentryGetEventJson: { own: 'the event as its SDK sent it' },
  sentryDebugSourceMapsFully: { own: 'only Sentry’s own pages ask for it' },
}

export function heldBy(client: 'MCP server' | 'sentry-cli'): readonly string[] {
  return Object.entries(SENTRY_UNPUBLISHED)
    .filter(([, source]) => 'client' in source && source.client === client)
    .map(([name]) => name)
}
