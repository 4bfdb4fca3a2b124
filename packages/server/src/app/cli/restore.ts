import { resolve } from 'node:path'
import { waitForFolder } from '#app/admin/claim-folder.ts'
import { bucketAt } from '#app/backup/bucket-at.ts'
import { openBucketSource } from '#app/backup/bucket-source.ts'
import { restoreBackup } from '#app/backup/restore.ts'
import { makeDataFolder } from '#app/data-folder.ts'
import { makeFilesPrivate } from '#app/private-files.ts'
import type { Invocation } from './invocation.ts'
import { megabytes } from './megabytes.ts'
import { commandLog } from './operate.ts'
import { WrongUse } from './wrong-use.ts'

export async function restore({ config, flags, rest, terminal }: Invocation): Promise<number> {
  const [given] = rest
  if (given === undefined)
    throw new WrongUse(
      'Say where the backup is: hindcast restore DIR, hindcast restore FILE.tar or hindcast restore s3://BUCKET/PREFIX',
    )
  makeFilesPrivate()
  const { controlSocket, digestSocket, webSocket } = await makeDataFolder(config.dataDir)
  for (const socket of [controlSocket, digestSocket, webSocket]) await waitForFolder(socket, commandLog)
  const bucket = bucketAt(config, given)
  const source = bucket === undefined ? resolve(given) : await openBucketSource(bucket)
  const report = await restoreBackup(source, config.dataDir)
  const { at, version, files, bytes } = report
  terminal.print(
    flags['json'] === true
      ? JSON.stringify({ dir: bucket?.address ?? resolve(given), data: config.dataDir, ...report })
      : [
          `Restored ${files} files, ${megabytes(bytes)}, into ${config.dataDir}: a backup of ${at} by Hindcast ${version}.`,
          'Check it with hindcast doctor, then run hindcast start.',
        ].join('\n'),
  )
  return 0
}
