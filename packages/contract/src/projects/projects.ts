import * as v from 'valibot'
import { endpoint } from '../endpoint.ts'
import { GroupingVersion, ProjectRef, Timestamp } from '../values.ts'

export const QUOTA_CATEGORIES = [
  'all',
  'error',
  'transaction',
  'span',
  'security',
  'attachment',
  'session',
  'profile',
  'replay',
  'monitor',
  'feedback',
  'log_item',
  'trace_metric',
  'internal',
  'default',
] as const

export const Quota = v.object({
  category: v.pipe(v.picklist(QUOTA_CATEGORIES), v.description('`all` counts every category together.')),
  limit: v.pipe(v.number(), v.integer(), v.minValue(0), v.maxValue(1_000_000_000)),
  windowSeconds: v.pipe(v.number(), v.integer(), v.minValue(1), v.maxValue(2_592_000)),
})

const Origin = v.pipe(v.string(), v.minLength(1), v.maxLength(253))
const ScrubKey = v.pipe(v.string(), v.trim(), v.minLength(1), v.maxLength(100))

const Pattern = v.pipe(v.string(), v.trim(), v.minLength(1), v.maxLength(200))
const Patterns = v.pipe(v.array(Pattern), v.maxLength(100))

/** What is not stored, though it was accepted. Each is counted by its own reason on the intake page. */
export const InboundFilters = v.object({
  extensions: v.pipe(v.boolean(), v.description('Errors of browser extensions.')),
  oldBrowsers: v.pipe(v.boolean(), v.description('Browsers from before 2020.')),
  crawlers: v.boolean(),
  localhost: v.pipe(v.boolean(), v.description('Pages served from localhost.')),
  healthChecks: v.boolean(),
  messages: v.pipe(
    Patterns,
    v.description(
      '`*` matches anything, `?` one character. Compared with the message and with `Type: message`.',
    ),
  ),
  releases: Patterns,
})
export type InboundFilters = v.InferOutput<typeof InboundFilters>

const STORED_KINDS = ['errors', 'sessions', 'spans', 'feedback', 'raw'] as const

export const KindRetention = v.object({
  kind: v.pipe(v.picklist(STORED_KINDS), v.description('`raw`: what is kept as sent.')),
  days: v.pipe(
    v.nullable(v.pipe(v.number(), v.integer(), v.minValue(1), v.maxValue(3650))),
    v.description('Null: `retentionDays`.'),
  ),
  items: v.pipe(
    v.nullable(v.pipe(v.number(), v.integer(), v.minValue(1), v.maxValue(10_000_000_000))),
    v.description('The oldest are deleted, within an hour, when there are more. Null: no limit.'),
  ),
})
export type KindRetention = v.InferOutput<typeof KindRetention>

export const ProjectSettings = v.object({
  allowedOrigins: v.pipe(
    v.array(Origin),
    v.maxLength(100),
    v.description('Origins or `*.example.com` patterns. Empty allows every origin.'),
  ),
  quotas: v.pipe(v.array(Quota), v.maxLength(50)),
  scrubDefaults: v.pipe(v.boolean(), v.description('Replace passwords, tokens and card numbers on arrival.')),
  scrubKeys: v.pipe(
    v.array(ScrubKey),
    v.maxLength(100),
    v.description('Additional field names whose values are replaced.'),
  ),
  storeClientAddress: v.pipe(v.boolean(), v.description('If false, client IP addresses are never stored.')),
  retentionDays: v.pipe(
    v.number(),
    v.integer(),
    v.minValue(1),
    v.maxValue(3650),
    v.description('Data is deleted after this many days, unless `retention` says otherwise for its kind.'),
  ),
  retention: v.pipe(
    v.array(KindRetention),
    v.maxLength(STORED_KINDS.length),
    v.description('Exceptions by kind of data, each kind at most once.'),
  ),
  spansPerHour: v.pipe(
    v.nullable(v.pipe(v.number(), v.integer(), v.minValue(1_000), v.maxValue(1_000_000_000))),
    v.description(
      'About how many spans are kept per hour: whole traces, those with an error, slow for their route or of a new release ' +
        'first. The others are counted as `thinned_out`, and what is kept stands for them in all numbers. Null: keep all.',
    ),
  ),
  filters: InboundFilters,
  groupingRules: v.pipe(
    v.string(),
    v.maxLength(20_000),
    v.description(
      'One rule per line, such as `type:TypeError message:"*timeout*" -> fingerprint payment {{ default }}` or ' +
        '`frame.file:**/vendor/** -> not in app`; applies to new events.',
    ),
  ),
  groupingVersion: v.pipe(
    GroupingVersion,
    v.description(
      'How new events are grouped. 4 groups languages other than JavaScript by root cause, place and source line; new projects have it. ' +
        'Projects from before have 3. Try a version with `POST /api/v1/projects/{project}/rules/dry-run` first.',
    ),
  ),
  fetchSourceMaps: v.pipe(
    v.boolean(),
    v.description(
      'If no source map was uploaded, fetch the one that the script references, only from public addresses of allowed origins.',
    ),
  ),
})
export type ProjectSettings = v.InferOutput<typeof ProjectSettings>

export const ProjectKey = v.object({
  id: v.string(),
  label: v.string(),
  publicKey: v.pipe(v.string(), v.description('32 hex digits: the user name part of the DSN.')),
  dsn: v.string(),
  enabled: v.boolean(),
  quotas: v.array(Quota),
  createdAt: Timestamp,
})
export type ProjectKey = v.InferOutput<typeof ProjectKey>

const summaryFields = {
  id: v.string(),
  slug: v.string(),
  name: v.string(),
  platform: v.nullable(v.string()),
  organization: v.pipe(v.string(), v.description('Slug of the organization.')),
  createdAt: Timestamp,
  firstEventAt: v.pipe(v.nullable(Timestamp), v.description('Null until the first event was stored.')),
  own: v.pipe(
    v.boolean(),
    v.description('True for the project with Hindcast’s own errors. It is listed last.'),
  ),
}

export const ProjectSummary = v.object(summaryFields)
export type ProjectSummary = v.InferOutput<typeof ProjectSummary>

export const ProjectDetail = v.object({
  ...summaryFields,
  settings: ProjectSettings,
  keys: v.array(ProjectKey),
})
export type ProjectDetail = v.InferOutput<typeof ProjectDetail>

const ProjectName = v.pipe(v.string(), v.trim(), v.minLength(1, 'must not be empty'), v.maxLength(64))
const Label = v.pipe(v.string(), v.trim(), v.minLength(1, 'must not be empty'), v.maxLength(64))

export const listProjects = endpoint({
  method: 'GET',
  path: '/api/v1/projects',
  response: v.object({ projects: v.array(ProjectSummary) }),
  summary: 'List projects of your organizations',
  access: 'project:read',
  tag: 'projects',
})

export const createProject = endpoint({
  method: 'POST',
  path: '/api/v1/projects',
  body: v.object({
    name: ProjectName,
    platform: v.optional(v.nullable(v.pipe(v.string(), v.maxLength(64))), null),
    organization: v.optional(
      v.pipe(v.string(), v.description('Slug. Optional if you have only one organization.')),
    ),
  }),
  response: ProjectDetail,
  status: 201,
  summary: 'Create a project and its first key',
  access: 'project:write',
  tag: 'projects',
})

export const getProject = endpoint({
  method: 'GET',
  path: '/api/v1/projects/:project',
  params: { project: ProjectRef },
  response: ProjectDetail,
  summary: 'Get a project with its settings and keys',
  access: 'project:read',
  tag: 'projects',
})

export const updateProject = endpoint({
  method: 'PATCH',
  path: '/api/v1/projects/:project',
  params: { project: ProjectRef },
  body: v.object({
    name: v.optional(ProjectName),
    settings: v.optional(
      v.object({ ...v.partial(ProjectSettings).entries, filters: v.optional(v.partial(InboundFilters)) }),
    ),
  }),
  response: ProjectDetail,
  summary: 'Update a project: name or settings',
  access: 'project:write',
  tag: 'projects',
})

export const createKey = endpoint({
  method: 'POST',
  path: '/api/v1/projects/:project/keys',
  params: { project: ProjectRef },
  body: v.object({ label: Label }),
  response: ProjectKey,
  status: 201,
  summary: 'Add a key to a project',
  access: 'project:write',
  tag: 'projects',
})

export const updateKey = endpoint({
  method: 'PATCH',
  path: '/api/v1/projects/:project/keys/:key',
  params: { project: ProjectRef },
  body: v.object({
    label: v.optional(Label),
    enabled: v.optional(v.boolean()),
    quotas: v.optional(v.pipe(v.array(Quota), v.maxLength(50))),
  }),
  response: ProjectKey,
  summary: 'Update a key: name, limits, enabled',
  access: 'project:write',
  tag: 'projects',
})
