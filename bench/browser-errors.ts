import { randomBytes, randomInt } from 'node:crypto'
import { readFileSync, readdirSync } from 'node:fs'
import { join } from 'node:path'
import { gunzipSync } from 'node:zlib'
import type { Json, JsonObject } from '../packages/server/src/domain/json.ts'

const FIXTURES = join(import.meta.dirname, '../fixtures/sdk')
/** Of browsers, and of versions that are in use. */
const FOLDERS = ['browser-10', 'browser-11', 'react-11', 'nextjs-11']
const TARGET_BYTES = 8192

const hex = (bytes: number): string => randomBytes(bytes).toString('hex')
const oneOf = <T>(values: readonly T[]): T => values[randomInt(values.length)]!

interface Recorded {
  readonly sdk: Json
  readonly event: JsonObject
}

/** Every error with a stack that a recorded browser sent. */
export function recordedErrors(): readonly Recorded[] {
  return FOLDERS.flatMap((folder) =>
    readdirSync(join(FIXTURES, folder))
      .filter((file) => /\.event[^/]*\.bin$/.test(file))
      .flatMap((file) => errorsIn(join(FIXTURES, folder, file))),
  )
}

function errorsIn(file: string): readonly Recorded[] {
  const bytes = readFileSync(file)
  const lines = (bytes[0] === 0x1f ? gunzipSync(bytes) : bytes).toString().split('\n')
  const { sdk } = JSON.parse(lines[0]!) as { readonly sdk: Json }
  const event = lines.find((line) => line.includes('"platform":"javascript"'))
  if (event === undefined || !event.includes('"frames":[')) return []
  return [{ sdk, event: JSON.parse(event) as JsonObject }]
}

interface Bug {
  readonly sdk: Json
  readonly event: JsonObject
}

/**
 * Envelopes of about 8 KB: recorded errors of so many bugs, with functions, files and positions of their own, and with ids,
 * users, addresses, times and breadcrumbs that are different in every event. What all events share compresses to nothing, and
 * so would one event that was sent a thousand times.
 */
export function browserErrors(bugs: number): () => Buffer {
  const recorded = recordedErrors()
  const crumbs = recorded.flatMap(({ event }) =>
    Array.isArray(event['breadcrumbs']) ? (event['breadcrumbs'] as JsonObject[]) : [],
  )
  const made = Array.from({ length: bugs }, (_, at) => bugOf(recorded[at % recorded.length]!, at))
  return () => envelopeOf(oneOf(made), crumbs)
}

/** A bug has its own place in the code, the same in every event. */
function bugOf({ sdk, event }: Recorded, number: number): Bug {
  const own = hex(4)
  const text = JSON.stringify(event)
    .replaceAll(/"function":"(\w{3,})/g, `"function":"$1${number % 37}`)
    .replaceAll(/"lineno":\d+/g, () => `"lineno":${randomInt(1, 40_000)}`)
    .replaceAll(/"colno":\d+/g, () => `"colno":${randomInt(1, 900)}`)
    .replaceAll(/http:\/\/127\.0\.0\.1:\d+\/dist\/(\w+)/g, `https://shop.example.com/assets/$1-${own}`)
  return { sdk, event: JSON.parse(text) as JsonObject }
}

/** What one visitor does: a few pages, requests and buttons, again and again. */
interface Visit {
  readonly pages: readonly string[]
  readonly requests: readonly string[]
  readonly buttons: readonly string[]
}

const some = <T>(count: number, make: () => T): readonly T[] => Array.from({ length: count }, make)
/** A few products are looked at by many, and many by a few. */
const product = (): number => Math.floor(100_000 * Math.random() ** 3)
const toMilliseconds = (seconds: number): number => Math.round(seconds * 1000) / 1000

function visit(): Visit {
  return {
    pages: some(4, () => `/shop/${oneOf(WORDS)}/${product()}`),
    requests: some(5, () => `/api/${oneOf(WORDS)}/${product()}?size=${10 * randomInt(1, 6)}`),
    buttons: some(4, () => `button.${oneOf(WORDS)}-${oneOf(WORDS)}#b${randomInt(20)}`),
  }
}

function envelopeOf({ sdk, event }: Bug, crumbs: readonly JsonObject[]): Buffer {
  const id = hex(16)
  const at = toMilliseconds(Date.now() / 1000 - Math.random())
  const traceId = hex(16)
  const visited = visit()
  const url = `https://shop.example.com${visited.pages[0]}?page=${randomInt(40)}`
  const sent: JsonObject = {
    ...event,
    event_id: id,
    timestamp: at,
    release: `shop@4.${randomInt(6)}.${randomInt(3)}`,
    environment: 'production',
    user: { id: String(randomInt(50_000)), email: `${oneOf(WORDS)}${randomInt(9999)}@example.com` },
    tags: { locale: oneOf(['de', 'en', 'fr']), plan: oneOf(['free', 'team']) },
    request: { url, headers: { 'User-Agent': agent(), Referer: `https://shop.example.com/${oneOf(WORDS)}` } },
    contexts: { ...(event['contexts'] as JsonObject), trace: { trace_id: traceId, span_id: hex(8) } },
  }
  const header = { event_id: id, sent_at: new Date().toISOString(), sdk, trace: { trace_id: traceId } }
  const breadcrumbs: JsonObject[] = []
  sent['breadcrumbs'] = breadcrumbs
  const target = TARGET_BYTES + randomInt(-2000, 2000)
  let bytes = JSON.stringify(header).length + JSON.stringify(sent).length
  for (let before = at - 60; bytes < target; before += Math.random()) {
    const crumb = crumbAt(oneOf(crumbs), toMilliseconds(before), visited)
    breadcrumbs.push(crumb)
    bytes += JSON.stringify(crumb).length + 1
  }
  const lines = [header, { type: 'event' }, sent].map((line) => JSON.stringify(line))
  return Buffer.from(lines.join('\n'))
}

/** As it was recorded, about something else. */
function crumbAt(recorded: JsonObject, timestamp: number, { pages, requests, buttons }: Visit): JsonObject {
  const text = JSON.stringify({ ...recorded, timestamp })
    .replaceAll(/\/echo\?[^"]*/g, () => oneOf(requests))
    .replaceAll(/\/browser[\w/-]*/g, () => oneOf(pages))
    .replaceAll(/button#\w+/g, () => oneOf(buttons))
    .replaceAll(/log line|careful|manual crumb/g, () => `${oneOf(WORDS)} loaded in ${randomInt(2000)} ms`)
    .replaceAll(/"[0-9a-f]{32}"/g, () => `"${hex(16)}"`)
  return JSON.parse(text) as JsonObject
}

const agent = (): string =>
  oneOf([
    `Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/${randomInt(150, 157)}.0.0.0 Safari/537.36`,
    `Mozilla/5.0 (Macintosh; Intel Mac OS X 10_15_7) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/${randomInt(18, 27)}.1 Safari/605.1.15`,
    `Mozilla/5.0 (X11; Linux x86_64; rv:${randomInt(140, 150)}.0) Gecko/20100101 Firefox/${randomInt(140, 150)}.0`,
  ])

const WORDS =
  `address basket billing button cart catalog checkout colour coupon customer delivery detail discount empty filter
  footer gallery header image invoice item list login menu modal order overview page panel payment picker price product profile
  quantity refund result review search session shipping sidebar size sort status stock submit summary table tax toast total upload
  user variant voucher wishlist`.split(/\s+/)
