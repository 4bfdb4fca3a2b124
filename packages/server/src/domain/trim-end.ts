/*
 * What patterns such as `/[?#].*$/` and `/(?:\/<)+$/` take off the end of a text. Those start again at every mark and
 * read on to the end each time, which takes the square of the length; these read a text once and find the same.
 */

/** Where the last line starts, as `.` and `$` see lines: nothing that ends one stands behind it. */
function lastLine(text: string): number {
  const ends = ['\n', '\r', '\u2028', '\u2029']
  return Math.max(...ends.map((end) => text.lastIndexOf(end))) + 1
}

/** As `text.replace(/[marks].*$/, '')`. */
export function withoutTail(text: string, marks: string): string {
  for (let at = lastLine(text); at < text.length; at++)
    if (marks.includes(text[at]!)) return text.slice(0, at)
  return text
}

/** As `text.replace(/[?#].*$/, '')`. */
export function withoutQuery(text: string): string {
  return withoutTail(text, '?#')
}

/** As `text.replace(/ \[as .*\]$/, '')`: Chrome's other name for a method. */
export function withoutAlias(text: string): string {
  if (!text.endsWith(']')) return text
  const at = text.indexOf(' [as ', lastLine(text))
  return at === -1 ? text : text.slice(0, at)
}

/** As `text.replace(/(?:ending)+$/, '')`; with `before`, one of those may stand before each. */
export function withoutEndings(text: string, ending: string, before = ''): string {
  let end = text.length
  while (end > 0 && text.endsWith(ending, end)) {
    end -= ending.length
    if (before !== '' && text.endsWith(before, end)) end -= before.length
  }
  return text.slice(0, end)
}

/** As `text.replace(/[characters]+$/, '')`. */
export function withoutTrailing(text: string, characters: string): string {
  let end = text.length
  while (end > 0 && characters.includes(text[end - 1]!)) end--
  return text.slice(0, end)
}

/** The last line, where a file's ending and what follows it stand. */
export function lastLineOf(text: string): string {
  return text.slice(lastLine(text))
}
