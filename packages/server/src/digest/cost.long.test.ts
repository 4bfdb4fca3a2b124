import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { Json, JsonObject } from '#domain/json.ts'
import { LIMITS } from '#domain/limits.ts'
import { DEFAULT_PROJECT_SETTINGS } from '#domain/projects/project.ts'
import type { ProjectSettings } from '#domain/projects/project.ts'
import { digestInParts } from '#digest/testing/digest.ts'
import { defaultKeyRule } from '#digest/scrub/scrub-keys.ts'
import { scrubSource, scrubText } from '#digest/scrub/scrub-values.ts'
import { scrubSql } from '#digest/scrub/scrub-sql.ts'
import { aRecord, anEnvelope } from '#digest/testing/records.ts'
import { FORMER_KEYS, FORMER_WEB_TOKEN, openStepCounter } from '#digest/testing/steps.ts'
import type { StepCounter } from '#digest/testing/steps.ts'

/** What made a pattern of this or another product start again at every character. */
const UNITS: readonly string[] = [
  [
    'A',
    'a',
    'aA',
    '0',
    '_',
    '-',
    '.',
    ' ',
    '\n',
    '/',
    '%',
    '\\',
    '"',
    "'",
    '(',
    '[',
    '{',
    '<',
    '?',
    '#',
    '@',
  ],
  [
    'eyJ-',
    'eyJaaaaaaaaaaaaaaaaa.',
    '-----BEGIN ',
    '-----BEGIN PRIVATE KEY-----',
    'Bearer ',
    'Basic ',
    '://a:',
  ],
  [
    'a://',
    'a=',
    '"a":',
    'password=',
    'password: ',
    "password='",
    'password="${',
    '"password":"',
    'token: x ',
  ],
  [
    'Cookie: ',
    'authorization:',
    'sk-a',
    'gh',
    'xox',
    '1234 ',
    '1234-',
    'digest:',
    'digest ',
    'at: ',
    ' [as ',
    ']',
  ],
  ['/<', '<anonymous>', 'Error: ', 'Uncaught ', 'chunk ', '(error: /', 'is not a function ', "can't access "],
  [
    'https://',
    'a.b@c.',
    '1.2.',
    'v1.',
    '::1',
    'a@b:1:2',
    '\u2028?',
    'node_modules/',
    '../',
    'Minified React error #',
  ],
].flat()

/** Counted together, because each count takes its time; one square among them still makes three times the steps. */
const GROUPS = Array.from({ length: Math.ceil(UNITS.length / 20) }, (_, at) =>
  UNITS.slice(at * 20, at * 20 + 20),
)

const filled = (unit: string, length: number) => unit.repeat(Math.ceil(length / unit.length)).slice(0, length)

/** Every field that a stage reads, and some that none does, with a text of the sender's choice in it. */
const FIELDS: Readonly<Record<string, (text: string) => JsonObject>> = {
  message: (text) => ({ message: text }),
  logentry: (text) => ({ logentry: { message: text, params: [text] } }),
  transaction: (text) => ({ transaction: text, culprit: text, logger: text, server_name: text }),
  release: (text) => ({ release: text, environment: text, dist: text, platform: text, level: text }),
  fingerprint: (text) => ({ fingerprint: [text, '{{ default }}'] }),
  user: (text) => ({ user: { id: text, email: text, ip_address: text, other: text } }),
  'key of user': (text) => ({ user: { [text]: 1 } }),
  'key of anything': (text) => ({
    [text]: text,
    extra: { [text]: text },
    contexts: { [text]: { [text]: text } },
  }),
  tags: (text) => ({ tags: { [text]: text, a: text } }),
  'tags in pairs': (text) => ({ tags: [[text, text], text, [text]] }),
  request: (text) => ({
    request: {
      url: text,
      query_string: text,
      data: text,
      cookies: text,
      headers: { 'User-Agent': text, [text]: text },
    },
  }),
  'user agent': (text) => ({ request: { headers: [['user-agent', text]] } }),
  exception: (text) => ({ exception: { values: [{ type: text, value: text, module: text }] } }),
  mechanism: (text) => ({
    exception: [{ type: 'E', value: text, mechanism: { type: text, data: { digest: text } } }],
  }),
  frame: (text) => ({
    exception: {
      values: [
        {
          type: 'E',
          value: 'v',
          stacktrace: {
            frames: [
              {
                function: text,
                module: text,
                filename: text,
                abs_path: text,
                in_app: true,
                vars: { [text]: text },
              },
              { filename: text, lineno: 1, context_line: text, pre_context: [text], post_context: [text] },
            ],
          },
        },
      ],
    },
  }),
  threads: (text) => ({
    threads: { values: [{ name: text, stacktrace: { frames: [{ function: text }] } }] },
  }),
  breadcrumbs: (text) => ({
    breadcrumbs: [
      { category: 'console', message: text, data: { arguments: [{ digest: text, message: text }] } },
    ],
  }),
  contexts: (text) => ({ contexts: { react: { componentStack: text }, os: { name: text, version: text } } }),
  extra: (text) => ({ extra: { a: text, digest: text, [text]: { [text]: text } } }),
  sdk: (text) => ({
    sdk: { name: text, version: text, packages: [{ name: text }] },
    modules: { [text]: text },
  }),
  'debug meta': (text) => ({
    debug_meta: { images: [{ code_file: text, debug_id: text }] },
    _meta: { a: text },
  }),
  time: (text) => ({ timestamp: text, event_id: text }),
  'report of a policy': (text) => ({ security_report: { kind: text, fields: { a: text } } }),
}

const IDS = { trace_id: 'a'.repeat(32), span_id: 'b'.repeat(16) }
const TIMES = { start_timestamp: 1_700_000_000, end_timestamp: 1_700_000_001, timestamp: 1_700_000_001 }

/** What every reader of a span looks at, and keys that none does. */
const attributesOf = (text: string): JsonObject => ({
  [text]: text,
  'sentry.op': text,
  'sentry.segment.name': text,
  'sentry.release': text,
  'url.full': text,
  'url.path': text,
  'http.route': text,
  'user_agent.original': text,
  'user.email': text,
  'db.statement': text,
  'http.request.header.cookie': [text],
})

const aSpan = (text: string): JsonObject => {
  const attributes = attributesOf(text)
  for (const [key, value] of Object.entries(attributes)) attributes[key] = { value: value!, type: 'string' }
  return {
    ...IDS,
    ...TIMES,
    name: text,
    status: text,
    is_segment: true,
    attributes,
    links: [{ ...IDS, attributes }],
  }
}

const aLegacySpan = (text: string): JsonObject => ({
  ...IDS,
  ...TIMES,
  op: text,
  description: text,
  origin: text,
  data: attributesOf(text),
  tags: { [text]: text },
})

const aTransaction = (text: string): JsonObject => ({
  ...TIMES,
  transaction: text,
  transaction_info: { source: 'route' },
  contexts: { trace: { ...IDS, op: 'http.server', data: attributesOf(text) }, [text]: { [text]: text } },
  spans: [aLegacySpan(text), { ...aLegacySpan(text), op: 'db' }],
  tags: { [text]: text },
  user: { id: text },
  request: { url: text, headers: { 'User-Agent': text, [text]: text } },
})

/** More of the same, instead of longer. */
const LISTS: Readonly<Record<string, (items: number) => JsonObject>> = {
  breadcrumbs: (items) => ({ breadcrumbs: list(items, (n) => ({ category: 'console', message: `m${n}` })) }),
  'arguments and exceptions': (items) => ({
    exception: list(items, (n) => ({ type: 'E', value: `v${n}` })),
    breadcrumbs: [
      { category: 'console', data: { arguments: list(items, (n) => ({ digest: '1', message: `m${n}` })) } },
    ],
  }),
  frames: (items) => ({
    stacktrace: { frames: list(items, (n) => ({ function: `f${n}`, filename: 'a.js' })) },
  }),
  tags: (items) => ({ tags: list(items, (n) => [`k${n}`, 'v']) }),
  members: (items) => ({ extra: Object.fromEntries(list(items, (n) => [`k${n}`, n] as const)) }),
  fields: (items) => Object.fromEntries(list(items, (n) => [`f${n}`, 'v'] as const)),
  secrets: (items) => ({ extra: { text: list(items, (n) => `password=p${n}`).join('&') } }),
}

function list<T>(items: number, make: (index: number) => T): T[] {
  return Array.from({ length: items }, (_, index) => make(index))
}

const SETTINGS: ProjectSettings = {
  ...DEFAULT_PROJECT_SETTINGS,
  scrubKeys: ['tax id'],
  filters: {
    ...DEFAULT_PROJECT_SETTINGS.filters,
    localhost: true,
    healthChecks: true,
    crawlers: true,
    oldBrowsers: true,
    extensions: true,
    messages: ['never said*'],
    releases: ['never released*'],
  },
}

const SIZE = 1_000
/** Twice the text may take this many times the steps; a square takes four. */
const GROWTH = 2.4
/** Steps that do not depend on the text: below this much no growth says anything. */
const BASE = 4_000

const UNCUT: Readonly<Record<string, (text: string) => unknown>> = {
  scrubText: (text) => scrubText(text, defaultKeyRule),
  scrubSource: (text) => scrubSource(text, defaultKeyRule),
  defaultKeyRule,
  transaction: (text) => digest(aTransaction(text), 'transaction'),
  span: (text) => digest({ items: [aSpan(text)] }, 'span'),
  'span in an item of its own': (text) => digest(aLegacySpan(text), 'span'),
  scrubSql: (text) => [scrubSql(text), scrubSql(text, 'mysql')],
  log: (text) => digest({ items: [{ body: text, attributes: { [text]: { value: text } } }] }, 'log'),
}

let steps: StepCounter
beforeAll(() => {
  steps = openStepCounter()
})
afterAll(() => steps.close())

function digest(payload: Json, type = 'event'): void {
  const body = anEnvelope([{ type, payload: Buffer.from(JSON.stringify(payload)) }])
  digestInParts(aRecord(body), { spoolId: 's', settings: SETTINGS })
}

/** The smaller of two doublings: one may pass a limit, behind which more is done. */
function growth(work: (size: number) => void, size = SIZE): number {
  const [one, two, four] = [1, 2, 4].map((times) => steps.count(() => work(size * times)))
  return Math.min(two! / Math.max(one!, BASE), four! / Math.max(two!, BASE))
}

// Steps are counted, so a slow machine changes nothing but how long that takes.
describe('the cost of an event', { timeout: 180_000 }, () => {
  it.each(Object.keys(FIELDS))('[PL71] grows with its length, whatever fills %s', (field) => {
    const slow = GROUPS.map((units) => ({
      units,
      growth: growth((size) => {
        for (const unit of units) digest(FIELDS[field]!(filled(unit, size)))
      }),
    }))
    expect(slow.filter((one) => one.growth > GROWTH)).toEqual([])
  })

  it.each(Object.keys(LISTS))('[PL71] grows with the number of %s', (name) => {
    expect(growth((items) => digest(LISTS[name]!(items)), 500)).toBeLessThan(GROWTH)
  })

  it('[PL71] grows with the number of spans', () => {
    const spans = (items: number) => digest({ items: list(items, () => aSpan('/users/1')) }, 'span')
    expect(growth(spans, 100)).toBeLessThan(GROWTH)
  })

  it('[IN70] grows with the number of spans of OpenTelemetry, and with what their resource says', () => {
    const attribute = { key: 'url.full', value: { stringValue: 'https://shop.example/users/1' } }
    const span = { traceId: 'a'.repeat(32), spanId: 'b'.repeat(16), parentSpanId: 'b'.repeat(16) }
    const times = { startTimeUnixNano: '1794706880000000000', endTimeUnixNano: '1794706881000000000' }
    const request = (items: number) => ({
      resourceSpans: [
        {
          resource: { attributes: list(items, (at) => ({ ...attribute, key: `${at}` })) },
          scopeSpans: [{ spans: list(items, () => ({ ...span, ...times, attributes: [attribute] })) }],
        },
      ],
    })
    expect(growth((items) => digest(request(items), 'otlp_traces'), 200)).toBeLessThan(GROWTH)
  })

  it.each(Object.keys(UNCUT))('[PL71] grows with the text where nothing cuts it first: %s', (name) => {
    const slow = GROUPS.map((units) => ({
      units,
      growth: growth((size) => {
        for (const unit of units) UNCUT[name]!(filled(unit, size))
      }),
    }))
    expect(slow.filter((one) => one.growth > GROWTH)).toEqual([])
  })

  it('is seen to grow with the square where it does', () => {
    expect(growth((size) => 'A'.repeat(size).replace(FORMER_KEYS, ''))).toBeGreaterThan(3.5)
    expect(growth((size) => filled('eyJ-', size).replace(FORMER_WEB_TOKEN, ''))).toBeGreaterThan(3.5)
    expect(LIMITS.text.message).toBeGreaterThan(4 * SIZE)
  })
})
