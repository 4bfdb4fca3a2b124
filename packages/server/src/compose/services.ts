import type { Accounts } from '#accounts/accounts.ts'
import type { Samples } from '#api/deps.ts'
import { createLiveHub, type LiveHub } from '#api/live-hub.ts'
import type { CommandDeps } from '#commands/command-deps.ts'
import { createIntakeCounter, type IntakeCounter } from '#ingest/intake-counter.ts'
import type { Core } from './core.ts'
import { type Counters, createCounters } from './metrics.ts'
import { openAccounts } from './open-accounts.ts'
import { createSamples } from './samples.ts'

/** What several ways in (HTTP, the control socket) share. */
export interface Services {
  readonly accounts: Accounts
  readonly commandDeps: CommandDeps
  readonly hub: LiveHub
  readonly intakeCounter: IntakeCounter
  readonly counters: Counters
  readonly samples: Samples
  /** The address people use; with port 0 the real one once the server listens. */
  publicUrl(): string
  listensAt(url: string): void
}

export async function createServices({ config, records, spool, log }: Core): Promise<Services> {
  let listeningUrl: string | undefined
  const accounts = await openAccounts(config, records, () => listeningUrl, log)
  return {
    accounts,
    commandDeps: { records, accounts, now: Date.now },
    hub: createLiveHub(),
    intakeCounter: createIntakeCounter(Date.now),
    counters: createCounters(),
    samples: createSamples(records, spool),
    publicUrl: () => config.publicUrl ?? listeningUrl ?? `http://${config.host}:${config.port}`,
    listensAt: (url) => {
      listeningUrl = url
    },
  }
}
