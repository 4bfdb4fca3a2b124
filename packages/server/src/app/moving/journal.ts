import { mkdir, readFile, rename, rm, writeFile } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import type { Config } from '#app/config.ts'
import type { Checksum } from '#stores/checksum.ts'
import { syncPath } from '#stores/sync-path.ts'

/** Where the stores go, by names without passwords. */
export interface MoveTargets {
  readonly database?: string
  readonly clickhouse?: string
}

export interface StepProgress {
  /** Where the next part begins; undefined: all of it is there. */
  readonly next?: number
  readonly items: number
  /** Of what was sent, by table. */
  readonly sent: Readonly<Record<string, Checksum>>
}

/**
 * What a move has done so far. While it is there the server of the folder accepts and changes nothing else, so that a move
 * that was killed goes on with the same stores.
 */
export interface Journal {
  readonly id: string
  readonly begunAt: number
  readonly targets: MoveTargets
  readonly state: 'copying' | 'moving' | 'moved'
  readonly steps: Readonly<Record<string, StepProgress>>
}

export const movingFolder = (dataDir: string): string => join(dataDir, 'moving')
const journalFile = (dataDir: string): string => join(movingFolder(dataDir), 'journal.json')

export async function readJournal(dataDir: string): Promise<Journal | undefined> {
  try {
    return JSON.parse(await readFile(journalFile(dataDir), 'utf8')) as Journal
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return undefined
    throw error
  }
}

/** As a whole or not at all. */
export async function writeJournal(dataDir: string, journal: Journal): Promise<void> {
  const file = journalFile(dataDir)
  await mkdir(dirname(file), { recursive: true, mode: 0o700 })
  await writeFile(`${file}.new`, JSON.stringify(journal), { mode: 0o600, flush: true })
  await rename(`${file}.new`, file)
  await syncPath(dirname(file))
}

/** The journal first: without it nothing of the rest counts. */
export async function removeJournal(dataDir: string): Promise<void> {
  await rm(journalFile(dataDir), { force: true })
  await rm(movingFolder(dataDir), { recursive: true, force: true })
}

export function targetsOf({ database, clickhouse }: Pick<Config, 'database' | 'clickhouse'>): MoveTargets {
  return {
    ...(database !== undefined && { database: databaseName(database) }),
    ...(clickhouse !== undefined && { clickhouse: clickhouse.name }),
  }
}

function databaseName(url: string): string {
  const { host, pathname } = new URL(url)
  return `${host}${pathname}`
}
