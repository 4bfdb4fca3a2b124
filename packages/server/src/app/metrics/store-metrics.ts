import { readdir, statfs } from 'node:fs/promises'
import { join } from 'node:path'
import type { Metric } from '#api/metrics-text.ts'
import { sizeOf } from '#stores/file-size.ts'
import { gauge, gauges } from './instruments.ts'

/** Files in the data folder, with their write-ahead logs. Blobs are not among them: to add them up takes too long. */
const STORES = [
  ['records', 'records.sqlite'],
  ['columns', 'telemetry.duckdb'],
  ['vault', 'vault.sqlite'],
] as const

export async function storeMetrics(dataDir: string): Promise<readonly Metric[]> {
  const { bavail, blocks, bsize } = await statfs(dataDir)
  return [
    gauges(
      'hindcast_store_bytes',
      'Size of a store on disk, with its write-ahead log.',
      'store',
      await storeSizes(dataDir),
    ),
    gauge('hindcast_disk_free_bytes', 'Free bytes on the disk of the data folder.', bavail * bsize),
    gauge('hindcast_disk_size_bytes', 'Size of the disk of the data folder.', blocks * bsize),
  ]
}

async function storeSizes(dataDir: string): Promise<ReadonlyArray<readonly [string, number]>> {
  const names = await readdir(dataDir)
  return Promise.all(
    STORES.map(async ([store, file]) => {
      const files = names.filter((name) => name.startsWith(file))
      const sizes = await Promise.all(files.map((name) => sizeOf(join(dataDir, name))))
      return [store, sizes.reduce<number>((sum, size) => sum + (size ?? 0), 0)] as const
    }),
  )
}
