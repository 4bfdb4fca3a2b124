import { issueNumberOf } from '#domain/issues/issue.ts'

/** An issue that a commit says it fixes. */
export interface Fix {
  readonly projectSlug: string
  readonly number: number
}

const WORD = /\b(?:fix(?:e[sd])?|close[sd]?|resolve[sd]?)\b:?\s{1,9}/gi
const SHORT_ID = /([a-z0-9][a-z0-9-]{0,63})-([0-9a-z]{1,8})(?![\w-])/iy
const AND = /\s{0,3}(?:,|\band\b|&)\s{0,3}/iy

/** `Fixes WEB-1A`, `resolves: WEB-1A, WEB-1B and SHOP-3`: as many as a message may be long. */
export function fixesIn(message: string): readonly Fix[] {
  const fixes: Fix[] = []
  for (const word of message.matchAll(WORD)) {
    let at: number | undefined = word.index + word[0].length
    while (at !== undefined) {
      SHORT_ID.lastIndex = at
      const id = SHORT_ID.exec(message)
      const number = id === null ? undefined : issueNumberOf(id[2]!)
      if (id === null || number === undefined) break
      fixes.push({ projectSlug: id[1]!.toLowerCase(), number })
      at = endOf(AND, message, SHORT_ID.lastIndex)
    }
  }
  return fixes
}

function endOf(pattern: RegExp, text: string, at: number): number | undefined {
  pattern.lastIndex = at
  return pattern.test(text) ? pattern.lastIndex : undefined
}
