import { DatabaseSync, type SQLInputValue } from 'node:sqlite'
import { parentPort, workerData } from 'node:worker_threads'
import { cancelled } from '#domain/question.ts'
import { toFailure } from '#stores/telemetry/thread/telemetry-messages.ts'
import { recordsBusy } from '#stores/records/sqlite/busy.ts'
import { WANTED, type FromReader, type ReaderStart, type ToReader } from './reader-messages.ts'
import { statementCache } from '#stores/records/sqlite/sqlite-driver.ts'
import { explained, isBusy } from '#stores/records/sqlite/sqlite-errors.ts'

/** A thread that reads the records with a connection of its own, one statement after the other. */
const { file, unwanted } = workerData as ReaderStart
const main = parentPort!
// Blocking on another connection inside SQLite is fine here: no other work needs this thread.
const database = new DatabaseSync(file, { readOnly: true, timeout: 5_000 })
database.exec('pragma temp_store = memory; pragma cache_size = -8000')
const prepare = statementCache(database)
let current = 0

// Called for every row that a statement looks at, because node:sqlite offers no other way to end one.
database.function(WANTED, (_row) => {
  if (Atomics.load(unwanted, 0) === current) throw cancelled()
  return 1
})

function answer({ id, sql, parameters }: Exclude<ToReader, 'close'>): FromReader {
  current = id
  try {
    const { statement } = prepare(sql)
    statement.setReturnArrays(true)
    const rows = statement.all(...(parameters as SQLInputValue[])) as unknown as unknown[][]
    return { id, columns: statement.columns().map(({ name }) => name), rows }
  } catch (error) {
    return { id, failure: toFailure(isBusy(error) ? recordsBusy(error) : explained(error)) }
  }
}

main.on('message', (message: ToReader) => {
  if (message !== 'close') return main.postMessage(answer(message))
  database.close()
  main.close()
})
