/** Lines, in lower case unless told otherwise, each once, up to a number of characters in all. */
export interface DistinctLines {
  /** Nothing that is empty, and nothing after the first that did not fit. */
  add(line: string | undefined): void
  isFull(): boolean
  /** Undefined where there are none. */
  text(): string | undefined
}

/** Most lines have nothing to tidy, and looking is cheaper than replacing each space by a space. */
const UNTIDY = /[^\S ]|^ | {2}| $/

export function createDistinctLines(longest: number, longestLine: number, keepCase = false): DistinctLines {
  const lines = new Set<string>()
  let left = longest
  return {
    add(line) {
      if (!line || left <= 0) return
      const tidy = UNTIDY.test(line) ? line.trim().replaceAll(/\s+/g, ' ') : line
      const cut = tidy.length > longestLine ? tidy.slice(0, longestLine) : tidy
      const short = keepCase ? cut : cut.toLowerCase()
      if (short === '' || lines.has(short)) return
      if (short.length >= left) left = 0
      else {
        lines.add(short)
        left -= short.length + 1
      }
    },
    isFull: () => left <= 0,
    text: () => (lines.size === 0 ? undefined : [...lines].join('\n')),
  }
}
