import { promisify } from 'node:util'
import { zstdCompress, zstdCompressSync, zstdDecompress, zstdDecompressSync } from 'node:zlib'

import type { AppendedEvent, EventSummary, StoredEvent } from '#stores/telemetry/telemetry.ts'
import { COMPACT_LINES, LINES, decodeLines } from './block-codec.ts'

/** An event that is written down with its spool beside its number. */
export type SpooledEvent = AppendedEvent & Pick<StoredEvent, 'spoolId'>

/** Parts of the JSON of an event: what lists show, without the bracket at its end, and the document. */
export interface EventLine {
  readonly summary: Uint8Array
  readonly document: Uint8Array
}

export function eventLine(row: SpooledEvent): EventLine {
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
  return {
    summary: Buffer.from(JSON.stringify(rest).slice(0, -1)),
    document: 'json' in document ? document.json : Buffer.from(JSON.stringify(document)),
  }
}

/** Other than the four bytes that a frame of Zstandard begins with, and with them a block of an earlier version. */
const MARK = Buffer.from('hce2')
const HEADER_BYTES = MARK.length + 4
const LINE_BREAK = 0x0a
/** About as much as most blocks hold: what is opened in one piece takes half the time (measured). */
const SUMMARIES = { chunkSize: 64 * 1024 }
const DOCUMENTS = { chunkSize: 512 * 1024 }

/**
 * The summaries apart from the documents: a list of events from many blocks opens them in a sixth of the time. They are the
 * dictionary of the documents, which repeat much of them, so that both together take no more space than one after the other.
 */
export function encodeEventLines(lines: readonly EventLine[]): Uint8Array {
  const { summaries, documents } = apart(lines)
  const first = zstdCompressSync(summaries, LINES)
  return withHeader(first, zstdCompressSync(documents, { ...LINES, dictionary: summaries }))
}

const compress = promisify<Uint8Array, object, Buffer>(zstdCompress)
const decompress = promisify<Uint8Array, object, Buffer>(zstdDecompress)

/** The same with more effort, by the thread pool. */
export async function encodeCompactly(lines: readonly EventLine[]): Promise<Uint8Array> {
  const { summaries, documents } = apart(lines)
  // Whoever is told the size takes no more memory than that needs.
  const options = { ...COMPACT_LINES, ...SUMMARIES }
  const first = await compress(summaries, { ...options, pledgedSrcSize: summaries.length })
  const sized = { pledgedSrcSize: documents.length, dictionary: summaries }
  return withHeader(first, await compress(documents, { ...options, ...sized }))
}

/** Every line of a block. Those that nobody asks for need not become strings. */
export function decodeEventLines(data: Uint8Array): readonly EventLine[] {
  const frames = framesOf(data)
  if (frames === undefined) return decodeLines(data).map(lineOf)
  const dictionary = zstdDecompressSync(frames.summaries, SUMMARIES)
  return paired(dictionary, zstdDecompressSync(frames.documents, { ...DOCUMENTS, dictionary }))
}

/** The same, opened by the thread pool. */
export async function openEventLines(data: Uint8Array): Promise<readonly EventLine[]> {
  const frames = framesOf(data)
  if (frames === undefined) return decodeLines(data).map(lineOf)
  const dictionary = await decompress(frames.summaries, SUMMARIES)
  return paired(dictionary, await decompress(frames.documents, { ...DOCUMENTS, dictionary }))
}

function paired(summaries: Buffer, documents: Buffer): readonly EventLine[] {
  const those = linesOf(documents)
  return linesOf(summaries).map((summary, index) => ({ summary, document: those[index]! }))
}

function linesOf(text: Buffer): readonly Uint8Array[] {
  const lines: Uint8Array[] = []
  let start = 0
  for (let end = text.indexOf(LINE_BREAK); end !== -1; end = text.indexOf(LINE_BREAK, start)) {
    lines.push(text.subarray(start, end))
    start = end + 1
  }
  return [...lines, text.subarray(start)]
}

/** The summary without the bracket at its end. */
export const summaryIn = ({ summary }: EventLine): EventSummary =>
  JSON.parse(`${textOf(summary)}}`) as EventSummary

function apart(lines: readonly EventLine[]) {
  return {
    summaries: joined(lines.map(({ summary }) => summary)),
    documents: joined(lines.map(({ document }) => document)),
  }
}

function withHeader(summaries: Uint8Array, documents: Uint8Array): Uint8Array {
  const header = Buffer.alloc(HEADER_BYTES)
  MARK.copy(header)
  header.writeUInt32LE(summaries.length, MARK.length)
  return Buffer.concat([header, summaries, documents])
}

function joined(lines: readonly Uint8Array[]): Buffer {
  return Buffer.concat(
    lines.flatMap((line, index) => (index === 0 ? [line] : [Uint8Array.of(LINE_BREAK), line])),
  )
}

/** Inside of a text its quotes are escaped, so this is found nowhere but where the document begins. */
const DOCUMENT = ',"document":'

/** Of a whole line, as it was written by an earlier version or is made anew. */
export const lineOf = (line: string): EventLine => ({
  summary: Buffer.from(JSON.stringify(parseEventSummary(line)).slice(0, -1)),
  document: Buffer.from(line.slice(line.indexOf(DOCUMENT) + DOCUMENT.length, -1)),
})

export const wholeLine = ({ summary, document }: EventLine): string =>
  `${textOf(summary)}${DOCUMENT}${textOf(document)}}`

/** Before compression. */
export const lineBytes = ({ summary, document }: EventLine): number => summary.length + document.length

const textOf = ({ buffer, byteOffset, byteLength }: Uint8Array): string =>
  Buffer.from(buffer, byteOffset, byteLength).toString('utf8')

/** Answers the summary at an index of the block, without opening documents where that is possible. */
export function openSummaries(data: Uint8Array): (index: number) => EventSummary | undefined {
  const frames = framesOf(data)
  if (frames === undefined) {
    const lines = decodeLines(data)
    return (index) => (lines[index] === undefined ? undefined : parseEventSummary(lines[index]))
  }
  const lineAt = linesIn(zstdDecompressSync(frames.summaries, SUMMARIES))
  return (index) => {
    const line = lineAt(index)
    return line === undefined ? undefined : (JSON.parse(`${line}}`) as EventSummary)
  }
}

/** Of a block with few events in question, the other lines need not become strings. */
function linesIn(text: Buffer): (index: number) => string | undefined {
  /** Each as the place behind the line. */
  const ends: number[] = []
  return (index) => {
    while (ends.length <= index && (ends.at(-1) ?? -1) < text.length) {
      const end = text.indexOf(LINE_BREAK, (ends.at(-1) ?? -1) + 1)
      ends.push(end === -1 ? text.length : end)
    }
    const end = ends[index]
    return end === undefined ? undefined : text.toString('utf8', (ends[index - 1] ?? -1) + 1, end)
  }
}

function framesOf(data: Uint8Array) {
  const bytes = Buffer.from(data.buffer, data.byteOffset, data.byteLength)
  if (!bytes.subarray(0, MARK.length).equals(MARK)) return undefined
  const end = HEADER_BYTES + bytes.readUInt32LE(MARK.length)
  return { summaries: bytes.subarray(HEADER_BYTES, end), documents: bytes.subarray(end) }
}

export function parseEventLine(line: string): StoredEvent {
  const event = JSON.parse(line) as StoredEvent
  // Earlier versions did not write it.
  return event.spoolId === undefined ? { ...event, spoolId: '' } : event
}

/** Behind the payload, which may have keys of the same names. */
const GROUPING = '"grouping":{'
const FINGERPRINT = '"fingerprint":"'

/** The same without the document, which is most of the line and most of the work. */
function parseEventSummary(line: string): EventSummary {
  const { document: _document, ...event } = parseEventLine(`${line.slice(0, line.indexOf(DOCUMENT))}}`)
  // A revision writes it there and nowhere else. It is a hash, so nothing in it is escaped.
  const from = line.indexOf(FINGERPRINT, line.lastIndexOf(GROUPING)) + FINGERPRINT.length
  return { ...event, fingerprint: line.slice(from, line.indexOf('"', from)) }
}
