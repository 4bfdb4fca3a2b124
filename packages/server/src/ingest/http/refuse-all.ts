import { createAddressBook } from '#ingest/auth/address-book.ts'
import { preflightAnswer, refusedAnswer, sendAnswer } from './answer.ts'
import type { Ingest } from './create-ingest.ts'
import { Refusal } from './refusal.ts'

/** For a process that takes no events: whoever sends some learns where they belong. */
export function refuseAll(sentence: string): Ingest {
  const addressOf = createAddressBook()
  const answer = refusedAnswer(new Refusal('not_supported', sentence))
  return {
    handle(req, res) {
      if (addressOf(req.url ?? '/') === undefined) return false
      sendAnswer(res, req.method === 'OPTIONS' ? preflightAnswer(req.headers, 'POST, OPTIONS') : answer)
      req.resume()
      return true
    },
    take: () => false,
  }
}
