import { createAddressBook } from '#ingest/auth/address-book.ts'
import { comeBackAnswer, preflightAnswer, refusedAnswer, sendAnswer, type Answer } from './answer.ts'
import type { Ingest } from './create-ingest.ts'
import { Refusal } from './refusal.ts'

/** For a process that takes no events: whoever sends some learns where they belong. */
export function refuseAll(sentence: string): Ingest {
  const answer = refusedAnswer(new Refusal('not_supported', sentence))
  return answerAll(() => answer)
}

/** For a process that takes no events yet. */
export function refuseForNow(sentence: () => string, retryAfterSeconds: number): Ingest {
  return answerAll(() => comeBackAnswer(sentence(), retryAfterSeconds))
}

function answerAll(answer: () => Answer): Ingest {
  const addressOf = createAddressBook()
  return {
    handle(req, res) {
      if (addressOf(req.url ?? '/') === undefined) return false
      sendAnswer(res, req.method === 'OPTIONS' ? preflightAnswer(req.headers, 'POST, OPTIONS') : answer())
      req.resume()
      return true
    },
    take: () => false,
  }
}
