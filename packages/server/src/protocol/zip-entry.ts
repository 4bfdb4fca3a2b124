import { promisify } from 'node:util'
import { crc32, inflateRaw } from 'node:zlib'
import type { ByteSource } from '#domain/byte-source.ts'
import { unreadable } from './unreadable-bundle.ts'
import { LOCAL, LOCAL_BYTES, type ZipEntry } from './zip.ts'

const inflate = promisify(inflateRaw)

/** The bytes of one file, which are what the directory says or nothing. */
export async function readZipEntry(source: ByteSource, entry: ZipEntry): Promise<Uint8Array> {
  const packed = await readPacked(source, entry)
  const bytes = entry.isPacked ? await unpacked(packed, entry) : packed
  if (bytes.byteLength !== entry.bytes || crc32(bytes) !== entry.crc)
    throw unreadable(`${entry.name} is damaged`)
  return bytes
}

async function readPacked(source: ByteSource, { name, offset, packedBytes }: ZipEntry): Promise<Uint8Array> {
  const nameBytes = Buffer.from(name)
  const headerBytes = LOCAL_BYTES + nameBytes.byteLength
  if (offset + headerBytes > source.size) throw unreadable(`${name} does not lie where it says`)
  const header = Buffer.from(await source.read(offset, headerBytes))
  const isOwn =
    header.readUInt32LE(0) === LOCAL &&
    header.readUInt16LE(26) === nameBytes.byteLength &&
    header.subarray(LOCAL_BYTES).equals(nameBytes)
  const start = offset + headerBytes + header.readUInt16LE(28)
  if (!isOwn || start + packedBytes > source.size) throw unreadable(`${name} does not lie where it says`)
  return source.read(start, packedBytes)
}

async function unpacked(packed: Uint8Array, { name, bytes }: ZipEntry): Promise<Uint8Array> {
  try {
    return await inflate(packed, { maxOutputLength: Math.max(bytes, 1) })
  } catch {
    throw unreadable(`${name} is damaged`)
  }
}
