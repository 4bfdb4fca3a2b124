export interface Memory {
  readonly entries: number
  /** Longer texts are read every time. */
  readonly longest: number
}

/**
 * The same texts come again and again; those who invent new ones must not fill the memory. What is undefined is not
 * remembered.
 */
export function remember<T>(read: (text: string) => T, { entries, longest }: Memory): (text: string) => T {
  const known = new Map<string, T>()
  return (text) => {
    const before = known.get(text)
    if (before !== undefined) return before
    const answer = read(text)
    if (answer === undefined || text.length > longest) return answer
    if (known.size >= entries) known.clear()
    known.set(text, answer)
    return answer
  }
}
