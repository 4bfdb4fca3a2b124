import { crc32, deflateRawSync } from 'node:zlib'
import type { ManifestFile } from './artifact-manifest.ts'

/** A file of a build, with what the manifest says about it. */
export interface FileToUpload extends Pick<ManifestFile, 'url' | 'kind' | 'sourceMap'> {
  readonly debugId: string
  readonly text: string
}

const PREFIX = Buffer.from([0x53, 0x59, 0x53, 0x42, 2, 0, 0, 0])
const LOCAL = 0x04034b50
const CENTRAL = 0x02014b50
const END = 0x06054b50
const VERSION = 20
const UTF8_NAMES = 0x0800
const DEFLATE = 8

/** The archive that Sentry's tools upload after a build, with its manifest last. */
export function encodeBundle(release: string, files: readonly FileToUpload[]): Buffer {
  const named = files.map((file) => ({ ...file, name: `files/_/_/${file.url.replace(/^~\//, '')}` }))
  const listed = named.map(({ name, kind, url, debugId, sourceMap }) => {
    const headers = { 'debug-id': debugId, ...(sourceMap !== undefined && { sourcemap: sourceMap }) }
    return [name, { type: kind, url, headers }]
  })
  const manifest = JSON.stringify({ release, files: Object.fromEntries(listed) })
  return encodeArchive([...named, { name: 'manifest.json', text: manifest }])
}

function encodeArchive(files: readonly { readonly name: string; readonly text: string }[]): Buffer {
  const parts: Buffer[] = [PREFIX]
  const directory: Buffer[] = []
  let offset = PREFIX.byteLength
  for (const { name, text } of files) {
    const bytes = Buffer.from(text)
    const packed = deflateRawSync(bytes)
    const fields = fieldsOf(name, bytes, packed.byteLength)
    const local = Buffer.concat([u32(LOCAL), fields, u16(0), Buffer.from(name), packed])
    directory.push(
      Buffer.concat([u32(CENTRAL), u16(VERSION), fields, Buffer.alloc(12), u32(offset), Buffer.from(name)]),
    )
    parts.push(local)
    offset += local.byteLength
  }
  const central = Buffer.concat(directory)
  const counts = Buffer.concat([u16(0), u16(0), u16(files.length), u16(files.length)])
  return Buffer.concat([...parts, central, u32(END), counts, u32(central.byteLength), u32(offset), u16(0)])
}

/** From the version that is needed to the length of the name, the same in both headers. */
function fieldsOf(name: string, bytes: Uint8Array, packedBytes: number): Buffer {
  return Buffer.concat([
    u16(VERSION),
    u16(UTF8_NAMES),
    u16(DEFLATE),
    u32(0),
    u32(crc32(bytes)),
    u32(packedBytes),
    u32(bytes.byteLength),
    u16(Buffer.byteLength(name)),
  ])
}

function u16(value: number): Buffer {
  const bytes = Buffer.alloc(2)
  bytes.writeUInt16LE(value)
  return bytes
}

function u32(value: number): Buffer {
  const bytes = Buffer.alloc(4)
  bytes.writeUInt32LE(value)
  return bytes
}
