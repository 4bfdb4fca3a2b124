import { AppError } from '#domain/app-error.ts'
import { STORED_KINDS } from '#domain/intake/stored-kind.ts'
import { LIMITS } from '#domain/limits.ts'
import type { Log } from '#domain/log.ts'

import { createGuard, createSerialQueue, type Guard } from '#stores/telemetry/guard.ts'
import type { TelemetryStore } from '#stores/telemetry/telemetry.ts'
import type { ClickHouseAddress } from './address.ts'
import { createAppend } from './append.ts'
import { countKinds, readBytes } from './counts.ts'
import { connectClickHouse, type Engine } from './engine.ts'
import { moveEvents } from './errors/moves.ts'
import { reviseEvents } from './errors/revise.ts'
import { dropWeeks, expireKinds } from './expiry.ts'
import { asClickHouseFailure } from './failure.ts'
import { READS } from './kinds.ts'
import { migrateClickHouse } from './migrate.ts'
import { createQuestions, type Ask, type Questions } from './questions.ts'
import { removeRawItems } from './raw/raw-items.ts'

export interface ClickHouseTelemetryOptions {
  readonly address: ClickHouseAddress
  readonly now: () => number
  readonly log: Log
  readonly connect?: (address: ClickHouseAddress) => Promise<Engine>
}

/**
 * Everything in ClickHouse. It need not be there when the store is opened: what is asked meanwhile fails, and the first
 * call that reaches it brings its tables up to date.
 */
export async function openClickHouseTelemetry(options: ClickHouseTelemetryOptions): Promise<TelemetryStore> {
  const { address, now, log, connect = connectClickHouse } = options
  const engine = await connect(address)
  const prepare = createPreparation(async () => {
    await migrateClickHouse(address, engine, now)
    log.info('telemetry opened', { clickhouse: address.name, layout: address.layout.kind })
  })
  await prepare().catch((error: unknown) => {
    const failure = asClickHouseFailure(address.name, error)
    if (!(failure instanceof AppError) || failure.code !== 'store_unavailable') throw failure
    log.error('telemetry can’t be reached', { clickhouse: address.name, error: failure.message })
  })
  return createStore(engine, address, prepare)
}

/** Done once; tried again by the next call where it failed. */
function createPreparation(work: () => Promise<void>): () => Promise<void> {
  let done: Promise<void> | undefined
  return () => {
    done ??= work().catch((error: unknown) => {
      done = undefined
      throw error
    })
    return done
  }
}

function createStore(
  engine: Engine,
  address: ClickHouseAddress,
  prepare: () => Promise<void>,
): TelemetryStore {
  const questions = createQuestions(engine)
  const inSequence = createSerialQueue()
  const guarded = createGuard(`ClickHouse at ${address.name}`, (error) =>
    asClickHouseFailure(address.name, error),
  )
  const { guard, close } = guarded
  const spools = createAppend(engine)
  const writing = <A extends readonly unknown[], R>(work: (...args: A) => Promise<R>) =>
    guard((...args: A) =>
      inSequence(async () => {
        await prepare()
        return work(...args)
      }),
    )
  const reading = <T>(work: (ask: Ask) => Promise<T>) => prepare().then(() => questions.read(work))

  return {
    ...reads(questions, guarded, prepare),
    append: writing((batch) => spools.append(batch)),
    watermark: writing((spoolId) => spools.watermark(spoolId)),
    removeRawItems: writing((...args) => removeRawItems(engine, ...args)),
    revise: writing((revisions) => reviseEvents(engine, revisions)),
    move: writing((move) => moveEvents(engine, move)),
    expire: writing((projectId, before, kinds = STORED_KINDS) =>
      expireKinds(engine, projectId, before, kinds),
    ),
    dropBefore: writing((moments) => dropWeeks(engine, moments)),
    // It merges its parts by itself.
    compact: guard(async () => false),
    received: guard((...args) => reading((ask) => countKinds(ask, ...args))),
    stats: guard(() =>
      reading(async (ask) => {
        const [stored, bytes] = await Promise.all([countKinds(ask), readBytes(ask)])
        return { stored, bytes }
      }),
    ),
    copyTo: guard(() => Promise.reject(noCopy(address))),
    resume: guard(async () => {}),
    async close() {
      // Running reads may finish, but a long one must not delay the shutdown.
      const interruptTimer = setTimeout(() => questions.interrupt(), LIMITS.questions.closingMs)
      const isFirst = await close()
      clearTimeout(interruptTimer)
      if (isFirst) await engine.close()
    },
  }
}

type Read = (ask: Ask, ...args: never) => Promise<unknown>
type Reads = keyof typeof READS

function reads(
  questions: Questions,
  { guard }: Guard,
  prepare: () => Promise<void>,
): Pick<TelemetryStore, Reads> {
  const all = Object.entries(READS as Readonly<Record<Reads, Read>>).map(([name, read]) => {
    const method = guard(async (...args: never) => {
      await prepare()
      return questions.read((ask) => read(ask, ...args))
    })
    return [name, method] as const
  })
  return Object.fromEntries(all) as unknown as Pick<TelemetryStore, Reads>
}

const noCopy = ({ name, database }: ClickHouseAddress): AppError =>
  new AppError(
    'invalid_input',
    `Telemetry is kept in ClickHouse at ${name}. Back it up there: BACKUP DATABASE ${database} TO …`,
  )
