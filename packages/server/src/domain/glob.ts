/**
 * Whether a text is what the pattern describes, in any case: `*` stands for anything, `?` for one character. Takes at
 * most pattern × text steps, whatever both are: neither was written by a friend.
 */
export function createGlob(pattern: string): (text: string) => boolean {
  const wanted = pattern.toLowerCase()
  return (text) => matches(wanted, text.toLowerCase())
}

function matches(pattern: string, text: string): boolean {
  let at = 0
  let star = -1
  let retry = 0
  for (let index = 0; index < text.length;) {
    if (at < pattern.length && pattern[at] === '*') {
      star = at++
      retry = index
    } else if (at < pattern.length && (pattern[at] === '?' || pattern[at] === text[index])) {
      at++
      index++
    } else if (star >= 0) {
      at = star + 1
      index = ++retry
    } else {
      return false
    }
  }
  while (pattern[at] === '*') at++
  return at === pattern.length
}
