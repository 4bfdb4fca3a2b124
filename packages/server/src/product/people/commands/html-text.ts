const ESCAPES: Readonly<Record<string, string>> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;' }

/** Text as it stands in a mail of HTML: what somebody is called must not become a tag. */
export function escaped(text: string): string {
  return text.replace(/[&<>"]/g, (character) => ESCAPES[character]!)
}
