import * as v from 'valibot'
import { FrameMap, OriginalFrame } from './mapped-frame.ts'
import { Recognised } from './known-errors.ts'
import { AnyObject, Level, Pair, Timestamp } from '../values.ts'

const text = v.nullable(v.string())
const count = v.nullable(v.number())

export const Frame = v.object({
  function: text,
  module: text,
  filename: v.pipe(text, v.description('The path, decoded: `app/[id]/page.js`.')),
  absPath: v.pipe(text, v.description('The URL or absolute path as sent.')),
  line: count,
  column: v.pipe(count, v.description('From 1, as sent.')),
  inApp: v.boolean(),
  preContext: v.array(v.string()),
  contextLine: text,
  postContext: v.array(v.string()),
  vars: v.nullable(AnyObject),
  original: v.pipe(
    v.nullable(OriginalFrame),
    v.description('Position in the source, if a source map has it; the other fields stay as sent.'),
  ),
  map: v.pipe(v.nullable(FrameMap), v.description('Null: couldn’t be looked up right now.')),
})

export const Mechanism = v.object({
  type: v.string(),
  handled: v.nullable(v.boolean()),
  synthetic: v.boolean(),
  source: text,
  exceptionId: count,
  parentId: count,
  isExceptionGroup: v.boolean(),
  data: AnyObject,
})

export const ExceptionValue = v.object({
  type: text,
  value: text,
  module: text,
  mechanism: v.nullable(Mechanism),
  frames: v.pipe(v.array(Frame), v.description('Oldest first; the throwing frame is last.')),
})

export const Thread = v.object({
  id: text,
  name: text,
  crashed: v.boolean(),
  current: v.pipe(v.boolean(), v.description('The thread that reported the event.')),
  frames: v.pipe(v.array(Frame), v.description('Oldest first.')),
})

export const Breadcrumb = v.object({
  timestamp: v.nullable(Timestamp),
  type: v.string(),
  category: text,
  level: v.picklist(['fatal', 'error', 'warning', 'info', 'debug', 'log']),
  message: text,
  data: AnyObject,
})

export const EventUser = v.object({
  id: text,
  email: text,
  username: text,
  name: text,
  ipAddress: text,
  data: AnyObject,
})

export const EventRequest = v.object({
  url: text,
  method: text,
  headers: v.array(Pair),
  query: text,
  data: v.unknown(),
  cookies: v.array(Pair),
})

export const Cut = v.object({
  path: v.pipe(v.string(), v.description('Path in the payload, e.g. `exception.values.0.value`.')),
  unit: v.picklist(['characters', 'bytes', 'items', 'levels']),
  limit: v.number(),
  original: v.number(),
})

export const Scrubbed = v.object({ path: v.string(), rule: v.string() })

export const Grouping = v.object({
  version: v.number(),
  fingerprint: v.string(),
  rule: v.picklist([
    'fingerprint',
    'cause',
    'stacktrace',
    'exception',
    'message',
    'security',
    'joined',
    'fallback',
  ]),
  summary: v.pipe(v.string(), v.description('One sentence.')),
  parts: v.pipe(v.array(v.string()), v.description('The hashed parts, in order.')),
})

const JoinedBy = v.pipe(
  v.picklist(['digest', 'trace', 'place']),
  v.description(
    'What the events of the browser and of the server have in common. `place`: only release, route and time, so it is likely and not certain.',
  ),
)

export const ServerSide = v.object({
  by: JoinedBy,
  eventId: v.string(),
  title: v.string(),
  culprit: v.string(),
  occurredAt: Timestamp,
})

export const BrowserSide = v.object({
  by: JoinedBy,
  eventId: v.string(),
  title: v.string(),
  occurredAt: Timestamp,
  url: text,
  user: text,
  browser: text,
  os: text,
  device: text,
  breadcrumbs: v.array(Breadcrumb),
})

export const EventView = v.object({
  eventId: v.string(),
  issueId: v.string(),
  projectId: v.string(),
  kind: v.picklist(['error', 'default', 'security']),
  title: v.string(),
  culprit: v.string(),
  platform: v.string(),
  level: Level,
  occurredAt: Timestamp,
  receivedAt: Timestamp,
  storedAt: v.pipe(
    v.nullable(Timestamp),
    v.description('When it was written to the store; null for events from before this was kept.'),
  ),
  exceptions: v.pipe(
    v.array(ExceptionValue),
    v.description('Innermost cause first; the last one was thrown.'),
  ),
  threads: v.pipe(
    v.array(Thread),
    v.description(
      'Stacks that belong to no exception: of threads, and of a message (of no thread). The one the event is about is first.',
    ),
  ),
  componentStack: v.pipe(
    v.nullable(v.array(Frame)),
    v.description('The React components around the failure, outermost first, where the SDK sent them apart.'),
  ),
  message: v.nullable(v.object({ formatted: v.string(), template: text, params: v.array(v.unknown()) })),
  logger: text,
  transaction: text,
  route: v.pipe(
    text,
    v.description('The pattern of its route, as `/users/[id]`; null where it is not known.'),
  ),
  environment: text,
  release: text,
  dist: text,
  serverName: text,
  tags: v.array(Pair),
  user: v.nullable(EventUser),
  request: v.nullable(EventRequest),
  contexts: v.pipe(
    v.record(v.string(), AnyObject),
    v.description('As sent, with browser, os and device derived from the user agent if the SDK sent none.'),
  ),
  breadcrumbs: v.array(Breadcrumb),
  extra: AnyObject,
  modules: v.record(v.string(), v.string()),
  sdk: v.nullable(v.object({ name: v.string(), version: text })),
  debugImages: v.array(v.object({ codeFile: v.string(), debugId: v.string() })),
  traceId: text,
  cuts: v.pipe(v.array(Cut), v.description('Fields that were shortened.')),
  scrubbed: v.pipe(
    v.array(Scrubbed),
    v.description('Values that were replaced because they looked like secrets.'),
  ),
  grouping: v.pipe(Grouping, v.description('Why this event belongs to its issue.')),
  recognised: v.pipe(
    v.nullable(Recognised),
    v.description('Explanation of a known problem; null if there is none.'),
  ),
  serverSide: v.pipe(
    v.nullable(ServerSide),
    v.description(
      'If this is what a browser got of a server’s error, for example `Minified React error #441`: the event of that error.',
    ),
  ),
  browserSides: v.pipe(
    v.array(BrowserSide),
    v.description(
      'If this is such an error of a server: what browsers reported about it, at most three, latest first.',
    ),
  ),
  previousEventId: v.pipe(text, v.description('The next older event of the issue.')),
  nextEventId: v.pipe(text, v.description('The next newer event of the issue.')),
  payload: v.pipe(AnyObject, v.description('The payload as stored.')),
})
export type EventView = v.InferOutput<typeof EventView>
