import { afterAll, beforeAll } from 'vitest'
import { describeBreakdowns } from '../packages/server/src/stores/telemetry/breakdowns.contract.ts'
import { describeCompaction } from '../packages/server/src/stores/telemetry/compaction.contract.ts'
import { describeEventOrder } from '../packages/server/src/stores/telemetry/event-order.contract.ts'
import { describeEventSearch } from '../packages/server/src/stores/telemetry/event-search.contract.ts'
import { describeFeedbackTelemetry } from '../packages/server/src/stores/telemetry/feedback.contract.ts'
import { describeNavigationTelemetry } from '../packages/server/src/stores/telemetry/navigations.contract.ts'
import { describeRenames } from '../packages/server/src/stores/telemetry/renames.contract.ts'
import { describeRouteTelemetry } from '../packages/server/src/stores/telemetry/routes.contract.ts'
import { describeSessionTelemetry } from '../packages/server/src/stores/telemetry/sessions.contract.ts'
import { describeSpanSearch } from '../packages/server/src/stores/telemetry/span-search.contract.ts'
import { describeSpanTelemetry } from '../packages/server/src/stores/telemetry/spans.contract.ts'
import { describeTelemetryStore } from '../packages/server/src/stores/telemetry/telemetry.contract.ts'
import { describeThresholdTelemetry } from '../packages/server/src/stores/telemetry/thresholds.contract.ts'
import { openClickHouse, type TestClickHouse } from './harness/clickhouse.ts'
import { openAlone } from './harness/clickhouse-stores.ts'

let server: TestClickHouse
beforeAll(async () => {
  server = await openClickHouse()
})
afterAll(() => server.close())

const open = () => openAlone(server)

describeTelemetryStore('ClickHouse', open)
describeSessionTelemetry('ClickHouse', open)
describeSpanTelemetry('ClickHouse', open)
describeSpanSearch('ClickHouse', open)
describeRouteTelemetry('ClickHouse', open)
describeRenames('ClickHouse', open)
describeNavigationTelemetry('ClickHouse', open)
describeFeedbackTelemetry('ClickHouse', open)
describeThresholdTelemetry('ClickHouse', open)
describeEventSearch('ClickHouse', open)
describeEventOrder('ClickHouse', open)
describeBreakdowns('ClickHouse', open)
describeCompaction('ClickHouse', open, 36)
