import { createHash } from 'node:crypto'
import { readSecret } from '#accounts/secret.ts'
import { AppError } from '#domain/app-error.ts'
import type { RecordStore } from '#stores/records/records.ts'
import type { Config } from './config.ts'

const FACT = 'secret_check'

/**
 * Sessions are signed and channels are sealed with the secret: a node with another one would sign everybody out and could
 * send nothing. Who shares no database has nobody to agree with.
 */
export async function withSameSecret(config: Config, opening: Promise<RecordStore>): Promise<RecordStore> {
  const records = await opening
  try {
    if (config.database !== undefined) await requireSameSecret(config, records)
    return records
  } catch (error) {
    await records.close()
    throw error
  }
}

async function requireSameSecret(
  { dataDir, secret }: Pick<Config, 'dataDir' | 'secret'>,
  { facts }: Pick<RecordStore, 'facts'>,
): Promise<void> {
  const own = createHash('sha256')
    .update(`hindcast secret check ${await readSecret(dataDir, secret)}`)
    .digest('hex')
  if ((await facts.setOnce(FACT, own)) === own) return
  throw new AppError(
    'conflict',
    'The database belongs to an installation with another secret. Set HINDCAST_SECRET to the same value on all nodes, ' +
      'that of the file `secret` in the data folder of the first.',
  )
}
