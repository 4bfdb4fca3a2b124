import { randomBytes } from 'node:crypto'
import { makeDataFolder } from '../packages/server/src/app/data-folder.ts'
import { openFileBlobStore } from '../packages/server/src/stores/blobs/files/blob-store.ts'
import { openSqliteRecords } from '../packages/server/src/stores/records/sqlite/sqlite.ts'

const MODULES = 390
const LINES = 120
const TOKENS_PER_LINE = 6
const TOKEN_COLUMNS = 5
const SCRIPT = 'https://shop.example.com/assets/index-a1b2c3d4.js'
const DEBUG_ID = '243d5770-1969-53a8-9e54-9cdaf7e01321'
/** Different stacks; more events than that are the same bugs again. */
const BUGS = 200
const COLUMNS = MODULES * LINES * TOKENS_PER_LINE * TOKEN_COLUMNS

const silent = { debug() {}, info() {}, warn() {}, error() {} }

/** Puts a map of 5 MB with its sources into the stores of an installation that does not run; answers its bytes. */
export async function uploadLargeMap(data: string, uploadedAt: number): Promise<number> {
  const folder = await makeDataFolder(data)
  const records = await openSqliteRecords({ file: folder.records, log: silent })
  const blobs = await openFileBlobStore(folder.artifacts)
  const bytes = Buffer.from(largeMap())
  const file = {
    projectId: '1',
    kind: 'source_map',
    url: '~/assets/index-a1b2c3d4.js.map',
    debugId: DEBUG_ID,
    release: undefined,
    dist: undefined,
    sourceMap: undefined,
    blob: await blobs.put(bytes),
    bytes: bytes.length,
    uploadedAt,
  } as const
  const bundle = {
    checksum: '0'.repeat(40),
    projectIds: ['1'],
    release: undefined,
    dist: undefined,
    uploadedAt,
  }
  await records.artifacts.addBundle(bundle, [file])
  await records.close()
  return bytes.length
}

/** An event whose frames lie all over the map, with a fresh id. */
export function mappedEnvelope(number: number): { readonly id: string; readonly body: string } {
  const id = randomBytes(16).toString('hex')
  const frames = Array.from({ length: 20 }, (_, depth) => ({
    filename: SCRIPT,
    function: 'e',
    in_app: true,
    lineno: 1,
    colno: 1 + (((number % BUGS) * 7919 + depth * 104_729) % COLUMNS),
  }))
  const event = {
    event_id: id,
    platform: 'javascript',
    exception: { values: [{ type: 'TypeError', value: `failure ${number}`, stacktrace: { frames } }] },
    debug_meta: { images: [{ type: 'sourcemap', code_file: SCRIPT, debug_id: DEBUG_ID }] },
  }
  return { id, body: `${JSON.stringify({ event_id: id })}\n{"type":"event"}\n${JSON.stringify(event)}` }
}

/** Sends such events; answers their ids. */
export async function sendMapped(address: string, count: number): Promise<readonly string[]> {
  const ids: string[] = []
  for (let sent = 0; sent < count; sent++) {
    const { id, body } = mappedEnvelope(sent)
    const answer = await fetch(address, { method: 'POST', body })
    if (!answer.ok) throw new Error(`an event was answered with ${answer.status}`)
    ids.push(id)
  }
  return ids
}

function largeMap(): string {
  const sources = Array.from({ length: MODULES }, (_, module) => `../../src/module-${module}.ts`)
  const line = (module: number, number: number) =>
    `  const value${number} = compute${module}(input.field${number}, options) // ${'x'.repeat(20)}`
  const sourcesContent = sources.map((_, module) => {
    const lines = Array.from({ length: LINES - 2 }, (_unused, number) => line(module, number))
    return [`export function step${module}(input, options) {`, ...lines, '}'].join('\n')
  })
  return JSON.stringify({ version: 3, sources, sourcesContent, names: [], mappings: mappings() })
}

/** One generated line, every token of every source in order. */
function mappings(): string {
  const segments: string[] = []
  let before = { column: 0, source: 0, line: 0, original: 0 }
  let column = 0
  for (let source = 0; source < MODULES; source++) {
    for (let line = 0; line < LINES; line++) {
      for (let token = 0; token < TOKENS_PER_LINE; token++) {
        const now = { column, source, line, original: token * 7 }
        segments.push(
          vlq(now.column - before.column) +
            vlq(now.source - before.source) +
            vlq(now.line - before.line) +
            vlq(now.original - before.original),
        )
        before = now
        column += TOKEN_COLUMNS
      }
    }
  }
  return segments.join(',')
}

const DIGITS = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/'

function vlq(value: number): string {
  let rest = value < 0 ? (-value << 1) | 1 : value << 1
  let text = ''
  do {
    const digit = rest & 31
    rest >>>= 5
    text += DIGITS[rest > 0 ? digit | 32 : digit]
  } while (rest > 0)
  return text
}
