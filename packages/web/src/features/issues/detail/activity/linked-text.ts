const ADDRESS = /https?:\/\/[^\s<>"']+/g
/** What ends a sentence is not part of the address before it. */
const AFTER = /[.,;:!?)\]]+$/

export interface TextPart {
  readonly text: string
  readonly href: string | undefined
}

/** The text in parts, those that are addresses with where they lead. Nothing else of it is understood. */
export function linkedText(text: string): readonly TextPart[] {
  const parts: TextPart[] = []
  let from = 0
  for (const match of text.matchAll(ADDRESS)) {
    const address = match[0].replace(AFTER, '')
    if (match.index > from) parts.push({ text: text.slice(from, match.index), href: undefined })
    parts.push({ text: address, href: address })
    from = match.index + address.length
  }
  if (from < text.length) parts.push({ text: text.slice(from), href: undefined })
  return parts
}
