import { resolve } from 'node:path'
import { makeBackup, type BackupReport } from '#app/backup/back-up.ts'
import { makeFileBackup } from '#app/backup/back-up-to-file.ts'
import { makeFilesPrivate } from '#app/private-files.ts'
import { ownVersion } from '#app/process/version.ts'
import type { Invocation } from './invocation.ts'
import { commandLog, operate } from './operate.ts'
import { megabytes } from './megabytes.ts'
import { WrongUse } from './wrong-use.ts'

interface Result extends BackupReport {
  /** The folder, or the file. */
  readonly dir: string
  readonly bucket: string | null
}

export async function backup({ config, flags, rest, terminal }: Invocation): Promise<number> {
  const [given] = rest
  if (given === undefined)
    throw new WrongUse('Say where the backup goes: hindcast backup DIR, or hindcast backup FILE.tar')
  makeFilesPrivate()
  const target = resolve(given)
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
  const report = target.endsWith('.tar')
    ? await makeFileBackup({ ...order, file: target })
    : await makeBackup({ ...order, dir: target })
  const result: Result = { dir: target, ...report, bucket }
  terminal.print(flags['json'] === true ? JSON.stringify(result) : inWords(result))
  return 0
}

function inWords({ dir, files, bytes, blobs, stored, bucket }: Result): string {
  const counts = Object.entries(stored).map(([kind, count]) => `${kind} ${count}`)
  return [
    `Backed up to ${dir}: ${files} files, ${megabytes(bytes)}. The copy was opened and holds ${counts.join(', ')}.`,
    `Uploaded files and large items: ${blobs.copied} copied, ${blobs.kept} there already.`,
    ...(bucket === null ? [] : [`What is kept in ${bucket} is not part of the backup.`]),
    `Restore it into an empty data folder with: hindcast restore ${dir}`,
  ].join('\n')
}
