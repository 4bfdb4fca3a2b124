import { parentPort, workerData, type MessagePort } from 'node:worker_threads'
import { giveWayToMainThread } from '#app/process/thread-priority.ts'
import { createSymbolicator } from '#symbols/symbolicator.ts'
import { serveSymbols } from '#symbols/thread/serve-symbols.ts'
import type { FromSymbols, SymbolsStart, ToSymbols } from './symbols-messages.ts'
import { openRecords, symbolStores } from '#app/stores.ts'
import { createThreadLog } from './thread-log.ts'

giveWayToMainThread()
const { folder, memory, logging } = workerData as SymbolsStart
const main = parentPort!
const send = (message: FromSymbols) => main.postMessage(message)
const log = createThreadLog('symbols', logging, (failure) => send({ type: 'failed', failure }))

const records = await openRecords(folder, log)
const symbolicator = createSymbolicator(symbolStores(folder, records, memory))
const ports: MessagePort[] = []

function serve(port: MessagePort): void {
  ports.push(port)
  serveSymbols(symbolicator, port, log)
}

main.on('message', (message: ToSymbols) => {
  if (message.type === 'stop') void stop()
  else serve(message.port)
})

async function stop(): Promise<void> {
  for (const port of ports) port.close()
  await records.close()
  main.close()
}
