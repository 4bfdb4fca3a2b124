/**
 * What the SDK for Next.js, version 11, writes in front of the server's files of a webpack build after their maps were
 * made: every position of the first line is so many columns further right than the map says.
 */
const START = ';(function(){var g=globalThis.__SENTRY_ORCHESTRION__='
const END = '})();'
const LONGEST_BANNER = 400

/** Positions that are compared; a map that fits shows it with a few. */
const SAMPLE = 300
const SHORTEST_WORD = 4

/** A position of the first line, from 0, and the text of its source from where it leads. */
export interface Sampled {
  readonly column: number
  readonly original: string
}

/** How many columns of the script's first line the map does not know of. */
export function unmappedColumns(script: string, samplesOf: (count: number) => Iterable<Sampled>): number {
  if (!script.startsWith(START)) return 0
  const end = script.slice(0, LONGEST_BANNER).indexOf(END)
  if (end === -1) return 0
  const banner = end + END.length
  let asMapped = 0
  let behindBanner = 0
  for (const { column, original } of samplesOf(SAMPLE)) {
    // Words that a minifier keeps: keywords, properties, globals.
    const word = /^[A-Za-z]+/.exec(original)?.[0] ?? ''
    if (word.length < SHORTEST_WORD) continue
    if (script.startsWith(word, column)) asMapped++
    if (script.startsWith(word, column + banner)) behindBanner++
  }
  return behindBanner > asMapped ? banner : 0
}
