/*
 * FROZEN as a part of grouping version 1 (spec GR1). A change here splits existing issues; improvements go into a
 * new version.
 */

/** Longer messages differ in what they quote, not in what went wrong. */
const LONGEST = 500

/** In the order of preference at one place; the name of the group is what stands in the message afterwards. */
const VARIABLE_PARTS = new RegExp(
  [
    String.raw`(?<url>\b[A-Za-z][A-Za-z0-9+.-]*:\/\/[^\s"'<>)\]}]+)`,
    String.raw`(?<email>\b[\w.+-]+@[\w-]+(?:\.[\w-]+)+)`,
    String.raw`(?<uuid>\b[0-9a-fA-F]{8}(?:-[0-9a-fA-F]{4}){3}-[0-9a-fA-F]{12}\b)`,
    String.raw`(?<date>\b\d{4}-\d\d-\d\d(?:[T ]\d\d:\d\d(?::\d\d(?:[.,]\d+)?)?(?:Z|[+-]\d\d:?\d\d)?)?)`,
    String.raw`(?<time>\b\d{1,2}:\d\d(?::\d\d(?:\.\d+)?)?\b)`,
    String.raw`(?<ip>\b\d{1,3}(?:\.\d{1,3}){3}(?::\d{1,5})?\b|\b(?:[0-9a-fA-F]{1,4}:){3,7}[0-9a-fA-F]{1,4}\b|::1\b)`,
    // A status or an error code distinguishes two failures.
    String.raw`(?<kept>\bMinified React error #\d+|\b[Ss]tatus(?: [Cc]ode)?:? \d{3}\b|\bHTTP(?:\/\d(?:\.\d)?)? \d{3}\b|\b[A-Z]{2,}-\d+\b)`,
    String.raw`(?<hex>\b0x[0-9a-fA-F]+\b|(?<![A-Za-z0-9])(?=[a-fA-F]*\d)(?=\d*[a-fA-F])[0-9a-fA-F]{8,}(?![A-Za-z0-9]))`,
    String.raw`(?<num>(?<![A-Za-z0-9])v?\d+(?:[.,]\d+)*(?:e[+-]?\d+)?(?:%|[a-zA-Zµ]{1,2})?(?![A-Za-z0-9]))`,
    // Three digits, or a digit beside both cases. Each run stops at what it looks for: with `\w*` for all of them the
    // number of ways to cut `aAaA…` grows with the third power of its length.
    String.raw`(?<id>\b(?=[^\W\d]*\d[^\W\d]*\d[^\W\d]*\d|[^\Wa-z]*[a-z][^\WA-Z]*[A-Z][^\W\d]*\d|[^\W\d]*\d[^\Wa-z]*[a-z][^\WA-Z]*[A-Z])[A-Za-z0-9_]{8,}\b)`,
  ].join('|'),
  'g',
)

/** The first line of a message, with what differs from one occurrence to the next replaced by its kind. */
export function parameterise(message: string): string {
  const line = firstLine(message).slice(0, LONGEST)
  return line.replace(VARIABLE_PARTS, (...match) => replacement(match[0], match.at(-1) as Groups)).trim()
}

type Groups = Readonly<Record<string, string | undefined>>

function replacement(whole: string, groups: Groups): string {
  if (groups['kept'] !== undefined) return whole
  for (const name in groups) if (groups[name] !== undefined) return `<${name}>`
  return whole
}

function firstLine(message: string): string {
  return message.trimStart().split(/[\r\n]/, 1)[0]!
}
