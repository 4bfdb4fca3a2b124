import { Worker } from 'node:worker_threads'
import { AppError } from '#domain/app-error.ts'
import { LIMITS } from '#domain/limits.ts'
import type { Log } from '#domain/log.ts'
import type { GroupingAnswer, GroupingCall, GroupingCalls } from './grouping-messages.ts'

type Async<Call extends (...given: never[]) => unknown> = (
  ...given: Parameters<Call>
) => Promise<ReturnType<Call>>

/** The calls, answered by another thread. */
export type Grouping = { readonly [Name in keyof GroupingCalls]: Async<GroupingCalls[Name]> }

export interface GroupingThread extends Grouping {
  stop(): Promise<void>
}

interface Waiting {
  readonly call: GroupingCall
  readonly resolve: (value: unknown) => void
  readonly reject: (error: Error) => void
}

export interface GroupingThreadOptions {
  readonly log: Log
  readonly limits?: { readonly callMs: number; readonly waiting: number; readonly idleMs: number }
  /** For tests: another program for the thread. */
  readonly program?: URL
}

/**
 * Patterns run over what anybody sent, and rules are written by anybody who may: never in the thread that takes
 * requests. One call at a time, so that the one that takes too long is known; the thread is then ended from outside,
 * that call fails, and the next one gets a new thread. It begins when it is first asked and ends when nobody asks.
 */
export function startGroupingThread({
  log,
  limits = LIMITS.groupingThread,
  program = new URL('./grouping-worker.ts', import.meta.url),
}: GroupingThreadOptions): GroupingThread {
  const queue: Waiting[] = []
  let worker: Worker | undefined
  let current: Waiting | undefined
  let timer: NodeJS.Timeout | undefined
  let isReady = false
  let stopped = false

  function next(): void {
    clearTimeout(timer)
    current = queue.shift()
    if (current === undefined) {
      timer = setTimeout(end, limits.idleMs)
      timer.unref()
      return
    }
    if (worker === undefined) worker = begin()
    else if (isReady) send(worker, current)
  }

  function send(to: Worker, { call }: Waiting): void {
    timer = setTimeout(() => fail(new AppError('store_unavailable', TOO_LONG)), limits.callMs)
    to.postMessage(call)
  }

  function begin(): Worker {
    isReady = false
    const started = new Worker(program, {
      name: 'grouping',
      resourceLimits: { maxOldGenerationSizeMb: LIMITS.groupingThread.memoryMb },
    })
    // Nobody waits for it once everything else has ended.
    started.unref()
    started.on('message', (answer: GroupingAnswer) => {
      if (worker !== started || current === undefined) return
      if ('ready' in answer) {
        isReady = true
        return send(started, current)
      }
      if ('failure' in answer) current.reject(new AppError('store_unavailable', answer.failure))
      else current.resolve(answer.value)
      next()
    })
    started.on('error', (error) => {
      if (worker === started) fail(error as Error)
    })
    started.on('exit', () => {
      if (worker === started) fail(new AppError('store_unavailable', ENDED))
    })
    return started
  }

  function end(): void {
    void worker?.terminate()
    worker = undefined
  }

  /** The call at hand is what the thread died of, or takes too long with. */
  function fail(error: Error): void {
    end()
    const failed = current
    if (failed !== undefined)
      log.error('an event could not be grouped again', { error, call: failed.call.name })
    failed?.reject(error)
    if (!stopped) next()
  }

  function call(asked: GroupingCall): Promise<never> {
    if (stopped) return Promise.reject(new AppError('store_unavailable', ENDED))
    if (queue.length >= limits.waiting) return Promise.reject(new AppError('rate_limited', BUSY))
    return new Promise<unknown>((resolve, reject) => {
      queue.push({ call: asked, resolve, reject })
      if (current === undefined) next()
    }) as Promise<never>
  }

  return {
    ask: (...given) => call({ name: 'ask', given }),
    regroup: (...given) => call({ name: 'regroup', given }),
    fingerprints: (...given) => call({ name: 'fingerprints', given }),
    async stop() {
      stopped = true
      clearTimeout(timer)
      const running = worker
      worker = undefined
      for (const { reject } of [...(current === undefined ? [] : [current]), ...queue.splice(0)]) {
        reject(new AppError('store_unavailable', ENDED))
      }
      current = undefined
      await running?.terminate()
    },
  }
}

const TOO_LONG = 'Grouping the event took too long and was given up.'
const ENDED = 'The thread that groups events has ended.'
const BUSY = 'Too many events are waiting to be grouped. Try again in a moment.'
