import { holderOf } from '#app/admin/call.ts'
import type { Config } from '#app/config.ts'
import { makeDataFolder } from '#app/data-folder.ts'
import { readJournal, removeJournal } from '#app/moving/journal.ts'
import { moveStores, type MoveReport } from '#app/moving/move-stores.ts'
import { makeFilesPrivate } from '#app/private-files.ts'
import type { Invocation } from './invocation.ts'
import { commandLog, operate } from './operate.ts'
import { WrongUse } from './wrong-use.ts'

/** Progress goes to the error output: the output is the result. */
export async function migrateStore(invocation: Invocation): Promise<number> {
  const { config, flags, terminal } = invocation
  if (flags['cancel'] === true) return cancel(invocation)
  if (config.database === undefined && config.clickhouse === undefined)
    throw new WrongUse(
      'Say where to: set HINDCAST_DATABASE_URL, HINDCAST_CLICKHOUSE_URL or both, as the server will have them.',
    )
  makeFilesPrivate()
  const source = embedded(config)
  const report = await moveStores({
    config,
    hold: () => operate(source, 'holdStores', null),
    copyStores: (to) => operate(source, 'copyStores', { to }),
    tell: (line) => terminal.complain(line),
    log: commandLog,
  })
  terminal.print(flags['json'] === true ? JSON.stringify(report) : inWords(report))
  return 0
}

/** The folder as its server has it now. */
const embedded = (config: Config): Config => ({ ...config, database: undefined, clickhouse: undefined })

function inWords({ targets, verified, blobs }: MoveReport): string {
  const rows = verified.reduce((sum, table) => sum + table.rows, 0)
  return [
    `Moved to ${Object.values(targets).join(' and ')}: ${rows} rows of ${verified.length} tables. Counts and checksums agree.`,
    ...(blobs === 0 ? [] : [`${blobs} files are in the bucket.`]),
    'Now restart the server with these addresses set. What was accepted meanwhile is stored then.',
  ].join('\n')
}

async function cancel({ config, flags, terminal }: Invocation): Promise<number> {
  const { controlSocket } = await makeDataFolder(config.dataDir)
  const wasBegun = (await readJournal(config.dataDir)) !== undefined
  await removeJournal(config.dataDir)
  const isRunning = (await holderOf(controlSocket)) !== undefined
  const words = wasBegun
    ? `The move was given up. ${isRunning ? 'Restart the server' : 'Start the server'} without the addresses: it goes on with its own stores.`
    : 'No move was begun.'
  terminal.print(flags['json'] === true ? JSON.stringify({ cancelled: wasBegun }) : words)
  return 0
}
