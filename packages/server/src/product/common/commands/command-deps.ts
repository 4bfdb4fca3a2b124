import type { Accounts } from '#accounts/accounts.ts'
import type { RecordStore } from '#stores/records/records.ts'

/** Dependencies of a command. Commands validate their input; access is checked before. */
export interface CommandDeps {
  readonly records: RecordStore
  readonly accounts: Pick<
    Accounts,
    'createUser' | 'findUser' | 'removeUser' | 'resetSecondStep' | 'openPasswordReset'
  >
  readonly now: () => number
}
