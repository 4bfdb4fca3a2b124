import { mkdir, readdir, rename } from 'node:fs/promises'
import { join } from 'node:path'
import type { Config } from '#app/config.ts'
import { replaceStores } from '#app/store-manifest.ts'
import { AppError } from '#domain/app-error.ts'
import type { Log } from '#domain/log.ts'
import { readJournal, removeJournal, targetsOf, type MoveTargets } from './journal.ts'

/** The files of each store, with what engines put beside them. */
const FILES: Readonly<Record<keyof MoveTargets, ReadonlySet<string>>> = {
  database: new Set(['records.sqlite', 'records.sqlite-wal', 'records.sqlite-shm']),
  clickhouse: new Set([
    'vault.sqlite',
    'vault.sqlite-wal',
    'vault.sqlite-shm',
    'telemetry.duckdb',
    'telemetry.duckdb.wal',
  ]),
}

const VARIABLES: Readonly<Record<keyof MoveTargets, string>> = {
  database: 'HINDCAST_DATABASE_URL',
  clickhouse: 'HINDCAST_CLICKHOUSE_URL',
}

/**
 * At the first start with the addresses of the stores that everything was moved to: the files are put aside, and from then
 * on the folder is one whose stores are there. Can be repeated. Answers whether a move is under way that keeps the server
 * from changing anything.
 */
export async function switchStores(config: Config, log: Log): Promise<boolean> {
  const { dataDir } = config
  const journal = await readJournal(dataDir)
  if (journal === undefined) return false
  const given = targetsOf(config)
  const isGiven = Object.keys(given).length > 0
  if (journal.state !== 'moved' || !isGiven) {
    log.warn('a move to other stores is under way: events are accepted and wait', { state: journal.state })
    return true
  }
  const moved = Object.keys(journal.targets) as ReadonlyArray<keyof MoveTargets>
  for (const name of moved)
    if (given[name] !== journal.targets[name])
      throw new AppError(
        'conflict',
        `The stores of ${dataDir} were moved to ${journal.targets[name]}. Set ${VARIABLES[name]} to its address.`,
      )
  const aside = join(dataDir, `migrated-${new Date(journal.begunAt).toISOString().slice(0, 10)}`)
  await mkdir(aside, { recursive: true, mode: 0o700 })
  for (const file of await readdir(dataDir))
    if (moved.some((name) => FILES[name].has(file))) await rename(join(dataDir, file), join(aside, file))
  await replaceStores(dataDir, moved)
  await removeJournal(dataDir)
  log.info('the stores were moved; their files are kept until they are deleted', { folder: aside })
  return false
}
