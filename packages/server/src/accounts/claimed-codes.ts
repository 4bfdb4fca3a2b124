import { AsyncLocalStorage } from 'node:async_hooks'
import type { AccountDatabase } from '#stores/records/records.ts'
import type { ClaimCode } from './once-only-codes.ts'
import { claimCode, releaseCode } from './used-codes.ts'

export interface ClaimedCodes {
  readonly claim: ClaimCode
  /** What was claimed while the answer was made is released unless it is a success. */
  during(answer: () => Promise<Response>): Promise<Response>
}

export function createClaimedCodes(database: AccountDatabase, now: () => number): ClaimedCodes {
  const requests = new AsyncLocalStorage<{ release?: () => Promise<void> }>()
  return {
    async claim(userId, code) {
      if (!(await claimCode(database, userId, code, now()))) return false
      const request = requests.getStore()
      if (request) request.release = () => releaseCode(database, userId, code)
      return true
    },
    async during(answer) {
      const request: { release?: () => Promise<void> } = {}
      const response = await requests.run(request, answer)
      if (!response.ok) await request.release?.()
      return response
    },
  }
}
