import { ITEM_BYTES, repeated } from './hostile-events.ts'

/** Each is the beginning of something that a reader may look for again and again. */
export const PATTERNS = [
  'A',
  'aB',
  'eyJ-',
  'a://b:',
  '-----BEGIN ',
  'at f (',
  'a=b&',
  '{"a":',
  '4111-',
  '%2',
  ' \t',
  '((([[[',
] as const

type Path = ReadonlyArray<string | number>

/** Where an event has a text, in the words of the protocol: the last of a path may be `*`, the name of a key. */
const FIELDS: readonly string[] = [
  'message',
  'logentry.message',
  'logentry.formatted',
  'logentry.params.0',
  'logger',
  'platform',
  'level',
  'release',
  'dist',
  'environment',
  'server_name',
  'transaction',
  'timestamp',
  'event_id',
  'culprit',
  'fingerprint.0',
  'tags.area',
  'tags.*',
  'extra.area',
  'extra.*',
  'extra.deep.deeper.deepest',
  'modules.react',
  'modules.*',
  'user.id',
  'user.email',
  'user.username',
  'user.ip_address',
  'user.geo.city',
  'user.*',
  'request.url',
  'request.method',
  'request.query_string',
  'request.data',
  'request.fragment',
  'request.cookies',
  'request.cookies.a',
  'request.headers.Cookie',
  'request.headers.User-Agent',
  'request.headers.Referer',
  'request.headers.*',
  'request.env.PATH',
  'contexts.trace.trace_id',
  'contexts.os.name',
  'contexts.browser.version',
  'contexts.react.componentStack',
  'contexts.flags.values.0.flag',
  'contexts.app.*',
  'contexts.*.a',
  'sdk.name',
  'sdk.version',
  'sdk.packages.0.name',
  'sdk.integrations.0',
  'breadcrumbs.0.message',
  'breadcrumbs.0.category',
  'breadcrumbs.0.type',
  'breadcrumbs.0.data.url',
  'breadcrumbs.0.data.*',
  'exception.values.0.type',
  'exception.values.0.value',
  'exception.values.0.module',
  'exception.values.0.mechanism.type',
  'exception.values.0.mechanism.data.function',
  'exception.values.0.stacktrace.frames.0.filename',
  'exception.values.0.stacktrace.frames.0.function',
  'exception.values.0.stacktrace.frames.0.module',
  'exception.values.0.stacktrace.frames.0.abs_path',
  'exception.values.0.stacktrace.frames.0.context_line',
  'exception.values.0.stacktrace.frames.0.pre_context.0',
  'exception.values.0.stacktrace.frames.0.vars.a',
  'exception.values.0.stacktrace.frames.0.vars.*',
  'stacktrace.frames.0.filename',
  'threads.values.0.name',
  'debug_meta.images.0.code_file',
  'debug_meta.images.0.debug_id',
  '*',
]

/** Left for what stands around the field. */
const AROUND_BYTES = 512

/** One event for each field, with nothing in it but that field as long as an item may be. */
export function hostileFields(pattern: string): ReadonlyArray<readonly [name: string, event: object]> {
  const written = JSON.stringify(pattern).length - 2
  const text = repeated(pattern, Math.floor(((ITEM_BYTES - AROUND_BYTES) * pattern.length) / written))
  return FIELDS.map((field) => [
    `${field} of ${JSON.stringify(pattern)}`,
    treeOf(
      field.split('.').map((part) => (/^\d+$/.test(part) ? Number(part) : part)),
      text,
    ) as object,
  ])
}

function treeOf([part, ...rest]: Path, text: string): unknown {
  if (part === undefined) return text
  if (typeof part === 'number') return [treeOf(rest, text)]
  if (part === '*') return { [text]: rest.length === 0 ? 1 : { a: 1 } }
  return { [part]: treeOf(rest, text) }
}
