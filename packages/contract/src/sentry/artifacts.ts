import * as v from 'valibot'
import { endpoint } from '../endpoint.ts'
import { ReleaseVersion } from './releases.ts'
import { SentryCursor } from './values.ts'
import { Timestamp } from '../values.ts'

export const Sha1 = v.pipe(
  v.string(),
  v.regex(/^[0-9a-f]{40}$/, 'must be a SHA-1 in lowercase hex'),
  v.description('A SHA-1 in lowercase hex.'),
)
const Dist = v.pipe(v.string(), v.maxLength(64))
const count = v.pipe(v.number(), v.integer())

export const ChunkUploadOptions = v.object({
  url: v.pipe(
    v.string(),
    v.description('Absolute URL of this server: build plugins send their token only there.'),
  ),
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
  missingChunks: v.pipe(v.array(Sha1), v.description('Chunks to upload before repeating the request.')),
  detail: v.pipe(v.nullable(v.string()), v.description('Reason of an error.')),
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
  summary: 'Get the upload options',
  access,
  tag,
})

export const sentryUploadChunks = endpoint({
  method: 'POST',
  path: '/api/0/organizations/:organization/chunk-upload/',
  consumes: 'multipart',
  response: v.object({}),
  summary:
    'Upload chunks as parts `file` or, compressed with gzip, `file_gzip`; the file name is the SHA-1 of the uncompressed chunk',
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
  summary: 'Assemble a bundle from chunks, or list the missing ones; repeat the request to get the state',
  access,
  tag,
})

export const sentryAssembleRelease = endpoint({
  method: 'POST',
  path: '/api/0/organizations/:organization/releases/:version/assemble/',
  params,
  body: v.object({ ...parts, projects: v.nullish(projectNames), dist: v.nullish(Dist) }),
  response: Assembly,
  summary: 'Assemble a bundle for the projects of a release; used by older tools',
  access,
  tag,
})

export const sentryListReleaseFiles = endpoint({
  method: 'GET',
  path: '/api/0/organizations/:organization/releases/:version/files/',
  params,
  query: fileQuery,
  response: v.array(SentryReleaseFile),
  summary: 'List uploaded files; always empty, so that older tools upload everything',
  access,
  tag,
})

export const sentryListProjectReleaseFiles = endpoint({
  method: 'GET',
  path: '/api/0/projects/:organization/:project/releases/:version/files/',
  params,
  query: fileQuery,
  response: v.array(SentryReleaseFile),
  summary: 'List uploaded files; always empty, so that older tools upload everything',
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
  summary:
    'Upload one file, with the parts `file`, `name`, `dist` and any number of `header`; used by older tools',
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
  summary:
    'Upload one file, with the parts `file`, `name`, `dist` and any number of `header`; used by older tools',
  access,
  tag,
})

export const sentryAssembleDebugFiles = endpoint({
  method: 'POST',
  path: '/api/0/projects/:organization/:project/files/difs/assemble/',
  body: v.record(Sha1, v.object({ name: v.optional(v.string()), chunks: v.optional(v.array(Sha1)) })),
  response: v.record(Sha1, Assembly),
  summary: 'Upload native debug files; always an error, they aren’t supported',
  access,
  tag,
})
