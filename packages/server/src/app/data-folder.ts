import { access, constants, mkdir } from 'node:fs/promises'
import { join } from 'node:path'
import { controlSocketPath } from '#app/admin/socket-path.ts'
import { AppError } from '#domain/app-error.ts'
import type { Bucket } from '#stores/blobs/s3/bucket.ts'
import type { ClickHouseAddress } from '#stores/telemetry/clickhouse/address.ts'

/** Where everything lies; each part decides only what is inside its own place. */
export interface DataFolder {
  readonly spool: string
  readonly records: string
  readonly telemetry: string
  readonly blobs: string
  /** Files of builds, and nothing else: what no build refers to is removed from it. */
  readonly artifacts: string
  /** Chunks of what is being uploaded. */
  readonly uploads: string
  /** Of the process that takes events, be it alone or with all roles. */
  readonly controlSocket: string
  /** Of a process beside it that only digests, and of one that only serves pages and the API. */
  readonly digestSocket: string
  readonly webSocket: string
  /** Where new blobs and artifacts go instead, if anywhere. */
  readonly bucket: Bucket | undefined
  /** Where the records are instead, if anywhere: an address with its password. */
  readonly database: string | undefined
  /** Where telemetry is instead, if anywhere. */
  readonly clickhouse: ClickHouseAddress | undefined
}

/** What is kept outside of the folder. */
export type Elsewhere = Partial<Pick<DataFolder, 'bucket' | 'database' | 'clickhouse'>>

function dataFolder(root: string, { bucket, database, clickhouse }: Elsewhere): DataFolder {
  return {
    bucket,
    database,
    clickhouse,
    spool: join(root, 'spool'),
    records: join(root, 'records.sqlite'),
    telemetry: root,
    blobs: join(root, 'blobs'),
    artifacts: join(root, 'artifacts'),
    uploads: join(root, 'uploads'),
    controlSocket: controlSocketPath(root),
    digestSocket: controlSocketPath(root, 'digest'),
    webSocket: controlSocketPath(root, 'web'),
  }
}

/** Only the user that runs Hindcast may look inside: it holds users' data and password hashes. */
export async function makeDataFolder(root: string, elsewhere: Elsewhere = {}): Promise<DataFolder> {
  try {
    await mkdir(root, { recursive: true, mode: 0o700 })
    await access(root, constants.W_OK)
  } catch (cause) {
    throw new AppError('store_unavailable', `The data folder is not writable: ${(cause as Error).message}`, {
      cause,
    })
  }
  return dataFolder(root, elsewhere)
}
