import { randomUUID } from 'node:crypto'
import { mkdir, rm } from 'node:fs/promises'
import { join } from 'node:path'
import type { HoldResult } from '#app/admin/operations.ts'
import { checkCopy } from '#app/backup/check-copy.ts'
import { requireSpace } from '#app/backup/require-space.ts'
import type { Config } from '#app/config.ts'
import { AppError } from '#domain/app-error.ts'
import type { Log } from '#domain/log.ts'
import { movingFolder, readJournal, targetsOf, writeJournal, type Journal } from './journal.ts'
import { moveBlobs } from './move-blobs.ts'
import { moveRecords, verifyRecords } from './move-records.ts'
import { openCopy, openTargets } from './open-move.ts'
import { moveTelemetry, verifyTelemetry } from './move-telemetry.ts'
import { createProgress, type MoveProgress, type VerifiedTable } from './progress.ts'

export interface MoveOrder {
  /** With the addresses of the stores to move to. */
  readonly config: Config
  /** Lets the server of the folder, if there is one, accept and nothing else. */
  readonly hold: () => Promise<HoldResult>
  readonly copyStores: (to: string) => Promise<unknown>
  readonly tell: (line: string) => void
  readonly log: Log
}

export interface MoveReport {
  readonly targets: Journal['targets']
  readonly verified: readonly VerifiedTable[]
  readonly blobs: number
  /** Whether an earlier run had begun it. */
  readonly resumed: boolean
}

/**
 * Moves what the data folder keeps to other stores. From the moment of the hold on its stores do not change and what is
 * accepted waits in the log, so that a copy of them is all there is to move, however often the move is interrupted.
 */
export async function moveStores(order: MoveOrder): Promise<MoveReport> {
  const { config, tell } = order
  const found = await readJournal(config.dataDir)
  const begun = found ?? (await begin(order))
  requireSame(begun, config)
  const progress = createProgress(config.dataDir, begun, tell)
  const { bytes, limitBytes } = await order.hold()
  tell(`what is accepted waits in the spool, which holds ${mib(bytes)} and takes up to ${mib(limitBytes)}`)
  const copy = join(movingFolder(config.dataDir), 'stores')
  if (begun.state === 'copying') await copyOnce(order, copy, progress)
  const blobs =
    config.bucket === undefined
      ? 0
      : await moveBlobs(config.dataDir, config.bucket, (...part) => progress.show(...part))
  if (progress.journal().state !== 'moved') await moveAll(order, copy, progress)
  return { targets: begun.targets, verified: progress.verified(), blobs, resumed: found !== undefined }
}

const mib = (bytes: number): string => `${Math.round(bytes / 1024 / 1024)} MiB`

/** The target is looked at before anything of the installation changes. */
async function begin({ config, log }: MoveOrder): Promise<Journal> {
  const open = await openTargets(config, log)
  try {
    if ((await open.records?.isEmpty()) === false) throw notEmpty('database')
    if ((await open.telemetry?.isEmpty()) === false) throw notEmpty('ClickHouse database')
  } finally {
    await open.close()
  }
  await requireSpace(config.dataDir, config.dataDir)
  const journal: Journal = {
    id: randomUUID(),
    begunAt: Date.now(),
    targets: targetsOf(config),
    state: 'copying',
    steps: {},
  }
  await writeJournal(config.dataDir, journal)
  return journal
}

const notEmpty = (what: string): AppError =>
  new AppError('conflict', `The ${what} is not empty, and nothing in it is of this move. Name an empty one.`)

function requireSame({ targets }: Journal, config: Config): void {
  const given = targetsOf(config)
  if (targets.database === given.database && targets.clickhouse === given.clickhouse) return
  const names = Object.values(targets).join(' and ')
  throw new AppError(
    'conflict',
    `A move to ${names} was begun. Run the command with those addresses to go on, or give it up with --cancel.`,
  )
}

async function copyOnce({ copyStores, log, tell }: MoveOrder, copy: string, progress: MoveProgress) {
  await rm(copy, { recursive: true, force: true })
  await mkdir(join(copy, '..'), { recursive: true, mode: 0o700 })
  tell('copying the stores as they are now')
  await copyStores(copy)
  await checkCopy(copy, log)
  await rm(join(copy, 'spool'), { recursive: true, force: true })
  await progress.state('moving')
}

async function moveAll(
  { config, log, tell }: MoveOrder,
  copy: string,
  progress: MoveProgress,
): Promise<void> {
  await using opened = new AsyncDisposableStack()
  const source = opened.adopt(await openCopy(copy), (one) => one.close())
  const target = opened.adopt(await openTargets(config, log), (one) => one.close())
  const { records, telemetry } = target
  if (records !== undefined) await moveRecords(source.records, records, progress)
  if (telemetry !== undefined) await moveTelemetry(source.telemetry, telemetry, progress)
  tell('comparing counts and checksums')
  if (records !== undefined) await verifyRecords(source.records, records, progress)
  if (telemetry !== undefined) await verifyTelemetry(source.telemetry, telemetry, progress)
  await progress.state('moved')
  await opened.disposeAsync()
  await rm(copy, { recursive: true, force: true })
}
