import { open, readFile, rename } from 'node:fs/promises'
import { join } from 'node:path'
import * as v from 'valibot'
import { AppError } from '#domain/app-error.ts'
import { syncPath } from '#stores/sync-path.ts'

const FORMAT = 1
export const MANIFEST = 'backup.json'

/** Relative and downwards: a manifest that was tampered with must not make a restore write elsewhere. */
const isInside = (path: string) =>
  path.split('/').every((part) => part !== '' && part !== '.' && part !== '..' && !/[\\\0]/.test(part))
const Path = v.pipe(v.string(), v.check(isInside))

const Manifest = v.object({
  format: v.literal(FORMAT),
  version: v.string(),
  at: v.string(),
  /** The folder with the stores of this backup; blobs lie beside it, for all backups that follow. */
  stores: Path,
  files: v.array(
    v.object({
      /** In the data folder. */
      path: Path,
      size: v.pipe(v.number(), v.integer(), v.minValue(0)),
      sha256: v.string(),
      /** In a bucket: what it consists of there, in order. */
      parts: v.optional(v.array(v.pipe(v.string(), v.regex(/^[0-9a-f]{64}$/)))),
    }),
  ),
})

export type BackupManifest = v.InferOutput<typeof Manifest>
export type BackupFile = BackupManifest['files'][number]

/** Folders of files that never change, named by their content. */
export const BLOB_FOLDERS = ['blobs', 'artifacts'] as const

/** Where the file of a data folder lies in its backup. */
export function placeOf(dir: string, stores: string, path: string): string {
  const isBlob = BLOB_FOLDERS.some((folder) => path.startsWith(`${folder}/`))
  return isBlob ? join(dir, path) : join(dir, stores, path)
}

export const manifestText = (manifest: Omit<BackupManifest, 'format'>): string =>
  `${JSON.stringify({ format: FORMAT, ...manifest })}\n`

/** Replaces the one before as a whole: until then the last backup is the one that can be restored. */
export async function writeManifest(dir: string, manifest: Omit<BackupManifest, 'format'>): Promise<void> {
  const file = join(dir, MANIFEST)
  const handle = await open(`${file}.new`, 'w', 0o600)
  try {
    await handle.writeFile(manifestText(manifest))
    await handle.sync()
  } finally {
    await handle.close()
  }
  await rename(`${file}.new`, file)
  await syncPath(dir)
}

export async function readManifest(dir: string): Promise<BackupManifest> {
  const text = await readFile(join(dir, MANIFEST), 'utf8').catch((error: NodeJS.ErrnoException) => {
    if (error.code === 'ENOENT' || error.code === 'ENOTDIR') throw incomplete(dir)
    throw error
  })
  return parseManifest(text, join(dir, MANIFEST))
}

/** `where` it was read, for the sentence. */
export function parseManifest(text: string, where: string): BackupManifest {
  const parsed = v.safeParse(Manifest, parseJson(text))
  if (parsed.success) return parsed.output
  throw new AppError(
    'invalid_input',
    `${where} is damaged or of another version of Hindcast. Nothing was restored.`,
  )
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}

function incomplete(dir: string): AppError {
  return new AppError(
    'invalid_input',
    `${dir} holds no complete backup: ${MANIFEST}, which is written last, is missing. Nothing was restored.`,
  )
}
