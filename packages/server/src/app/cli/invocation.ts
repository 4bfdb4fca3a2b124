import type { Config } from '#app/config.ts'
import type { Terminal } from './terminal.ts'

export interface Invocation {
  readonly config: Config
  readonly flags: Readonly<Record<string, string | boolean | undefined>>
  /** Words behind the command's own. */
  readonly rest: readonly string[]
  readonly terminal: Terminal
}
