import { Kysely, type KyselyConfig, type Transaction, type TransactionBuilder } from 'kysely'
import type { RecordsEngine } from './engine.ts'
import type { Schema } from './schema.ts'

/** A conflict has a winner each time, so that more than a few in a row mean something else. */
const MOST_ATTEMPTS = 10

/** Runs a transaction again, as a whole, where the engine says that this helps. */
export class RepeatingKysely extends Kysely<Schema> {
  readonly #engine: RecordsEngine

  constructor(config: KyselyConfig, engine: RecordsEngine) {
    super(config)
    this.#engine = engine
  }

  override transaction(): TransactionBuilder<Schema> {
    const builder = super.transaction()
    const execute = builder.execute.bind(builder)
    builder.execute = (work) => this.#repeat(execute, work)
    return builder
  }

  async #repeat<T>(
    execute: <R>(work: (transaction: Transaction<Schema>) => Promise<R>) => Promise<R>,
    work: (transaction: Transaction<Schema>) => Promise<T>,
  ): Promise<T> {
    for (let attempt = 1; ; attempt += 1) {
      try {
        return await execute(work)
      } catch (error) {
        if (attempt === MOST_ATTEMPTS || !this.#engine.isWorthRepeating(error)) throw error
      }
    }
  }
}
