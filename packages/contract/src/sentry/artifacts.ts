import * as v from 'valibot'
import { endpoint } from '../endpoint.ts'
import { ReleaseVersion } from './releases.ts'
import { SentryCursor } from './values.ts'
import { Timestamp } from '../values.ts'

export const Sha1 = v.pipe(
  v.string(),
  v.regex(/^[0-9a-f]{40}$/, 'must be a SHA-1 in lower-case hex'),
  v.description('A SHA-1 in lower-case hex.'),
)
const Dist = v.pipe(v.string(), v.maxLength(64))
const count = v.pipe(v.number(), v.integer())

export const ChunkUploadOptions = v.object({
  url: v.pipe(v.string(), v.description('Absolute: build plugins send their token nowhere else.')),
  chunkSize: count,
  chunksPerRequest: count,
  maxFileSize: count,
  maxRequestSize: count,
  maxWait: v.pipe(count, v.description('Seconds.')),
  concurrency: count,
  hashAlgorithm: v.literal('sha1'),
  compression: v.array(v.literal('gzip')),
  accept: v.array(v.picklist(['release_files', 'artifact_bundles', 'artifact_bundles_v2'])),
})

const Assembly = v.object({
  state: v.picklist(['not_found', 'created', 'assembling', 'ok', 'error']),
  missingChunks: v.pipe(v.array(Sha1), v.description('To be uploaded before asking again.')),
  detail: v.pipe(v.nullable(v.string()), v.description('Why it is an error.')),
})

const parts = { checksum: Sha1, chunks: v.array(Sha1) }
const projectNames = v.pipe(v.array(v.pipe(v.string(), v.maxLength(100))), v.maxLength(100))

export const SentryReleaseFile = v.object({
  id: v.string(),
  name: v.string(),
  dist: v.nullable(v.string()),
  headers: v.record(v.string(), v.string()),
  size: count,
  sha1: Sha1,
  dateCreated: Timestamp,
})

const access = 'project:releases'
const tag = 'sentry'
const params = { version: ReleaseVersion }
const fileQuery = v.object({ cursor: v.optional(SentryCursor) })

export const sentryChunkUploadOptions = endpoint({
  method: 'GET',
  path: '/api/0/organizations/:organization/chunk-upload/',
  response: ChunkUploadOptions,
  summary: 'How files are uploaded, and how much at once',
  access,
  tag,
})

export const sentryUploadChunks = endpoint({
  method: 'POST',
  path: '/api/0/organizations/:organization/chunk-upload/',
  consumes: 'multipart',
  response: v.object({}),
  summary:
    'Parts `file` or, packed with gzip, `file_gzip`; their file name is the SHA-1 of the chunk unpacked',
  access,
  tag,
})

export const sentryAssembleBundle = endpoint({
  method: 'POST',
  path: '/api/0/organizations/:organization/artifactbundle/assemble/',
  body: v.object({
    ...parts,
    projects: v.pipe(projectNames, v.minLength(1)),
    version: v.nullish(ReleaseVersion),
    dist: v.nullish(Dist),
  }),
  response: Assembly,
  summary: 'Makes a bundle of chunks, or says which are missing; the same request asks how far it is',
  access,
  tag,
})

export const sentryAssembleRelease = endpoint({
  method: 'POST',
  path: '/api/0/organizations/:organization/releases/:version/assemble/',
  params,
  body: v.object({ ...parts, projects: v.nullish(projectNames), dist: v.nullish(Dist) }),
  response: Assembly,
  summary: 'As for bundles, for the projects of a release; older tools use it',
  access,
  tag,
})

export const sentryListReleaseFiles = endpoint({
  method: 'GET',
  path: '/api/0/organizations/:organization/releases/:version/files/',
  params,
  query: fileQuery,
  response: v.array(SentryReleaseFile),
  summary: 'Always empty: older tools ask what they need not upload',
  access,
  tag,
})

export const sentryListProjectReleaseFiles = endpoint({
  method: 'GET',
  path: '/api/0/projects/:organization/:project/releases/:version/files/',
  params,
  query: fileQuery,
  response: v.array(SentryReleaseFile),
  summary: 'Always empty: older tools ask what they need not upload',
  access,
  tag,
})

export const sentryUploadReleaseFile = endpoint({
  method: 'POST',
  path: '/api/0/organizations/:organization/releases/:version/files/',
  params,
  consumes: 'multipart',
  response: SentryReleaseFile,
  status: 201,
  summary: 'One file, with the parts `file`, `name`, `dist` and any number of `header`; older tools use it',
  access,
  tag,
})

export const sentryUploadProjectReleaseFile = endpoint({
  method: 'POST',
  path: '/api/0/projects/:organization/:project/releases/:version/files/',
  params,
  consumes: 'multipart',
  response: SentryReleaseFile,
  status: 201,
  summary: 'One file, with the parts `file`, `name`, `dist` and any number of `header`; older tools use it',
  access,
  tag,
})

export const sentryAssembleDebugFiles = endpoint({
  method: 'POST',
  path: '/api/0/projects/:organization/:project/files/difs/assemble/',
  body: v.record(Sha1, v.object({ name: v.optional(v.string()), chunks: v.optional(v.array(Sha1)) })),
  response: v.record(Sha1, Assembly),
  summary: 'Always an error: native debug files are not read here',
  access,
  tag,
})
