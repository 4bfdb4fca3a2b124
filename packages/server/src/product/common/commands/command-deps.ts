import type { Accounts } from '#accounts/accounts.ts'
import type { RecordStore } from '#stores/records/records.ts'

/** What a write use-case works with. Commands check their input; who may call them is decided before. */
export interface CommandDeps {
  readonly records: RecordStore
  readonly accounts: Pick<
    Accounts,
    'createUser' | 'findUser' | 'removeUser' | 'resetSecondStep' | 'openPasswordReset'
  >
  readonly now: () => number
}
