import { readFile, rename, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { AppError } from '#domain/app-error.ts'
import { sizeOf } from '#stores/file-size.ts'

/** If one of these is missing the others are useless, and creating it again would hide the loss. */
const STORES = ['records.sqlite', 'vault.sqlite', 'telemetry.duckdb', 'spool/id'] as const
export type StoreFile = (typeof STORES)[number]
/** Of a process that takes no events. */
export const WITHOUT_SPOOL = STORES.filter((file) => file !== 'spool/id')

/** In the place of files that are not here because a server keeps what they would hold: none of it could be missing. */
const SERVERS = [
  { name: 'database', where: 'a database', files: ['records.sqlite'], holds: 'records' },
  {
    name: 'clickhouse',
    where: 'ClickHouse',
    files: ['vault.sqlite', 'telemetry.duckdb'],
    holds: 'telemetry',
  },
] as const
type ServerName = (typeof SERVERS)[number]['name']
type Made = StoreFile | ServerName
const ALL: readonly Made[] = [...STORES, ...SERVERS.map(({ name }) => name)]

const VARIABLES: Readonly<Record<ServerName, string>> = {
  database: 'HINDCAST_DATABASE_URL',
  clickhouse: 'HINDCAST_CLICKHOUSE_URL',
}

const MANIFEST = 'stores.json'

/** The servers that keep what is not kept in the data folder. */
export type StorePlaces = Readonly<Partial<Record<ServerName, unknown>>>

/**
 * Refuses a data folder in which a store is missing or empty that was there before. The manifest says which were made;
 * it is there before the first of them, so that a first start that was killed can be repeated.
 */
export async function requireStores(root: string, places: StorePlaces): Promise<void> {
  const present = new Set<StoreFile>()
  for (const file of STORES) if (await hasContent(join(root, file))) present.add(file)
  const made = (await readManifest(root)) ?? expectedBeside(present)
  refuseOtherPlace(root, made, places)
  const lost = STORES.filter((file) => made.includes(file) && !present.has(file))
  if (lost.length > 0) throw new AppError('store_unavailable', sentence(root, lost, present))
  await writeManifest(root, made)
}

/** Called when these stores were opened, which made them where they were not there. */
export async function noteStores(
  root: string,
  places: StorePlaces,
  files: readonly StoreFile[] = STORES,
): Promise<void> {
  const placed = files.map((file) => serverOf(file, places) ?? file)
  const made = new Set<Made>([...((await readManifest(root)) ?? []), ...placed])
  await writeManifest(
    root,
    ALL.filter((file) => made.has(file)),
  )
}

/** These servers keep from now on what files of the folder held. */
export async function replaceStores(root: string, servers: readonly ServerName[]): Promise<void> {
  const moved = SERVERS.filter(({ name }) => servers.includes(name))
  const gone = new Set(moved.flatMap(({ files }): readonly Made[] => files))
  const before = (await readManifest(root)) ?? STORES
  const made = ALL.filter(
    (one) => servers.some((name) => name === one) || (before.includes(one) && !gone.has(one)),
  )
  await putManifest(root, made)
}

function serverOf(file: StoreFile, places: StorePlaces): ServerName | undefined {
  return SERVERS.find(({ name, files }) => places[name] !== undefined && files.some((one) => one === file))
    ?.name
}

export async function hasRecordsElsewhere(root: string): Promise<boolean> {
  return (await readManifest(root))?.includes('database') === true
}

/** To begin with an empty store would look like lost data. */
function refuseOtherPlace(root: string, made: readonly Made[], places: StorePlaces): void {
  for (const { name, where, files, holds } of SERVERS) {
    const isThere = places[name] !== undefined
    const file = files.find((one) => made.includes(one))
    if (isThere && file !== undefined) {
      throw new AppError(
        'conflict',
        `The ${holds} of ${root} are in its ${file}, and ${VARIABLES[name]} names ${where} instead. ` +
          'Remove the setting, or name another data folder with --data.',
      )
    }
    if (!isThere && made.includes(name)) {
      throw new AppError(
        'conflict',
        `The ${holds} of ${root} are in ${where}. Set ${VARIABLES[name]} to its address.`,
      )
    }
  }
}

/** What is wrong with the stores at a start, in one sentence that ends with what to do. */
export function withRemedy(root: string, error: unknown): unknown {
  if (error instanceof AppError && error.code !== 'store_unavailable') return error
  const message = (error instanceof Error ? error.message : String(error)).split('\n', 1)[0]!
  if (message.includes(REMEDY)) return error
  if (!isDamage(error, message)) return error instanceof AppError ? error : unavailable(root, message, error)
  return new AppError(
    'store_unavailable',
    `A store in ${root} cannot be opened: ${message.trimEnd().replace(/\.$/, '')}. ${REMEDY}`,
    { cause: error },
  )
}

const REMEDY =
  'Stop the server, move the current files away (they may still help), restore the whole data folder from a backup (hindcast restore DIR), and check it with hindcast doctor.'

function unavailable(root: string, message: string, cause: unknown): AppError {
  return new AppError('store_unavailable', `The stores in ${root} cannot be opened: ${message}`, { cause })
}

const NO_DAMAGE = new Set(['EACCES', 'EPERM', 'EROFS', 'ENOSPC', 'EDQUOT', 'EMFILE', 'ENFILE'])

/** Another process, a full disk and a missing right are no damage, and say themselves what is to be done. */
function isDamage(error: unknown, message: string): boolean {
  if (!(error instanceof AppError)) return !NO_DAMAGE.has((error as NodeJS.ErrnoException).code ?? '')
  return /damaged|not a database|cannot be read or written|missing|empty/i.test(message)
}

function sentence(root: string, lost: readonly StoreFile[], present: ReadonlySet<StoreFile>): string {
  const are = lost.length === 1 ? 'is' : 'are'
  return (
    `${lost.join(' and ')} ${are} missing or empty in ${root}, beside ${[...present].join(', ')}. ` +
    `${REMEDY} To go on without what ${lost.length === 1 ? 'it' : 'they'} held, take the name out of ${join(root, MANIFEST)}.`
  )
}

/** In a folder from before there was a manifest. `hindcast init` makes the records alone. */
function expectedBeside(present: ReadonlySet<StoreFile>): readonly Made[] {
  const others = STORES.filter((file) => file !== 'records.sqlite' && present.has(file))
  if (others.length > 0) return STORES
  return present.has('records.sqlite') ? ['records.sqlite'] : []
}

async function hasContent(file: string): Promise<boolean> {
  return ((await sizeOf(file)) ?? 0) > 0
}

async function readManifest(root: string): Promise<readonly Made[] | undefined> {
  try {
    const { stores } = JSON.parse(await readFile(join(root, MANIFEST), 'utf8')) as { stores: Made[] }
    return ALL.filter((file) => stores.includes(file))
  } catch {
    // Missing or partly written: the files in the folder show as much.
    return undefined
  }
}

async function writeManifest(root: string, stores: readonly Made[]): Promise<void> {
  const before = await readManifest(root)
  if (before !== undefined && before.length === stores.length) return
  await putManifest(root, stores)
}

async function putManifest(root: string, stores: readonly Made[]): Promise<void> {
  const file = join(root, MANIFEST)
  // Of two processes that start at once on the folder, each has a draft of its own.
  const draft = `${file}.${process.pid}.new`
  await writeFile(draft, `${JSON.stringify({ stores })}\n`, { mode: 0o600, flush: true })
  await rename(draft, file)
}
