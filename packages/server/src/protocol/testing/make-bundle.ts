import { crc32, deflateRawSync } from 'node:zlib'

export interface FileToPack {
  readonly name: string
  readonly bytes: Uint8Array
  /** Packed by default, as sentry-cli does; build plugins store. */
  readonly isStored?: boolean
  /** What the directory says instead of the truth. */
  readonly claims?: {
    readonly bytes?: number
    readonly offset?: number
    readonly method?: number
    readonly flags?: number
  }
}

const SYSB = Buffer.from([0x53, 0x59, 0x53, 0x42, 2, 0, 0, 0])

/** An archive as written by the tools, with offsets from the start of the prefix; also invalid archives. */
export function makeArchive(files: readonly FileToPack[], prefix: Uint8Array = SYSB): Buffer {
  const parts: Buffer[] = [Buffer.from(prefix)]
  const directory: Buffer[] = []
  let offset = prefix.byteLength
  for (const file of files) {
    const body = file.isStored === true ? Buffer.from(file.bytes) : deflateRawSync(file.bytes)
    const fields = fieldsOf(file, body.byteLength)
    const name = Buffer.from(file.name)
    const local = Buffer.concat([signature(0x04034b50), fields, u16(0), name, body])
    directory.push(
      Buffer.concat([signature(0x02014b50), u16(20), fields, u16(0), u16(0), u16(0), u16(0), u32(0)]),
      u32(file.claims?.offset ?? offset),
      name,
    )
    parts.push(local)
    offset += local.byteLength
  }
  const central = Buffer.concat(directory)
  const counts = Buffer.concat([u16(0), u16(0), u16(files.length), u16(files.length)])
  return Buffer.concat([
    ...parts,
    central,
    signature(0x06054b50),
    counts,
    u32(central.byteLength),
    u32(offset),
    u16(0),
  ])
}

/** From the version that is needed to the length of the name, the same in both headers. */
function fieldsOf({ name, bytes, isStored, claims }: FileToPack, packedBytes: number): Buffer {
  return Buffer.concat([
    u16(20),
    u16(claims?.flags ?? 0x0800),
    u16(claims?.method ?? (isStored === true ? 0 : 8)),
    u32(0),
    u32(crc32(bytes)),
    u32(packedBytes),
    u32(claims?.bytes ?? bytes.byteLength),
    u16(Buffer.byteLength(name)),
  ])
}

export interface BuildFile {
  readonly url: string
  readonly type?: string
  readonly text: string
  readonly headers?: Readonly<Record<string, string>>
}

/** A bundle of these files, with the manifest last as sentry-cli puts it. */
export function makeBundle(
  files: readonly BuildFile[],
  manifest: Readonly<Record<string, unknown>> = {},
): Buffer {
  const named = files.map((file) => ({ ...file, name: `files/_/_/${file.url.replace(/^~\//, '')}` }))
  const listed = Object.fromEntries(
    named.map(({ name, url, type = 'minified_source', headers = {} }) => [name, { type, url, headers }]),
  )
  return makeArchive([
    ...named.map(({ name, text }) => ({ name, bytes: Buffer.from(text) })),
    { name: 'manifest.json', bytes: Buffer.from(JSON.stringify({ files: listed, ...manifest })) },
  ])
}

const signature = u32
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
