import * as v from 'valibot'
import { endpoint } from '../endpoint.ts'
import { Timestamp } from '../values.ts'
import { listQuery } from './lists.ts'
import { SentryPageQuery } from './values.ts'

const tag = 'sentry'
const access = 'event:read'
const none = listQuery({})

const SentryHash = v.object({
  id: v.pipe(v.string(), v.description('A fingerprint; lists of issues take it as `hashes`.')),
  latestEvent: v.nullable(
    v.object({ id: v.string(), eventID: v.string(), groupID: v.string(), title: v.string() }),
  ),
})

const hashes = { query: none, response: v.array(SentryHash), access, tag } as const

export const sentryListHashes = endpoint({
  ...hashes,
  method: 'GET',
  path: '/api/0/issues/:issue/hashes/',
  summary: 'List fingerprints of an issue, at most 30',
})

export const sentryListOrganizationHashes = endpoint({
  ...hashes,
  method: 'GET',
  path: '/api/0/organizations/:organization/issues/:issue/hashes/',
  summary: 'List fingerprints of an issue, at most 30, at the address newer tools use',
})

const TagValue = v.object({
  key: v.string(),
  name: v.string(),
  value: v.string(),
  count: v.number(),
  lastSeen: Timestamp,
  firstSeen: v.pipe(v.null(), v.description('Not known.')),
})

export const SentryIssueTag = v.object({
  key: v.string(),
  name: v.string(),
  totalValues: v.pipe(v.number(), v.description('Events that have the tag.')),
  topValues: v.array(TagValue),
})

export const sentryListTags = endpoint({
  method: 'GET',
  path: '/api/0/issues/:issue/tags/',
  query: none,
  response: v.array(SentryIssueTag),
  summary: 'List tags of an issue’s events with their most frequent values',
  access,
  tag,
})

export const sentryListOrganizationTags = endpoint({
  method: 'GET',
  path: '/api/0/organizations/:organization/issues/:issue/tags/',
  query: none,
  response: v.array(SentryIssueTag),
  summary: 'List tags of an issue’s events, at the address newer tools use',
  access,
  tag,
})

export const sentryGetTag = endpoint({
  method: 'GET',
  path: '/api/0/issues/:issue/tags/:tag/',
  query: none,
  response: SentryIssueTag,
  summary: 'Get a tag of an issue’s events with its 100 most frequent values',
  access,
  tag,
})

export const sentryGetOrganizationTag = endpoint({
  method: 'GET',
  path: '/api/0/organizations/:organization/issues/:issue/tags/:tag/',
  query: none,
  response: SentryIssueTag,
  summary: 'Get a tag of an issue’s events, at the address newer tools use',
  access,
  tag,
})

export const sentryListTagValues = endpoint({
  method: 'GET',
  path: '/api/0/organizations/:organization/issues/:issue/tags/:tag/values/',
  query: none,
  response: v.array(TagValue),
  summary: 'List the 100 most frequent values of a tag in an issue’s events',
  access,
  tag,
})

export const SentryComment = v.object({
  id: v.string(),
  type: v.literal('note'),
  dateCreated: Timestamp,
  user: v.nullable(v.object({ id: v.string(), name: v.string(), email: v.string() })),
  data: v.object({ text: v.string() }),
})

export const sentryListComments = endpoint({
  method: 'GET',
  path: '/api/0/issues/:issue/comments/',
  query: listQuery(SentryPageQuery.entries),
  response: v.array(SentryComment),
  summary: 'List comments on an issue, latest first',
  access,
  tag,
})

export const sentryCreateComment = endpoint({
  method: 'POST',
  path: '/api/0/issues/:issue/comments/',
  body: v.object({ text: v.pipe(v.string(), v.trim(), v.minLength(1), v.maxLength(10_000)) }),
  response: SentryComment,
  status: 201,
  summary: 'Comment on an issue; only for signed-in users',
  access: 'session event:write',
  tag,
})
