import { describe, expect, it } from 'vitest'
import { AppError } from '#domain/app-error.ts'
import { cancelled, tooSlow } from '#domain/question.ts'
import { observeQuestion, type QuestionOutcome } from './observe.ts'

async function outcomeOf(work: () => Promise<unknown>): Promise<readonly QuestionOutcome[]> {
  const outcomes: QuestionOutcome[] = []
  const observe = { answered() {}, asked: (outcome: QuestionOutcome) => void outcomes.push(outcome) }
  await observeQuestion(observe, work).catch(() => undefined)
  return outcomes
}

describe('observed questions', () => {
  it.each([
    ['answered', () => Promise.resolve(1)],
    ['too_slow', () => Promise.reject(tooSlow(1000))],
    ['cancelled', () => Promise.reject(cancelled())],
    ['refused', () => Promise.reject(new AppError('not_found', 'Not found.'))],
    ['failed', () => Promise.reject(new AppError('store_unavailable', 'The disk is full.'))],
    ['failed', () => Promise.reject(new TypeError('ours'))],
  ] as const)('[OP154] ends as %s, once, and the answer stays what it was', async (outcome, work) => {
    expect(await outcomeOf(work)).toEqual([outcome])
    const answer = await work().catch((error: unknown) => error)
    const observed = await observeQuestion({ answered() {}, asked() {} }, work).catch(
      (error: unknown) => error,
    )
    expect(String(observed)).toBe(String(answer))
  })
})
