const APART = /[\s/.,;:()–-]+/

/** Letters as they are typed in a hurry: no capitals, no accents, `ß` as `ss`. */
export function plainLetters(text: string): string {
  return text
    .toLowerCase()
    .normalize('NFD')
    .replaceAll(/\p{Diacritic}/gu, '')
    .replaceAll('ß', 'ss')
    .trim()
}

/**
 * How well a row answers what was typed; undefined: not at all. Every typed word must begin a word of the row, or stand
 * somewhere in its title; the title weighs more than the words it is also known by.
 */
export function matchOf(typed: string, title: string, also = ''): number | undefined {
  const wanted = plainLetters(typed)
  if (wanted === '') return 0
  const plainTitle = plainLetters(title)
  if (plainTitle.startsWith(wanted)) return 100
  const inTitle = plainTitle.split(APART)
  const elsewhere = plainLetters(also).split(APART)
  let score = 0
  for (const word of wanted.split(APART)) {
    if (inTitle.some((candidate) => candidate.startsWith(word))) score += 10
    else if (elsewhere.some((candidate) => candidate.startsWith(word))) score += 5
    else if (plainTitle.includes(word)) score += 2
    else return undefined
  }
  return score
}

/** The best first; among equals the order they came in. */
export function bestMatches<Row>(
  rows: readonly Row[],
  typed: string,
  textOf: (row: Row) => readonly [title: string, also?: string],
): readonly Row[] {
  return rows
    .map((row) => ({ row, score: matchOf(typed, ...textOf(row)) }))
    .filter((match): match is { row: Row; score: number } => match.score !== undefined)
    .toSorted((a, b) => b.score - a.score)
    .map(({ row }) => row)
}
