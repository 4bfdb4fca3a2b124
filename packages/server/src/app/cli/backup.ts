import { resolve } from 'node:path'
import { makeBackup, type BackupReport } from '#app/backup/back-up.ts'
import { makeBucketBackup } from '#app/backup/back-up-to-bucket.ts'
import { makeFileBackup } from '#app/backup/back-up-to-file.ts'
import { bucketAt } from '#app/backup/bucket-at.ts'
import { makeFilesPrivate } from '#app/private-files.ts'
import { ownVersion } from '#app/process/version.ts'
import type { Invocation } from './invocation.ts'
import { commandLog, operate } from './operate.ts'
import { megabytes } from './megabytes.ts'
import { WrongUse } from './wrong-use.ts'

interface Result extends BackupReport {
  /** The folder, the file, or the address of the bucket. */
  readonly dir: string
  readonly bucket: string | null
}

export async function backup({ config, flags, rest, terminal }: Invocation): Promise<number> {
  const [given] = rest
  if (given === undefined)
    throw new WrongUse(
      'Say where the backup goes: hindcast backup DIR, hindcast backup FILE.tar or hindcast backup s3://BUCKET/PREFIX',
    )
  makeFilesPrivate()
  const to = bucketAt(config, given)
  const target = to?.address ?? resolve(given)
  let bucket: string | null = null
  const order = {
    dataDir: config.dataDir,
    copyStores: async (to: string) => {
      bucket = (await operate(config, 'copyStores', { to })).bucket
    },
    version: await ownVersion(),
    now: Date.now,
    log: commandLog,
  }
  const report = await (to !== undefined
    ? makeBucketBackup({ ...order, to })
    : target.endsWith('.tar')
      ? makeFileBackup({ ...order, file: target })
      : makeBackup({ ...order, dir: target }))
  const result: Result = { dir: target, ...report, bucket }
  terminal.print(
    flags['json'] === true ? JSON.stringify(result) : inWords(result, to === undefined ? target : given),
  )
  return 0
}

function inWords({ dir, files, bytes, sentBytes, blobs, stored, bucket }: Result, given: string): string {
  const counts = Object.entries(stored).map(([kind, count]) => `${kind} ${count}`)
  return [
    `Backed up to ${dir}: ${files} files, ${megabytes(bytes)}. The copy was opened and holds ${counts.join(', ')}.`,
    ...(sentBytes === undefined
      ? []
      : [`${megabytes(sentBytes)} were sent and read back; the rest was there already.`]),
    `Uploaded files and large items: ${blobs.copied} copied, ${blobs.kept} there already.`,
    ...(bucket === null ? [] : [`What is kept in ${bucket} is not part of the backup.`]),
    `Restore it into an empty data folder with: hindcast restore ${given}`,
  ].join('\n')
}
