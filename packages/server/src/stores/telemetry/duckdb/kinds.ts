import type { DatabaseSync } from 'node:sqlite'

import { comparedRouteReads } from '#stores/telemetry/sql/spans/compared-routes.ts'
import { eventColumns } from '#stores/telemetry/duckdb/errors/event-columns.ts'
import { eventReads } from '#stores/telemetry/duckdb/errors/event-reads.ts'
import { createEventExpiry } from '#stores/telemetry/duckdb/errors/vault-event-expiry.ts'
import { feedbackColumns } from '#stores/telemetry/duckdb/feedback/feedback-columns.ts'
import { feedbackReads } from '#stores/telemetry/sql/feedback/feedback-page.ts'
import type { ColumnsKind, VaultKind } from './kind.ts'
import { createRawVault } from '#stores/telemetry/duckdb/raw/raw-vault.ts'
import { sessionColumns } from '#stores/telemetry/duckdb/sessions/session-rows.ts'
import { navigationColumns } from '#stores/telemetry/duckdb/spans/navigation-columns.ts'
import { navigationReads } from '#stores/telemetry/sql/spans/navigation-stats.ts'
import { oldReleaseReads } from '#stores/telemetry/sql/spans/old-releases.ts'
import { spanColumns, visitColumns } from '#stores/telemetry/duckdb/spans/span-columns.ts'
import { spanReads } from '#stores/telemetry/sql/spans/segments.ts'
import { spanSearchReads } from '#stores/telemetry/sql/spans/span-search.ts'
import { routeDetailReads } from '#stores/telemetry/sql/spans/route-details.ts'
import { routeReads } from '#stores/telemetry/sql/spans/route-stats.ts'
import { storedNameReads } from '#stores/telemetry/sql/spans/stored-names.ts'
import { vitalReads } from '#stores/telemetry/sql/spans/vital-samples.ts'
import { createSpanVault } from '#stores/telemetry/duckdb/spans/span-vault.ts'
import { sessionReads } from '#stores/telemetry/sql/sessions/session-reads.ts'

/** Every kind that has columns, in the order in which they are written. */
export const COLUMNS_KINDS: readonly ColumnsKind[] = [
  eventColumns,
  sessionColumns,
  { ...spanColumns, derived: [visitColumns, navigationColumns] },
  feedbackColumns,
]

/** What is answered from the columns alone, by whichever reader is free. */
export const COLUMNS_READS = {
  ...eventReads,
  ...sessionReads,
  ...spanReads,
  ...spanSearchReads,
  ...routeReads,
  ...routeDetailReads,
  ...comparedRouteReads,
  ...vitalReads,
  ...storedNameReads,
  ...navigationReads,
  ...oldReleaseReads,
  ...feedbackReads,
}

export const vaultKinds = (db: DatabaseSync): readonly VaultKind[] => [
  { kind: 'errors', expire: createEventExpiry(db) },
  createSpanVault(db),
  createRawVault(db),
]
