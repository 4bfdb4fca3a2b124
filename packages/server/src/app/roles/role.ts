import { AppError } from '#domain/app-error.ts'

export const ROLES = ['all', 'intake', 'digest', 'web'] as const
export type Role = (typeof ROLES)[number]

/** What decides whether a role can work. */
export interface RoleSettings {
  readonly role: Role
  readonly database: unknown
  readonly clickhouse: unknown
  readonly bucket: unknown
  readonly publicUrl: string | undefined
}

/** What a process does; the parts of one installation that can be started apart. */
export interface Duties {
  /** Takes events into the spool of its data folder. */
  readonly intake: boolean
  /** Brings that spool into the stores, and runs the jobs. */
  readonly digest: boolean
  /** Serves the pages and the API. */
  readonly web: boolean
}

const DUTIES: Readonly<Record<Role, Duties>> = {
  all: { intake: true, digest: true, web: true },
  intake: { intake: true, digest: false, web: false },
  digest: { intake: false, digest: true, web: false },
  web: { intake: false, digest: false, web: true },
}

export const dutiesOf = (role: Role): Duties => DUTIES[role]

/** A store in the data folder can be opened by one process. */
export function requireSharedStores({ role, database, clickhouse }: RoleSettings): void {
  const missing = [
    ...(database === undefined ? ['HINDCAST_DATABASE_URL'] : []),
    ...(clickhouse === undefined ? ['HINDCAST_CLICKHOUSE_URL'] : []),
  ]
  if (role === 'all' || missing.length === 0) return
  throw new AppError(
    'invalid_input',
    `The role ${role} needs stores that several processes can open: set ${missing.join(' and ')}, or start without --role.`,
  )
}

/** What works, but not as somebody would expect who started several processes. */
export function roleWarnings({ role, bucket, publicUrl }: RoleSettings): readonly string[] {
  if (role === 'all') return []
  return [
    ...(bucket === undefined && role !== 'intake'
      ? [
          'HINDCAST_BLOBS_URL is not set: uploaded files and large payloads are in this data folder, and other folders do not see them',
        ]
      : []),
    ...(publicUrl === undefined && role !== 'intake'
      ? [
          'HINDCAST_URL is not set: the addresses of keys name this process, which takes no events, and its own errors are only in this log',
        ]
      : []),
  ]
}

/** Whether envelopes for the own project arrive at the public address. */
export const reachesIntake = ({ role, publicUrl }: Pick<RoleSettings, 'role' | 'publicUrl'>): boolean =>
  dutiesOf(role).intake || publicUrl !== undefined
