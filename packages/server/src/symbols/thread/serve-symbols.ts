import type { MessagePort } from 'node:worker_threads'
import type { Log } from '#domain/log.ts'
import type { Symbolicator } from '#domain/source-maps/mapped-frame.ts'
import type { SymbolsRequest, SymbolsResponse } from './symbols-messages.ts'

/** Answers what arrives on the port with the symbolicator of this thread. */
export function serveSymbols(symbolicator: Symbolicator, port: MessagePort, log: Log): void {
  port.on('message', (request: SymbolsRequest) => {
    void answer(symbolicator, request, log).then((response) => port.postMessage(response))
  })
}

async function answer(
  symbolicator: Symbolicator,
  { id, ask }: SymbolsRequest,
  log: Log,
): Promise<SymbolsResponse> {
  try {
    return { id, answer: await symbolicator.symbolicate(ask) }
  } catch (error) {
    log.error('a stack could not be mapped', { error, projectId: ask.projectId })
    return { id, failure: error instanceof Error ? error.message : String(error) }
  }
}
