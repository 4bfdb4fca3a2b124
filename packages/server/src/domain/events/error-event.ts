import type { Json, JsonObject } from '#domain/json.ts'
import type { Level } from './level.ts'

/**
 * An error event in one shape, whatever SDK generation sent it. Made from the stored payload by
 * `normalise`, when it is digested and again whenever it is read, so a better reader improves old events too.
 */
export interface ErrorEvent {
  readonly eventId: string
  readonly kind: 'error' | 'default' | 'security'
  readonly platform: string
  readonly level: Level
  readonly occurredAt: number
  readonly receivedAt: number
  /** Innermost cause first; the last one was thrown. */
  readonly exceptions: readonly ExceptionValue[]
  /** Stacks that belong to no exception: of threads, and of a message. The one that the event is about is first. */
  readonly threads: readonly Thread[]
  readonly message: Message | undefined
  readonly logger: string | undefined
  readonly transaction: string | undefined
  readonly environment: string | undefined
  readonly release: string | undefined
  readonly dist: string | undefined
  readonly serverName: string | undefined
  readonly tags: ReadonlyArray<readonly [key: string, value: string]>
  readonly user: User | undefined
  readonly request: Request | undefined
  readonly contexts: Readonly<Record<string, JsonObject>>
  readonly breadcrumbs: readonly Breadcrumb[]
  readonly extra: JsonObject
  readonly modules: Readonly<Record<string, string>>
  readonly sdk: Sdk | undefined
  readonly fingerprint: readonly string[] | undefined
  readonly debugImages: readonly DebugImage[]
}

export interface ExceptionValue {
  readonly type: string | undefined
  readonly value: string | undefined
  readonly module: string | undefined
  readonly mechanism: Mechanism | undefined
  /** Oldest first; the throwing frame is last. */
  readonly frames: readonly Frame[]
}

export interface Thread {
  readonly id: string | undefined
  readonly name: string | undefined
  readonly crashed: boolean
  readonly current: boolean
  /** Oldest first. */
  readonly frames: readonly Frame[]
}

export interface Mechanism {
  readonly type: string
  readonly handled: boolean | undefined
  readonly synthetic: boolean
  readonly source: string | undefined
  readonly exceptionId: number | undefined
  readonly parentId: number | undefined
  readonly isExceptionGroup: boolean
  readonly data: JsonObject
}

export interface Frame {
  readonly function: string | undefined
  readonly module: string | undefined
  /** Path of the file; `absPath` keeps the URL or absolute path as sent. */
  readonly filename: string | undefined
  readonly absPath: string | undefined
  readonly line: number | undefined
  /** 1-based, as sent. */
  readonly column: number | undefined
  /** By the rule of its platform (`event/in-app.ts`). */
  readonly inApp: boolean
  /** What versions 1 to 3 of the grouping take it for, where that differs. */
  readonly inAppBefore?: boolean | undefined
  readonly preContext: readonly string[]
  readonly contextLine: string | undefined
  readonly postContext: readonly string[]
  readonly vars: JsonObject | undefined
}

export interface Message {
  readonly formatted: string
  readonly template: string | undefined
  readonly params: readonly Json[]
  /** The SDK sent no more than template and parameters. */
  readonly isFilledIn?: true
}

export interface User {
  readonly id: string | undefined
  readonly email: string | undefined
  readonly username: string | undefined
  readonly name: string | undefined
  readonly ipAddress: string | undefined
  readonly data: JsonObject
}

export interface Request {
  readonly url: string | undefined
  readonly method: string | undefined
  readonly headers: ReadonlyArray<readonly [name: string, value: string]>
  readonly query: string | undefined
  readonly data: Json | undefined
  readonly cookies: ReadonlyArray<readonly [name: string, value: string]>
}

export interface Breadcrumb {
  readonly timestamp: number | undefined
  readonly type: string
  readonly category: string | undefined
  readonly level: Level | 'log'
  readonly message: string | undefined
  readonly data: JsonObject
}

export interface Sdk {
  readonly name: string
  readonly version: string | undefined
}

export interface DebugImage {
  readonly codeFile: string
  readonly debugId: string
}
