import { randomBytes } from 'node:crypto'
import { parentPort, workerData } from 'node:worker_threads'
import { releaseMemoryAfterStart } from '#app/process/give-back.ts'
import { giveWayToMainThread } from '#app/process/thread-priority.ts'
import { createStackMaps } from '#digest/kinds/errors/map-items.ts'
import { createKeptItems } from '#digest/kept/read-kept-items.ts'
import { createKinds } from '#digest/kinds/list.ts'
import { createDigester } from '#digest/run.ts'
import { summed } from '#digest/counts.ts'
import { createSharedThinning } from '#digest/thinning/share-thinning.ts'
import { createThinningStates } from '#digest/thinning/thinning-states.ts'
import { openFileSpoolReader } from '#spool/file-spool-reader.ts'
import { keepItem } from '#spool/quarantine.ts'
import { connectTelemetry } from '#stores/telemetry/thread/telemetry-client.ts'
import { connectSymbols } from '#symbols/thread/connect-symbols.ts'
import type { DigesterStart, FromDigester, ToDigester } from './digester-messages.ts'
import { announceItems } from './item-watch.ts'
import { createYieldToSenders } from '#app/http/backpressure.ts'
import { createRoutesCache } from '#app/routes-cache.ts'
import { settingsCache } from '#app/settings-cache.ts'
import { openBlobs, openRecords } from '#app/stores.ts'
import { createThreadLog } from './thread-log.ts'

giveWayToMainThread()
const { folder, logging, telemetryPort, pressure, itemAtWork, overruns } = workerData as DigesterStart
const main = parentPort!
const send = (message: FromDigester) => main.postMessage(message)
const log = createThreadLog('digester', logging, (failure) => send({ type: 'failed', failure }))

const records = await openRecords(folder, log)
const telemetry = connectTelemetry(telemetryPort)
const blobs = await openBlobs(folder)
const settings = settingsCache(records.projects)
const routes = createRoutesCache(records.routes)
const symbols = connectSymbols(() => send({ type: 'symbols_wanted' }))
const reader = await openFileSpoolReader({ dir: folder.spool, log })
let mayReadKeptItems = false
const deps = {
  reader,
  records: records.digest,
  projects: (id: string) => settings.of(id),
  routes: (id: string) => routes.of(id),
  telemetry,
  blobs,
  releases: records.releaseHealth,
  setAside: (name: string, bytes: Uint8Array) => keepItem(folder.spool, name, bytes),
  budget: { ...announceItems(itemAtWork), overruns: (mark: number) => overruns.get(mark) ?? 0 },
  kinds: createKinds({
    maps: createStackMaps({ symbolicator: symbols, artifacts: records.artifacts, now: Date.now }),
  }),
  now: Date.now,
  log,
}
const digester = createDigester({
  ...deps,
  thinning: createThinningStates({
    facts: records.facts,
    releases: records.releaseHealth,
    newSalt: () => randomBytes(16).toString('hex'),
    shared:
      folder.database === undefined
        ? undefined
        : createSharedThinning({ shares: records.thinningShares, now: Date.now, log }),
  }),
  kept: createKeptItems({
    ...deps,
    projectIds: async () => (await records.projects.all()).map(({ id }) => id),
    facts: records.facts,
    mayRead: () => mayReadKeptItems,
  }),
  yieldToSenders: createYieldToSenders(pressure),
  onBatch: ({ counts, ...batch }) => send({ type: 'digested', ...batch, counts: summed(counts) }),
})

main.on('message', (message: ToDigester) => {
  switch (message.type) {
    case 'committed':
      return digester.advance(message.position)
    case 'settings_changed':
      routes.forget()
      return settings.forget()
    case 'kept_items':
      mayReadKeptItems = message.mayRead
      // Begins with them also while nothing new comes.
      return digester.advance(0)
    case 'symbols':
      return symbols.connect(message.port)
    case 'stop':
      return void stop()
  }
})

async function stop(): Promise<void> {
  await digester.stop()
  symbols.close()
  await reader.close()
  await records.close()
  telemetryPort.close()
  send({ type: 'stopped' })
  main.close()
}

send({ type: 'opened' })
releaseMemoryAfterStart()
