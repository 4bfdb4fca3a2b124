/** Where answers deliberately differ from the published shape, and why. */
interface Difference {
  readonly why: string
  /** Endpoints, with the place in their answer that lacks the fields. */
  readonly of: Readonly<Record<string, string>>
  /** Names, separated by spaces. */
  readonly lacks?: string
  readonly other?: readonly string[]
}

const WHOLE_PROJECT = { sentryGetProject: '', sentryUpdateProject: '' }
const CHANGED_PROJECT = { ...WHOLE_PROJECT, sentryAddProjectTeam: '', sentryRemoveProjectTeam: '' }
const LISTED_PROJECT = { sentryCreateProject: '', sentryListProjects: '[]' }
const PROJECT = { ...CHANGED_PROJECT, ...LISTED_PROJECT }
const TEAMS = { sentryCreateTeam: '', sentryListTeams: '[]', sentryListProjectTeams: '[]' }
const KEYS = { sentryListKeys: '[]', sentryCreateKey: '', sentryUpdateKey: '' }
const WHOLE_RELEASE = { sentryGetRelease: '', sentryUpdateRelease: '', sentryCreateRelease: '' }

const DIFFERENCES: readonly Difference[] = [
  {
    why: 'The scopes of a caller are in /api/0/; what is not allowed is answered with 403.',
    of: { ...PROJECT, ...TEAMS },
    lacks: 'access',
  },
  {
    why: 'Would be a question to the telemetry for every project of a list; the lists of releases, environments and feedback say it.',
    of: PROJECT,
    lacks: 'firstTransactionEvent hasFeedbacks hasMinifiedStackTrace hasNewFeedbacks hasSessions',
  },
  {
    why: 'As above; only lists have these fields.',
    of: LISTED_PROJECT,
    lacks: 'environments hasUserReports latestRelease',
  },
  {
    why: 'Sentry answers null for a project without a team; the published shape knows no such project. Projects have no colour.',
    of: CHANGED_PROJECT,
    lacks: 'color',
    other: ['.team: must be object'],
  },
  {
    why: 'Settings of Sentry’s pages and of products that Hindcast does not have. Those that it has are under /api/v1/projects/{project}.',
    of: WHOLE_PROJECT,
    lacks: `
      allowedDomains autofixAutomationTuning builtinSymbolSources dataScrubber dataScrubberDefaults debugFilesRole
      defaultEnvironment derivedGroupingEnhancements digestsMaxDelay digestsMinDelay dynamicSamplingBiases
      fingerprintingRules groupingConfig groupingEnhancements highlightContext highlightPreset highlightTags
      isDynamicallySampled latestRelease options plugins processingIssues relayPiiConfig resolveAge safeFields
      scrapeJavaScript scrubIPAddresses secondaryGroupingConfig secondaryGroupingExpiry securityToken
      securityTokenHeader seerScannerAutomation sensitiveFields storeCrashReports subjectPrefix subjectTemplate
      symbolSources tempestFetchScreenshots verifySSL
    `,
  },
  {
    why: 'Tools refuse a region over HTTP, and ask the host they were given where there is none.',
    of: {
      sentryListOrganizations: '[].links',
      sentryGetOrganization: '.links',
      sentryGetProject: '.organization.links',
      sentryUpdateProject: '.organization.links',
    },
    lacks: 'regionUrl',
  },
  {
    why: 'When and how members sign in is nobody’s business but theirs and the admins’, and nobody has a picture.',
    of: { sentryListMembers: '[].user' },
    lacks: 'avatarUrl dateJoined emails hasPasswordAuth lastActive lastLogin',
  },
  {
    why: 'The projects of a team have id, slug and name; the list of projects has the rest.',
    of: { sentryListTeams: '[].projects[]' },
    lacks: `
      access avatar color dateCreated features firstEvent firstTransactionEvent hasAccess hasFeedbacks hasFlags
      hasInsightsAgentMonitoring hasInsightsAppStart hasInsightsAssets hasInsightsCaches hasInsightsDb
      hasInsightsHttp hasInsightsMCP hasInsightsQueues hasInsightsScreenLoad hasInsightsVitals hasLogs
      hasMinifiedStackTrace hasMonitors hasNewFeedbacks hasProfiles hasReplays hasSessions hasTraceMetrics
      isBookmarked isInternal isMember isPublic platform status
    `,
  },
  {
    why: 'Keys have no secret half, and there is no loader script.',
    of: KEYS,
    lacks: 'browserSdk browserSdkVersion dynamicSdkLoaderOptions secret',
  },
  {
    why: 'Addresses for what Hindcast does not take; those that it takes are there.',
    of: { sentryListKeys: '[].dsn', sentryCreateKey: '.dsn', sentryUpdateKey: '.dsn' },
    lacks: 'cdn crons integration minidump nel otlp_logs playstation secret unreal',
  },
  {
    why: 'Null where nobody is assigned and nothing is shared, which Sentry answers as well; its own tools expect it. The others belong to its pages.',
    of: { sentryListOrganizationIssues: '[]' },
    lacks: 'filtered inbox isUnhandled owners sessionCount',
    other: ['[].assignedTo: must be object', '[].shareId: must be string'],
  },
  {
    why: 'As in the list of issues.',
    of: { sentryGetShortId: '.group' },
    other: ['.group.assignedTo: must be object', '.group.shareId: must be string'],
  },
  {
    why: 'The release of an event is named; …/releases/{version}/ has the rest. A frame outside of functions has none, which the published shape of stacks does not know, so that it takes the stack for an incomplete message.',
    of: { sentryGetEvent: '' },
    other: ['.entries[].data: lacks formatted', '.release: must be null'],
  },
  {
    why: 'The latest event of a fingerprint is named; reading every one of them whole would take long.',
    of: { sentryListOrganizationHashes: '[].latestEvent' },
    lacks: `
      _meta context contexts dateCreated dateReceived dist entries errors fingerprints message metadata packages
      platform sdk size tags type user
    `,
  },
  {
    why: 'Sentry answers an object with `data`, which its client and its MCP server read.',
    of: { sentryListReplays: '' },
    other: [': must be array'],
  },
  {
    why: 'A release is its version; it has no number.',
    of: { sentryListReleases: '' },
    other: ['[].id: must be number'],
  },
  { why: 'As in the list of releases.', of: WHOLE_RELEASE, other: ['.id: must be number'] },
  {
    why: 'Null where a deploy was not named, which Sentry answers as well; at the addresses of deploys it publishes so.',
    of: { sentryGetRelease: '', sentryUpdateRelease: '' },
    other: ['.lastDeploy.name: must be string'],
  },
  {
    why: 'Authors of commits are names and addresses, not users.',
    of: { sentryGetRelease: '.authors[]', sentryUpdateRelease: '.authors[]' },
    lacks: 'avatarUrl dateJoined hasPasswordAuth id isActive isManaged username',
  },
  {
    why: 'Of a release in one project; `…/sessions/` and the list of releases under /api/v1 have it.',
    of: { sentryGetRelease: '.projects[]', sentryUpdateRelease: '.projects[]' },
    lacks: 'hasHealthData newGroups',
  },
  {
    why: 'The answer to a change of several issues is what was changed.',
    of: { sentryUpdateProjectIssues: '' },
    lacks: 'isPublic statusDetails',
  },
  {
    why: 'Hindcast has no Seer.',
    of: { sentryStartAutofix: '' },
    other: ['answers 404, which is not published'],
  },
]

export function deliberate(endpoint: string): readonly string[] {
  return DIFFERENCES.flatMap(({ of, lacks = '', other = [] }) => {
    const place = of[endpoint]
    if (place === undefined) return []
    return wordsOf(lacks)
      .map((field) => `${place}: lacks ${field}`)
      .concat(other)
  }).toSorted()
}

function wordsOf(text: string): readonly string[] {
  return text.split(/\s+/).filter((word) => word !== '')
}
