import type { SecondStepReset } from '#accounts/accounts.ts'
import type { ReleaseMaps } from '#product/source-maps/query/release-maps.ts'
import type { DoctorReport } from './doctor.ts'
import type { SpoolStatus } from '#spool/spool.ts'

export interface InitInput {
  readonly email: string
  readonly password: string
  readonly project: string
  readonly platform?: string
}

/** The field names are a contract with scripts (design: command line). */
export interface InitResult {
  readonly url: string
  readonly dsn: string
  readonly token: string
  readonly project: string
  readonly org: string
}

export interface ProjectResult {
  readonly url: string
  readonly dsn: string
  readonly project: string
  readonly org: string
  readonly id: string
}

export interface TokenResult {
  readonly token: string
  readonly scopes: readonly string[]
  readonly org: string
}

export interface ResetResult extends SecondStepReset {
  readonly email: string
}

/** A link that sets a new password once; the command prints it and stores only a hash. */
export interface PasswordLinkResult {
  readonly email: string
  /** Null where the address of the installation is not known: the path then belongs behind it. */
  readonly url: string | null
  readonly path: string
  readonly expiresAt: string
}

export interface SeedResult {
  readonly scenario: string
  readonly project: string
  readonly events: number
  /** Whether Hindcast's own pages report their traces. */
  readonly ownPages: boolean
}

export interface RetentionResult {
  readonly lastRun: string | null
  readonly stopped: { readonly since: string; readonly why: string } | null
  readonly confirmed: boolean
}

export interface CopyResult {
  /** Where blobs are kept that are no part of the copy; null: all are in the data folder. */
  readonly bucket: string | null
}

/** How much of the log is used while nothing is digested. */
export interface HoldResult {
  readonly bytes: number
  readonly limitBytes: number
}

export interface DrainResult {
  /** The id of the log. */
  readonly spool: string
  /** Stored since the drain began. */
  readonly items: number
  /** Still to be read; 0: it is done. */
  readonly waitingBytes: number
}

export interface MapsResult {
  readonly projects: ReadonlyArray<{ readonly project: string; readonly maps: ReleaseMaps }>
  readonly complete: boolean
}

/**
 * What the command line can do to a data folder. A running server offers them on its control socket; without
 * one the command opens the stores itself and runs the very same functions.
 */
export interface Operations {
  init(input: InitInput): Promise<InitResult>
  createProject(input: { readonly name: string; readonly platform?: string }): Promise<ProjectResult>
  createToken(input: { readonly name: string; readonly scopes: readonly string[] }): Promise<TokenResult>
  resetSecondStep(input: { readonly email: string }): Promise<ResetResult>
  resetPassword(input: { readonly email: string }): Promise<PasswordLinkResult>
  seed(input: { readonly scenario: string; readonly project?: string }): Promise<SeedResult>
  doctor(input: null): Promise<DoctorReport>
  /** Confirmed, the next run deletes whatever is older than projects keep. */
  retention(input: { readonly confirm: boolean }): Promise<RetentionResult>
  /** Without a project: all that know the release. */
  doctorSourceMaps(input: { readonly release: string; readonly project?: string }): Promise<MapsResult>
  /** Into a folder that is not there yet, by its absolute path. */
  copyStores(input: { readonly to: string }): Promise<CopyResult>
  /** Begins to digest the log in a folder, by its absolute path; called again, says how far it is. */
  drainSpool(input: { readonly dir: string }): Promise<DrainResult>
  /** For the process that digests what this one accepts. */
  spoolStatus(input: null): Promise<SpoolStatus>
  /** From here on the stores do not change until the server ends: what is accepted waits in the log. */
  holdStores(input: null): Promise<HoldResult>
}

export type OperationName = keyof Operations

/** Complete by type: an operation that is missing here does not compile. */
const NAMES: Readonly<Record<OperationName, true>> = {
  init: true,
  createProject: true,
  createToken: true,
  resetSecondStep: true,
  resetPassword: true,
  seed: true,
  doctor: true,
  retention: true,
  doctorSourceMaps: true,
  copyStores: true,
  drainSpool: true,
  spoolStatus: true,
  holdStores: true,
}

export function isOperationName(name: string): name is OperationName {
  return Object.hasOwn(NAMES, name)
}
