import { LIMITS } from '#domain/limits.ts'
import type { Log } from '#domain/log.ts'
import { shareReaders, type Readers } from '#stores/records/sql/readers.ts'
import { openReaderThread } from './reader-thread.ts'

const { recordReaders, recordReadersPerRequester, ownDeadlineMs: longest } = LIMITS.questions

export function openReaderThreads(file: string, log: Log, ownDeadlineMs: number = longest): Readers {
  const threads = Array.from({ length: recordReaders }, () => openReaderThread(file, log))
  return shareReaders(threads, { perRequester: recordReadersPerRequester, ownDeadlineMs })
}
