/** Longer texts are rarely the same twice. */
const LONGEST = 256
const MOST = 10_000

/** The texts that were searched and held nothing. File names, agents and methods repeat from event to event. */
export interface CleanTexts {
  has(text: string): boolean
  add(text: string): void
}

export function createCleanTexts(): CleanTexts {
  const known = new Set<string>()
  return {
    has: (text) => text.length <= LONGEST && known.has(text),
    add(text) {
      if (text.length > LONGEST) return
      if (known.size >= MOST) known.clear()
      known.add(text)
    },
  }
}
