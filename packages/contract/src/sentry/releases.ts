import * as v from 'valibot'
import { endpoint } from '../endpoint.ts'
import { SentryPageQuery } from './values.ts'
import { Timestamp } from '../values.ts'

const text = v.nullable(v.string())
const longText = v.pipe(v.string(), v.maxLength(8192))

/** Tools send nanoseconds, so this is looser than what we answer. */
const Moment = v.pipe(v.string(), v.maxLength(40), v.description('RFC 3339, with any number of digits.'))

/** What an address can hold: Sentry refuses the same. */
export const ReleaseVersion = v.pipe(
  v.string(),
  v.maxLength(200),
  v.regex(/^(?!\.{1,2}$|latest$)[^\n\r\t\f\v\\/]*[^\s\\/][^\n\r\t\f\v\\/]*$/, 'must be a version'),
  v.description('A version such as `shop@1.4.2`, plain or percent-encoded.'),
)

const ProjectName = v.pipe(v.string(), v.maxLength(100), v.description('Slug or ID of a project.'))
const ProjectNames = v.pipe(v.array(ProjectName), v.maxLength(100))

export const SentryCommitInput = v.object({
  id: v.pipe(v.string(), v.minLength(1), v.maxLength(64)),
  repository: v.nullish(v.pipe(v.string(), v.maxLength(200))),
  author_name: v.nullish(v.pipe(v.string(), v.maxLength(128))),
  author_email: v.nullish(v.pipe(v.string(), v.maxLength(256))),
  timestamp: v.nullish(Moment),
  message: v.nullish(v.string()),
  patch_set: v.nullish(v.array(v.object({ path: longText, type: v.picklist(['A', 'M', 'D']) }))),
})

const RefInput = v.object({
  repository: v.pipe(v.string(), v.maxLength(200)),
  commit: v.pipe(v.string(), v.minLength(1), v.maxLength(64)),
  previousCommit: v.nullish(v.pipe(v.string(), v.maxLength(64))),
})

const releaseInput = {
  ref: v.nullish(v.pipe(v.string(), v.maxLength(250))),
  url: v.nullish(longText),
  dateStarted: v.nullish(Moment),
  dateReleased: v.nullish(Moment),
  status: v.nullish(v.picklist(['open', 'archived'])),
  refs: v.nullish(v.array(RefInput)),
  commits: v.nullish(v.array(SentryCommitInput)),
}

const CreateRelease = v.object({
  version: ReleaseVersion,
  projects: v.nullish(ProjectNames),
  ...releaseInput,
})
const UpdateRelease = v.object({ projects: v.nullish(ProjectNames), ...releaseInput })

const DeployInput = v.object({
  environment: v.pipe(v.string(), v.minLength(1), v.maxLength(64)),
  name: v.nullish(v.pipe(v.string(), v.maxLength(64))),
  url: v.nullish(longText),
  dateStarted: v.nullish(Moment),
  dateFinished: v.nullish(Moment),
})

export const SentryDeploy = v.object({
  id: v.string(),
  environment: v.string(),
  name: text,
  url: text,
  dateStarted: v.nullable(Timestamp),
  dateFinished: Timestamp,
})

export const SentryAuthor = v.object({ name: text, email: text })

export const SentryCommit = v.object({
  id: v.string(),
  message: text,
  dateCreated: v.nullable(Timestamp),
  repository: v.object({ name: v.string() }),
  author: v.nullable(SentryAuthor),
})

const projectFields = {
  id: v.number(),
  slug: v.string(),
  name: v.string(),
  platform: text,
  platforms: v.array(v.string()),
}

export const SentryRelease = v.object({
  id: v.pipe(v.string(), v.description('The version; releases have no other ID.')),
  version: v.string(),
  shortVersion: v.string(),
  status: v.picklist(['open', 'archived']),
  ref: text,
  url: text,
  dateCreated: Timestamp,
  dateStarted: v.nullable(Timestamp),
  dateReleased: v.nullable(Timestamp),
  data: v.object({}),
  newGroups: v.number(),
  owner: v.null(),
  authors: v.array(SentryAuthor),
  commitCount: v.number(),
  lastCommit: v.nullable(
    v.object({
      ...SentryCommit.entries,
      dateCreated: v.pipe(Timestamp, v.description('That of the release where the commit says none.')),
      author: v.pipe(SentryAuthor, v.description('Empty where it is not known.')),
    }),
  ),
  deployCount: v.number(),
  lastDeploy: v.nullable(SentryDeploy),
  firstEvent: v.nullable(Timestamp),
  lastEvent: v.nullable(Timestamp),
  projects: v.array(v.object(projectFields)),
  versionInfo: v.object({
    package: text,
    version: v.object({ raw: v.string() }),
    description: v.string(),
    buildHash: text,
  }),
})

const ReleasesQuery = v.object({
  ...SentryPageQuery.entries,
  query: v.optional(
    v.pipe(v.string(), v.maxLength(200), v.description('Only versions that have this in them, in any case.')),
    '',
  ),
})

const access = 'project:releases'
const tag = 'sentry'
const params = { version: ReleaseVersion }
const NoBody = v.pipe(v.null(), v.description('Empty.'))

export const sentryListReleases = endpoint({
  method: 'GET',
  path: '/api/0/organizations/:organization/releases/',
  query: ReleasesQuery,
  response: v.array(SentryRelease),
  summary: 'List releases of an organization, newest first',
  access,
  tag,
})

export const sentryListProjectReleases = endpoint({
  method: 'GET',
  path: '/api/0/projects/:organization/:project/releases/',
  query: ReleasesQuery,
  response: v.array(SentryRelease),
  summary: 'List releases of a project, newest first',
  access,
  tag,
})

export const sentryCreateRelease = endpoint({
  method: 'POST',
  path: '/api/0/organizations/:organization/releases/',
  body: CreateRelease,
  response: SentryRelease,
  status: 201,
  summary: 'Create a release, or add projects to it; 208 if it existed',
  access,
  tag,
})

export const sentryCreateProjectRelease = endpoint({
  method: 'POST',
  path: '/api/0/projects/:organization/:project/releases/',
  body: CreateRelease,
  response: SentryRelease,
  status: 201,
  summary: 'Create a release, or add projects to it; the project is added to those in the body',
  access,
  tag,
})

export const sentryGetRelease = endpoint({
  method: 'GET',
  path: '/api/0/organizations/:organization/releases/:version/',
  params,
  response: SentryRelease,
  summary: 'Get a release',
  access,
  tag,
})

export const sentryGetProjectRelease = endpoint({
  method: 'GET',
  path: '/api/0/projects/:organization/:project/releases/:version/',
  params,
  response: SentryRelease,
  summary: 'Get a release of a project',
  access,
  tag,
})

export const sentryUpdateRelease = endpoint({
  method: 'PUT',
  path: '/api/0/organizations/:organization/releases/:version/',
  params,
  body: UpdateRelease,
  response: SentryRelease,
  summary: 'Update a release: finalize it or set its commits',
  access,
  tag,
})

export const sentryUpdateProjectRelease = endpoint({
  method: 'PUT',
  path: '/api/0/projects/:organization/:project/releases/:version/',
  params,
  body: UpdateRelease,
  response: SentryRelease,
  summary: 'Update a release of a project: finalize it or set its commits',
  access,
  tag,
})

export const sentryDeleteRelease = endpoint({
  method: 'DELETE',
  path: '/api/0/organizations/:organization/releases/:version/',
  params,
  response: NoBody,
  status: 204,
  summary: 'Delete a release; uploaded files stay',
  access,
  tag,
})

export const sentryDeleteProjectRelease = endpoint({
  method: 'DELETE',
  path: '/api/0/projects/:organization/:project/releases/:version/',
  params,
  response: NoBody,
  status: 204,
  summary: 'Delete a release; uploaded files stay',
  access,
  tag,
})

export const sentryListCommits = endpoint({
  method: 'GET',
  path: '/api/0/organizations/:organization/releases/:version/commits/',
  params,
  response: v.array(SentryCommit),
  summary: 'List commits of a release, as reported',
  access,
  tag,
})

export const sentryListProjectCommits = endpoint({
  method: 'GET',
  path: '/api/0/projects/:organization/:project/releases/:version/commits/',
  params,
  response: v.array(SentryCommit),
  summary: 'List commits of a release, as reported',
  access,
  tag,
})

export const sentryPreviousRelease = endpoint({
  method: 'GET',
  path: '/api/0/organizations/:organization/releases/:version/previous-with-commits/',
  params,
  response: v.union([SentryRelease, v.strictObject({})]),
  summary: 'Get the previous release with known commits, or an empty object',
  access,
  tag,
})

export const sentryListDeploys = endpoint({
  method: 'GET',
  path: '/api/0/organizations/:organization/releases/:version/deploys/',
  params,
  response: v.array(SentryDeploy),
  summary: 'List deploys of a release, latest first',
  access,
  tag,
})

export const sentryListProjectDeploys = endpoint({
  method: 'GET',
  path: '/api/0/projects/:organization/:project/releases/:version/deploys/',
  params,
  response: v.array(SentryDeploy),
  summary: 'List deploys of a release, latest first',
  access,
  tag,
})

export const sentryCreateDeploy = endpoint({
  method: 'POST',
  path: '/api/0/organizations/:organization/releases/:version/deploys/',
  params,
  body: DeployInput,
  response: SentryDeploy,
  status: 201,
  summary: 'Report a deploy; the same deploy reported again within 15 minutes is counted once',
  access,
  tag,
})

export const sentryCreateProjectDeploy = endpoint({
  method: 'POST',
  path: '/api/0/projects/:organization/:project/releases/:version/deploys/',
  params,
  body: DeployInput,
  response: SentryDeploy,
  status: 201,
  summary: 'Report a deploy; the same deploy reported again within 15 minutes is counted once',
  access,
  tag,
})

export const sentryListRepositories = endpoint({
  method: 'GET',
  path: '/api/0/organizations/:organization/repos/',
  query: SentryPageQuery,
  response: v.array(v.never()),
  summary: 'List repositories; always empty, so that tools send commits themselves',
  access,
  tag,
})

export const sentryListMonitors = endpoint({
  method: 'GET',
  path: '/api/0/organizations/:organization/monitors/',
  query: SentryPageQuery,
  response: v.array(v.never()),
  summary: 'List monitors; always empty',
  access: 'org:read',
  tag,
})
