import type { ByteSource } from '#domain/byte-source.ts'
import { LIMITS } from '#domain/limits.ts'
import { unreadable } from './unreadable-bundle.ts'
import { refuseTrickyName } from './zip-name.ts'

const END = 0x06054b50
const END_BYTES = 22
const ZIP64_END = 0x07064b50
const CENTRAL = 0x02014b50
const CENTRAL_BYTES = 46
export const LOCAL = 0x04034b50
export const LOCAL_BYTES = 30
const ENCRYPTED = 0x0001
const STORED = 0
const DEFLATED = 8

export interface ZipEntry {
  readonly name: string
  readonly isPacked: boolean
  readonly packedBytes: number
  readonly bytes: number
  readonly crc: number
  /** Of its header, counted from the start of the source. */
  readonly offset: number
}

/**
 * The directory at the end of an archive, which may have something else in front of it. Files that lie over each
 * other, and sizes nobody could store, are refused before anything is unpacked.
 */
export async function readZipDirectory(source: ByteSource): Promise<readonly ZipEntry[]> {
  const end = await findEnd(source)
  const bytes = Buffer.from(await source.read(end.offset, end.bytes))
  const entries: ZipEntry[] = []
  let at = 0
  for (let index = 0; index < end.entries; index += 1) {
    const { entry, next } = readCentral(bytes, at)
    at = next
    if (!entry.name.endsWith('/')) entries.push(entry)
  }
  refuseDuplicates(entries)
  refuseBombs(entries)
  refuseOverlaps(entries, end.offset)
  return entries
}

async function findEnd(source: ByteSource) {
  if (source.size < END_BYTES) throw unreadable('it is too short for an archive')
  const length = Math.min(source.size, END_BYTES + 0xffff)
  const tail = Buffer.from(await source.read(source.size - length, length))
  for (let at = length - END_BYTES; at >= 0; at -= 1) {
    if (tail.readUInt32LE(at) !== END || at + END_BYTES + tail.readUInt16LE(at + 20) !== length) continue
    const entries = tail.readUInt16LE(at + 10)
    const bytes = tail.readUInt32LE(at + 12)
    const offset = tail.readUInt32LE(at + 16)
    if (
      entries === 0xffff ||
      offset === 0xffffffff ||
      (at >= 20 && tail.readUInt32LE(at - 20) === ZIP64_END)
    ) {
      throw unreadable('archives of the ZIP64 form are not taken')
    }
    if (tail.readUInt32LE(at + 4) !== 0 || tail.readUInt16LE(at + 8) !== entries) {
      throw unreadable('it is one of several parts')
    }
    if (entries > LIMITS.upload.filesPerBundle) {
      throw unreadable(`it has ${entries} files, ${LIMITS.upload.filesPerBundle} are the most`)
    }
    if (bytes > LIMITS.upload.manifestBytes || offset + bytes > source.size - length + at) {
      throw unreadable('its directory is not where it says')
    }
    return { entries, bytes, offset }
  }
  throw unreadable('it has no directory at its end')
}

function readCentral(bytes: Buffer, at: number): { readonly entry: ZipEntry; readonly next: number } {
  if (at + CENTRAL_BYTES > bytes.byteLength || bytes.readUInt32LE(at) !== CENTRAL) {
    throw unreadable('its directory is damaged')
  }
  const nameBytes = bytes.readUInt16LE(at + 28)
  const next = at + CENTRAL_BYTES + nameBytes + bytes.readUInt16LE(at + 30) + bytes.readUInt16LE(at + 32)
  if (next > bytes.byteLength) throw unreadable('its directory is damaged')
  const method = bytes.readUInt16LE(at + 10)
  if ((bytes.readUInt16LE(at + 8) & ENCRYPTED) !== 0) throw unreadable('it is encrypted')
  if (method !== STORED && method !== DEFLATED)
    throw unreadable(`it is packed by the unknown method ${method}`)
  const name = nameOf(bytes.subarray(at + CENTRAL_BYTES, at + CENTRAL_BYTES + nameBytes))
  const entry = {
    name,
    isPacked: method === DEFLATED,
    crc: bytes.readUInt32LE(at + 16),
    packedBytes: bytes.readUInt32LE(at + 20),
    bytes: bytes.readUInt32LE(at + 24),
    offset: bytes.readUInt32LE(at + 42),
  }
  if (!entry.isPacked && entry.bytes !== entry.packedBytes) throw unreadable(`${name} has two sizes`)
  return { entry, next }
}

function nameOf(bytes: Uint8Array): string {
  let name: string
  try {
    name = new TextDecoder('utf-8', { fatal: true }).decode(bytes)
  } catch {
    throw unreadable('the name of a file is not text')
  }
  refuseTrickyName(name)
  return name
}

function refuseDuplicates(entries: readonly ZipEntry[]): void {
  const seen = new Set<string>()
  for (const { name } of entries) {
    if (seen.has(name)) throw unreadable(`it has two files named ${name}`)
    seen.add(name)
  }
}

function refuseBombs(entries: readonly ZipEntry[]): void {
  const { fileBytes, unpackedBytes, packingRatio, packingRatioFromBytes } = LIMITS.upload
  let total = 0
  for (const { name, bytes, packedBytes } of entries) {
    if (bytes > fileBytes) throw unreadable(`${name} has ${bytes} bytes, ${fileBytes} are the most`)
    if (bytes > packingRatioFromBytes && bytes > packedBytes * packingRatio) {
      throw unreadable(`${name} would grow to more than ${packingRatio} times its size`)
    }
    total += bytes
  }
  if (total > unpackedBytes) {
    throw unreadable(`its files have ${total} bytes together, ${unpackedBytes} are the most`)
  }
}

/** A small archive can point a thousand times at the same bytes. */
function refuseOverlaps(entries: readonly ZipEntry[], end: number): void {
  const sorted = [...entries].sort((a, b) => a.offset - b.offset)
  for (const [index, { name, offset, packedBytes }] of sorted.entries()) {
    const until = offset + LOCAL_BYTES + Buffer.byteLength(name) + packedBytes
    if (until > (sorted[index + 1]?.offset ?? end)) throw unreadable(`${name} does not lie where it says`)
  }
}
