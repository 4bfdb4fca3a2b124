import { rm } from 'node:fs/promises'

import { describeTelemetryStore } from '../telemetry.contract.ts'
import { openDuckDbTelemetry } from './telemetry-store.ts'
import { silentLog, temporaryFolder } from './testing.ts'

describeTelemetryStore('DuckDB', async () => {
  const dir = await temporaryFolder()
  const open = () => openDuckDbTelemetry({ dir, now: () => 1_750_000_000_000, log: silentLog })
  let store = await open()
  return {
    store,
    async reopen() {
      await store.close()
      store = await open()
      return store
    },
    async cleanup() {
      await store.close()
      await rm(dir, { recursive: true, force: true })
    },
  }
})
