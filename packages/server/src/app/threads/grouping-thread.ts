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
 * Runs patterns of grouping rules over event data outside of the request thread. One call at a time, so that a call
 * that takes too long is known: its thread is terminated, the call fails, and the next one gets a new thread. The
 * thread starts with the first call and ends when idle.
 */
export function startGroupingThread(options: GroupingThreadOptions): GroupingThread {
  const caller = createCaller(options)
  return {
    ask: (...given) => caller.call({ name: 'ask', given }),
    regroup: (...given) => caller.call({ name: 'regroup', given }),
    fingerprints: (...given) => caller.call({ name: 'fingerprints', given }),
    stop: () => caller.stop(),
  }
}

function createCaller({
  log,
  limits = LIMITS.groupingThread,
  program = new URL('./grouping-worker.ts', import.meta.url),
}: GroupingThreadOptions) {
  const queue: Waiting[] = []
  let worker: StartedWorker | undefined
  let current: Waiting | undefined
  let timer: NodeJS.Timeout | undefined
  let stopped = false

  function next(): void {
    clearTimeout(timer)
    current = queue.shift()
    if (current !== undefined) return send()
    timer = setTimeout(end, limits.idleMs)
    timer.unref()
  }

  /** Once the thread has loaded: that is not the call's time. */
  function send(): void {
    worker ??= startWorker(program, { onReady: send, onAnswer: settle, onEnd: fail })
    if (!worker.isReady() || current === undefined) return
    timer = setTimeout(() => fail(unavailable(TOO_LONG)), limits.callMs)
    worker.post(current.call)
  }

  function settle(answer: GroupingAnswer): void {
    if ('value' in answer) current?.resolve(answer.value)
    else if ('failure' in answer) current?.reject(unavailable(answer.failure))
    next()
  }

  function end(): void {
    void worker?.end()
    worker = undefined
  }

  /** The call at hand is what the thread died of, or takes too long with. */
  function fail(error: Error): void {
    end()
    if (current !== undefined)
      log.error('an event could not be grouped again', { error, call: current.call.name })
    current?.reject(error)
    next()
  }

  return {
    call(asked: GroupingCall): Promise<never> {
      if (stopped) return Promise.reject(unavailable(ENDED))
      if (queue.length >= limits.waiting) return Promise.reject(new AppError('rate_limited', BUSY))
      return new Promise<unknown>((resolve, reject) => {
        queue.push({ call: asked, resolve, reject })
        if (current === undefined) next()
      }) as Promise<never>
    },
    async stop(): Promise<void> {
      stopped = true
      clearTimeout(timer)
      current?.reject(unavailable(ENDED))
      current = undefined
      for (const { reject } of queue.splice(0)) reject(unavailable(ENDED))
      await worker?.end()
      worker = undefined
    },
  }
}

interface StartedWorker {
  isReady(): boolean
  post(call: GroupingCall): void
  /** From then on it says nothing any more. */
  end(): Promise<void>
}

function startWorker(
  program: URL,
  told: {
    readonly onReady: () => void
    readonly onAnswer: (answer: GroupingAnswer) => void
    readonly onEnd: (error: Error) => void
  },
): StartedWorker {
  let isReady = false
  const worker = new Worker(program, {
    name: 'grouping',
    resourceLimits: { maxOldGenerationSizeMb: LIMITS.groupingThread.memoryMb },
  })
  // Must not keep the process alive.
  worker.unref()
  worker.on('message', (answer: GroupingAnswer) => {
    if (!('ready' in answer)) return told.onAnswer(answer)
    isReady = true
    told.onReady()
  })
  worker.once('error', told.onEnd)
  worker.once('exit', () => told.onEnd(unavailable(ENDED)))
  return {
    isReady: () => isReady,
    post: (call) => worker.postMessage(call),
    async end() {
      worker.removeAllListeners()
      // It may still fail while it ends, and an unhandled error event ends the process.
      worker.on('error', () => {})
      await worker.terminate()
    },
  }
}

function unavailable(message: string): AppError {
  return new AppError('store_unavailable', message)
}

const TOO_LONG = 'Grouping the event took too long and was given up.'
const ENDED = 'The thread that groups events has ended.'
const BUSY = 'Too many events are waiting to be grouped. Try again in a moment.'
