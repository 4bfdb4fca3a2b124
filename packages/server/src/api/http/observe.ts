import type { Context, Next } from 'hono'
import { AppError } from '#domain/app-error.ts'

export type QuestionOutcome = 'answered' | 'refused' | 'too_slow' | 'cancelled' | 'failed'

/** Told what was answered, for the metrics. */
export interface ObserveAnswer {
  answered(status: number): void
  asked(outcome: QuestionOutcome, durationMs: number): void
}

export const UNOBSERVED: ObserveAnswer = { answered() {}, asked() {} }

export function observeAnswers(observe: ObserveAnswer) {
  return async (c: Context, next: Next): Promise<void> => {
    await next()
    observe.answered(c.res.status)
  }
}

export async function observeQuestion<T>(observe: ObserveAnswer, work: () => Promise<T>): Promise<T> {
  const startedAt = performance.now()
  const end = (outcome: QuestionOutcome) => observe.asked(outcome, performance.now() - startedAt)
  try {
    const answer = await work()
    end('answered')
    return answer
  } catch (error) {
    end(outcomeOf(error))
    throw error
  }
}

function outcomeOf(error: unknown): QuestionOutcome {
  if (!(error instanceof AppError)) return 'failed'
  if (error.code === 'too_slow' || error.code === 'cancelled') return error.code
  return error.code === 'store_unavailable' ? 'failed' : 'refused'
}
