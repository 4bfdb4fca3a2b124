import { AppError } from '#domain/app-error.ts'
import type { Checksum } from '#stores/checksum.ts'
import { writeJournal, type Journal, type StepProgress } from './journal.ts'

export interface VerifiedTable {
  readonly table: string
  readonly rows: number
  readonly checksum: string
}

/** What is done, kept in the journal, and told to whoever waits. */
export interface MoveProgress {
  of(step: string): StepProgress | undefined
  /** A part is there: what comes before it need not be moved again. */
  note(step: string, progress: StepProgress, total: number): Promise<void>
  show(step: string, items: number, total: number): void
  verify(table: string, sent: Checksum, found: Checksum, source: { readonly rows: number }): void
  verified(): readonly VerifiedTable[]
  journal(): Journal
  state(state: Journal['state']): Promise<void>
}

export function createProgress(dataDir: string, begun: Journal, tell: (line: string) => void): MoveProgress {
  let journal = begun
  const verified: VerifiedTable[] = []
  const change = async (changes: Partial<Journal>) => {
    journal = { ...journal, ...changes }
    await writeJournal(dataDir, journal)
  }
  const show = (step: string, items: number, total: number) => tell(`${step}: ${items} of ${total}`)
  return {
    of: (step) => journal.steps[step],
    async note(step, progress, total) {
      await change({ steps: { ...journal.steps, [step]: progress } })
      show(step, progress.items, total)
    },
    show,
    verify(table, sent, found, { rows }) {
      if (sent.rows !== rows || found.rows !== rows || found.sum !== sent.sum)
        throw new AppError(
          'store_unavailable',
          `The table ${table} is not what was moved: ${rows} rows were to be moved, ${found.rows} are there` +
            `${found.rows === rows ? ', and their checksum differs' : ''}. Nothing was switched. ` +
            'Give up this move with hindcast migrate-store --cancel, empty the target, and begin again.',
        )
      verified.push({ table, rows, checksum: found.sum })
    },
    verified: () => verified,
    journal: () => journal,
    state: (state) => change({ state }),
  }
}
