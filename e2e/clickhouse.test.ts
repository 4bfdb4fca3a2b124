import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll } from 'vitest'
import { silentLog } from '../packages/server/src/domain/testing.ts'
import { describeBreakdowns } from '../packages/server/src/stores/telemetry/breakdowns.contract.ts'
import { describeEventOrder } from '../packages/server/src/stores/telemetry/event-order.contract.ts'
import { describeEventSearch } from '../packages/server/src/stores/telemetry/event-search.contract.ts'
import { describeFeedbackTelemetry } from '../packages/server/src/stores/telemetry/feedback.contract.ts'
import { describeNavigationTelemetry } from '../packages/server/src/stores/telemetry/navigations.contract.ts'
import { describeRenames } from '../packages/server/src/stores/telemetry/renames.contract.ts'
import { describeRouteTelemetry } from '../packages/server/src/stores/telemetry/routes.contract.ts'
import { describeSessionTelemetry } from '../packages/server/src/stores/telemetry/sessions.contract.ts'
import { describeSpanTelemetry } from '../packages/server/src/stores/telemetry/spans.contract.ts'
import {
  describeTelemetryStore,
  type OpenedTelemetryStore,
} from '../packages/server/src/stores/telemetry/telemetry.contract.ts'
import { describeThresholdTelemetry } from '../packages/server/src/stores/telemetry/thresholds.contract.ts'
import { readClickHouseAddress } from '../packages/server/src/stores/telemetry/clickhouse/address.ts'
import { openClickHouseTelemetry } from '../packages/server/src/stores/telemetry/clickhouse/telemetry-store.ts'
import { openClickHouse, type TestClickHouse } from './harness/clickhouse.ts'

let server: TestClickHouse
beforeAll(async () => {
  server = await openClickHouse()
})
afterAll(() => server.close())

/** In a database of its own. */
async function open(): Promise<OpenedTelemetryStore> {
  const database = `hindcast_${randomUUID().replaceAll('-', '')}`
  const address = readClickHouseAddress(server.urlOf(database))
  const openAgain = () => openClickHouseTelemetry({ address, now: () => 1_750_000_000_000, log: silentLog })
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
      await server.drop(database)
    },
  }
}

describeTelemetryStore('ClickHouse', open)
describeSessionTelemetry('ClickHouse', open)
describeSpanTelemetry('ClickHouse', open)
describeRouteTelemetry('ClickHouse', open)
describeRenames('ClickHouse', open)
describeNavigationTelemetry('ClickHouse', open)
describeFeedbackTelemetry('ClickHouse', open)
describeThresholdTelemetry('ClickHouse', open)
describeEventSearch('ClickHouse', open)
describeEventOrder('ClickHouse', open)
describeBreakdowns('ClickHouse', open)
