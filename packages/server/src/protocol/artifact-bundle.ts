import type { ByteSource } from '#domain/byte-source.ts'
import { LIMITS } from '#domain/limits.ts'
import { readManifest, type Manifest, type ManifestFile } from './artifact-manifest.ts'
import { unreadable } from './unreadable-bundle.ts'
import { readZipDirectory, type ZipEntry } from './zip.ts'
import { readZipEntry } from './zip-entry.ts'

const MANIFEST = 'manifest.json'
/** `SYSB` and version 2. The archive behind it counts its offsets from the start of these bytes. */
const PREFIX = Buffer.from([0x53, 0x59, 0x53, 0x42, 2, 0, 0, 0])
const PLAIN = Buffer.from('PK')

export interface BundleFile {
  readonly file: ManifestFile
  readonly entry: ZipEntry
}

export interface Bundle extends Omit<Manifest, 'files'> {
  readonly files: readonly BundleFile[]
  /** Of all these files unpacked. */
  readonly bytes: number
}

/** What the manifest says; nothing but the manifest is unpacked. Files it does not name are left alone. */
export async function openBundle(source: ByteSource): Promise<Bundle> {
  const start = await source.read(0, Math.min(PREFIX.byteLength, source.size))
  const isBundle = PREFIX.equals(start) || PLAIN.equals(start.subarray(0, PLAIN.byteLength))
  if (!isBundle) throw unreadable('it is neither a SYSB bundle of version 2 nor an archive')
  const entries = new Map((await readZipDirectory(source)).map((entry) => [entry.name, entry]))
  const listed = entries.get(MANIFEST)
  if (listed === undefined) throw unreadable(`it has no ${MANIFEST}`)
  if (listed.bytes > LIMITS.upload.manifestBytes) throw unreadable('its manifest is too large')
  const { files, ...manifest } = readManifest(await readZipEntry(source, listed))
  const found = files.map((file) => {
    const entry = entries.get(file.name)
    if (entry === undefined) throw unreadable(`its manifest names ${file.name}, which is not there`)
    return { file, entry }
  })
  return { ...manifest, files: found, bytes: found.reduce((sum, { entry }) => sum + entry.bytes, 0) }
}

export async function readBundleFile(source: ByteSource, { entry }: BundleFile): Promise<Uint8Array> {
  return readZipEntry(source, entry)
}
