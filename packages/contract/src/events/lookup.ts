import * as v from 'valibot'
import { endpoint } from '../endpoint.ts'
import { Timestamp } from '../values.ts'
import { SearchedInVain } from './searched-projects.ts'

const Found = v.variant('kind', [
  v.object({
    kind: v.literal('event'),
    by: v.picklist(['event_id', 'digest', 'replay_id']),
    eventId: v.string(),
    issueId: v.string(),
    project: v.string(),
    title: v.string(),
    occurredAt: Timestamp,
  }),
  v.pipe(
    v.object({
      kind: v.literal('digest'),
      digest: v.string(),
      projects: v.pipe(v.array(v.string()), v.description('Slugs of the projects with such events.')),
      title: v.pipe(v.string(), v.description('That of the newest event.')),
      events: v.pipe(v.number(), v.integer(), v.description('At most 10.')),
      more: v.pipe(v.boolean(), v.description('Whether there are more events than that.')),
      lastSeen: Timestamp,
    }),
    v.description('Several events have this digest: see `GET /api/v1/digests/{digest}`.'),
  ),
  v.object({
    kind: v.literal('issue'),
    issueId: v.string(),
    shortId: v.string(),
    project: v.string(),
    title: v.string(),
  }),
  v.object({
    kind: v.literal('trace'),
    traceId: v.string(),
    project: v.pipe(v.string(), v.description('Slug of a project with spans of the trace.')),
    spans: v.pipe(v.number(), v.integer(), v.description('Spans that are stored in your projects.')),
  }),
  v.object({ kind: v.literal('project'), project: v.string(), name: v.string() }),
])
export type Found = v.InferOutput<typeof Found>

export const lookUp = endpoint({
  method: 'GET',
  path: '/api/v1/lookup',
  query: v.object({
    text: v.pipe(
      v.string(),
      v.trim(),
      v.minLength(1),
      v.maxLength(2000),
      v.description(
        'An event ID or trace ID in any format, a digest, an issue ID or short ID, a DSN, or a URL or text that contains one.',
      ),
    ),
  }),
  response: v.object({
    found: v.array(Found),
    digest: v.pipe(
      v.nullable(v.string()),
      v.description('The digest that the text was read as; null if it names none.'),
    ),
    searched: SearchedInVain,
  }),
  summary: 'Look up an ID, digest, DSN or link',
  access: 'event:read',
  tag: 'lookup',
})
