import { constants, zstdCompressSync, zstdDecompressSync } from 'node:zlib'

import type { AppendedEvent, EventSummary, RawItemRow, StoredEvent } from '#stores/telemetry/telemetry.ts'

/** The files have no checksums, so a flipped bit would be returned as data. */
const optionsOf = (level: number) => ({
  params: { [constants.ZSTD_c_compressionLevel]: level, [constants.ZSTD_c_checksumFlag]: 1 },
})
/** Lines are so much alike that level 3 saves nothing and takes half as long again. */
const LINES = optionsOf(1)
const RAW_ITEMS = optionsOf(3)

/** An event that is written down with its spool beside its number. */
export type SpooledEvent = AppendedEvent & Pick<StoredEvent, 'spoolId'>

const END = Buffer.from('}')
const LINE_BREAK = Buffer.from('\n')

/** The parts of its line, which are put together once, with those of the other events of its block. */
export function eventLine(row: SpooledEvent): readonly Uint8Array[] {
  const {
    identifiers: _identifiers,
    searchText: _text,
    userEmail: _email,
    userName: _name,
    userIp: _ip,
    logger: _logger,
    stackFiles: _files,
    stackFunctions: _functions,
    document,
    ...rest
  } = row
  if (!('json' in document)) return [Buffer.from(JSON.stringify({ ...rest, document }))]
  const summary = JSON.stringify(rest)
  return [Buffer.from(`${summary.slice(0, -1)},"document":`), document.json, END]
}

/** JSON never holds a bare line break, so a document can be found without parsing its neighbours. */
export function encodeLines(lines: readonly string[]): Uint8Array {
  return zstdCompressSync(lines.join('\n'), LINES)
}

export function decodeLines(data: Uint8Array): readonly string[] {
  return zstdDecompressSync(data).toString('utf8').split('\n')
}

/** Of the parts of each line. */
export function encodeEventLines(lines: ReadonlyArray<readonly Uint8Array[]>): Uint8Array {
  const parts = lines.flatMap((line, index) => (index === 0 ? line : [LINE_BREAK, ...line]))
  return zstdCompressSync(Buffer.concat(parts), LINES)
}

export const encodeEvents = encodeLines
export const decodeEvents = decodeLines

export function parseEventLine(line: string): StoredEvent {
  const event = JSON.parse(line) as StoredEvent
  // Earlier versions did not write it.
  return event.spoolId === undefined ? { ...event, spoolId: '' } : event
}

/** Inside of a text its quotes are escaped, so this is found nowhere but where the document begins. */
const DOCUMENT = ',"document":'

/** Behind the payload, which may have keys of the same names. */
const GROUPING = '"grouping":{'
const FINGERPRINT = '"fingerprint":"'

/** The same without the document, which is most of the line and most of the work. */
export function parseEventSummary(line: string): EventSummary {
  const { document: _document, ...event } = parseEventLine(`${line.slice(0, line.indexOf(DOCUMENT))}}`)
  // A revision writes it there and nowhere else. It is a hash, so nothing in it is escaped.
  const from = line.indexOf(FINGERPRINT, line.lastIndexOf(GROUPING)) + FINGERPRINT.length
  return { ...event, fingerprint: line.slice(from, line.indexOf('"', from)) }
}

interface RawMeta extends Omit<RawItemRow, 'body'> {
  readonly blob?: string
  readonly bytes: number
}

/** A line of JSON that describes the items, then their bodies end to end. */
export function encodeRawItems(items: readonly RawItemRow[]): Uint8Array {
  const bodies = items.map(({ body }) => ('blob' in body ? new Uint8Array() : body))
  const metas = items.map(({ body, ...rest }, index): RawMeta => {
    const bytes = bodies[index]!.byteLength
    return 'blob' in body ? { ...rest, blob: body.blob, bytes } : { ...rest, bytes }
  })
  return zstdCompressSync(Buffer.concat([Buffer.from(`${JSON.stringify(metas)}\n`), ...bodies]), RAW_ITEMS)
}

export function decodeRawItems(data: Uint8Array): readonly RawItemRow[] {
  const bytes = zstdDecompressSync(data)
  const end = bytes.indexOf(0x0a)
  const metas = JSON.parse(bytes.toString('utf8', 0, end)) as readonly RawMeta[]
  let offset = end + 1
  return metas.map(({ blob, bytes: length, ...rest }) => {
    const start = offset
    offset += length
    const body = blob === undefined ? new Uint8Array(bytes.subarray(start, offset)) : { blob }
    return Object.assign(rest, { body })
  })
}
