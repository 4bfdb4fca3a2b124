import { rm } from 'node:fs/promises'
import { silentLog } from '#domain/testing.ts'

import { describeBreakdowns } from '#stores/telemetry/breakdowns.contract.ts'
import { describeCompaction } from '#stores/telemetry/compaction.contract.ts'
import { describeTelemetryCopies } from '#stores/telemetry/copy.contract.ts'
import { describeEventOrder } from '#stores/telemetry/event-order.contract.ts'
import { describeEventSearch } from '#stores/telemetry/event-search.contract.ts'
import { describeFeedbackTelemetry } from '#stores/telemetry/feedback.contract.ts'
import { describeSessionTelemetry } from '#stores/telemetry/sessions.contract.ts'
import { describeNavigationTelemetry } from '#stores/telemetry/navigations.contract.ts'
import { describeRenames } from '#stores/telemetry/renames.contract.ts'
import { describeRouteTelemetry } from '#stores/telemetry/routes.contract.ts'
import { describeSpanSearch } from '#stores/telemetry/span-search.contract.ts'
import { describeSpanTelemetry } from '#stores/telemetry/spans.contract.ts'
import { describeTelemetryStore, type OpenedTelemetryStore } from '#stores/telemetry/telemetry.contract.ts'
import { describeThresholdTelemetry } from '#stores/telemetry/thresholds.contract.ts'
import { openTestTelemetry } from '#stores/telemetry/testing/open-telemetry.ts'
import { temporaryFolder } from './testing.ts'

const open = async (): Promise<OpenedTelemetryStore> => {
  const dir = await temporaryFolder()
  const openAgain = () => openTestTelemetry({ dir, now: () => 1_750_000_000_000, log: silentLog })
  let store = await openAgain()
  return {
    store,
    async reopen() {
      await store.close()
      store = await openAgain()
      return store
    },
    async cleanup() {
      await store.close()
      await rm(dir, { recursive: true, force: true })
    },
  }
}

describeTelemetryStore('DuckDB', open)
describeSessionTelemetry('DuckDB', open)
describeSpanTelemetry('DuckDB', open)
describeSpanSearch('DuckDB', open)
describeRouteTelemetry('DuckDB', open)
describeRenames('DuckDB', open)
describeNavigationTelemetry('DuckDB', open)
describeFeedbackTelemetry('DuckDB', open)
describeThresholdTelemetry('DuckDB', open)
describeEventSearch('DuckDB', open)
describeEventOrder('DuckDB', open)
describeBreakdowns('DuckDB', open)
describeCompaction('DuckDB', open)
describeTelemetryCopies('DuckDB', open, (dir) =>
  openTestTelemetry({ dir, now: () => 1_750_000_000_000, log: silentLog }),
)
