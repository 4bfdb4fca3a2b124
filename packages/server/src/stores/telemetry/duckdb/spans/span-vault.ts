import type { DatabaseSync } from 'node:sqlite'

import type { VaultKind } from '#stores/telemetry/duckdb/kind.ts'
import { createSpanExpiry } from './vault-span-expiry.ts'
import { createSpanWriter } from './vault-span-writer.ts'

/** Counted in the columns. */
export function createSpanVault(db: DatabaseSync): VaultKind {
  const write = createSpanWriter(db)
  return {
    kind: 'spans',
    write: ({ spans = [] }, position) => write(spans.filter(({ seq }) => seq >= position)),
    expire: createSpanExpiry(db),
  }
}
