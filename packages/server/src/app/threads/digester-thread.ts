import { EventEmitter } from 'node:events'
import type { MessagePort } from 'node:worker_threads'
import type { Failure } from '#app/process/failure.ts'
import type { FromDigester } from './digester-messages.ts'
import { superviseDigester, type SupervisedDigesterOptions } from './digester-supervisor.ts'
import { type ShouldYield, createPressure, reportPressure } from '#app/http/backpressure.ts'

export type Digested = Extract<FromDigester, { type: 'digested' }>

export interface DigesterThread {
  /** The log may be read up to here. */
  committed(position: number): void
  /** Lets senders go first; `waitedMs` is what all of them together have waited for the spool so far. */
  yieldToSenders(waitedMs: () => number, shouldYield: ShouldYield): void
  settingsChanged(): void
  /** Whether this one reads what earlier versions kept. Of all on the same stores one may; none does until it is told. */
  readKeptItems(mayRead: boolean): void
  /** Where it can have stacks mapped. */
  shareSymbols(port: MessagePort): void
  onDigested(listener: (digested: Digested) => void): void
  onFailure(listener: (failure: Failure) => void): void
  /** Needs a symbols connection. */
  onSymbolsWanted(listener: () => void): void
  /** The thread ended and was not started again: nothing is lost, but nothing is digested either. */
  onDeath(listener: (error: Error) => void): void
  /** Processor time of the thread that runs now. */
  cpuSeconds(): Promise<number>
  /** Finishes the batch at hand. */
  stop(): Promise<void>
}

interface Heard {
  digested: [Digested]
  failed: [Failure]
  symbolsWanted: []
  death: [Error]
}

export async function startDigesterThread(
  options: Omit<SupervisedDigesterOptions, 'pressure' | 'hear' | 'died'>,
): Promise<DigesterThread> {
  const pressure = createPressure()
  const heard = new EventEmitter<Heard>()
  const digester = await superviseDigester({
    ...options,
    pressure,
    hear(message) {
      if (message.type === 'digested') heard.emit('digested', message)
      if (message.type === 'failed') heard.emit('failed', message.failure)
      if (message.type === 'symbols_wanted') heard.emit('symbolsWanted')
    },
    died: (error) => void heard.emit('death', error),
  })
  return {
    committed: (position) => digester.keepSending({ type: 'committed', position }),
    yieldToSenders: (waitedMs, shouldYield) => reportPressure(pressure, waitedMs, shouldYield),
    settingsChanged: () => digester.send({ type: 'settings_changed' }),
    readKeptItems: (mayRead) => digester.keepSending({ type: 'kept_items', mayRead }),
    shareSymbols: (port) => digester.send({ type: 'symbols', port }),
    onDigested: (listener) => void heard.on('digested', listener),
    onFailure: (listener) => void heard.on('failed', listener),
    onSymbolsWanted: (listener) => void heard.on('symbolsWanted', listener),
    onDeath: (listener) => void heard.on('death', listener),
    cpuSeconds: () => digester.cpuSeconds(),
    stop: () => digester.stop(),
  }
}
