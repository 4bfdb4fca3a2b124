import { parentPort } from 'node:worker_threads'
import { giveWayToMainThread } from '#app/process/thread-priority.ts'
import { createGroupingCalls } from './grouping-calls.ts'
import type { GroupingAnswer, GroupingCall } from './grouping-messages.ts'

giveWayToMainThread()
const calls = createGroupingCalls()

parentPort!.on('message', ({ name, given }: GroupingCall) => {
  parentPort!.postMessage(answer(calls[name] as (...given: readonly unknown[]) => unknown, given))
})

function answer(call: (...given: readonly unknown[]) => unknown, given: readonly unknown[]): GroupingAnswer {
  try {
    return { value: call(...given) }
  } catch (error) {
    return { failure: error instanceof Error ? error.message : String(error) }
  }
}

parentPort!.postMessage({ ready: true } satisfies GroupingAnswer)
