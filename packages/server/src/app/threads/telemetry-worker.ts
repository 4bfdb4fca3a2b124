import { parentPort, workerData } from 'node:worker_threads'
import type { MessagePort } from 'node:worker_threads'
import { releaseMemoryAfterStart } from '#app/process/give-back.ts'
import { giveWayToMainThread } from '#app/process/thread-priority.ts'
import { serveTelemetry } from '#stores/telemetry/thread/telemetry-host.ts'
import { openTelemetry } from '#app/stores.ts'
import type { FromTelemetry, TelemetryStart, ToTelemetry } from './telemetry-messages.ts'
import { createThreadLog } from './thread-log.ts'

giveWayToMainThread()
const { folder, logging } = workerData as TelemetryStart
const main = parentPort!
const send = (message: FromTelemetry) => main.postMessage(message)
const log = createThreadLog('telemetry', logging, (failure) => send({ type: 'failed', failure }))
const telemetry = await openTelemetry(folder, log)
const ports: MessagePort[] = []

main.on('message', (message: ToTelemetry) => {
  if (message.type === 'stop') void stop()
  else serve(message.port)
})
send({ type: 'opened' })

function serve(port: MessagePort): void {
  ports.push(port)
  serveTelemetry(telemetry, port)
}

async function stop(): Promise<void> {
  await telemetry.close()
  for (const port of ports) port.close()
  main.close()
}

releaseMemoryAfterStart()
