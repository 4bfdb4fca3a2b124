/** `Digest: 1036831656`, or `ERROR 1170966708` since Next.js 16.2. */
const NUMBERED = /\b(digest|error)\b\s{0,9}[:;.]?\s{0,9}(\S{3,60})/i
const ID = /[0-9a-f]{8}-?[0-9a-f]{4}-?[0-9a-f]{4}-?[0-9a-f]{4}-?[0-9a-f]{12}/i
/** What recognition takes digits for. */
const MISREAD: ReadonlyMap<string, string> = new Map([
  ['O', '0'],
  ['o', '0'],
  ['Q', '0'],
  ['I', '1'],
  ['l', '1'],
  ['|', '1'],
  ['Z', '2'],
  ['S', '5'],
  ['B', '8'],
])
/** In a shorter part of digits than this, letters are letters: own digests begin with one. */
const MOSTLY = 0.7

/** What of the text on a screenshot is worth looking up; undefined where there is nothing of the kind. */
export function textOnScreen(recognised: string): string | undefined {
  for (const line of recognised.split('\n')) {
    const [, name, value] = NUMBERED.exec(line) ?? []
    if (name !== undefined && value !== undefined && /\d/.test(value)) return `${name} ${asNumber(value)}`
  }
  return ID.exec(recognised)?.[0]
}

function asNumber(value: string): string {
  const word = value.replace(/[.,;:!)\]]+$/, '')
  const digits = word.replaceAll(/\D/g, '').length
  if (digits < MOSTLY * word.length) return word
  const read = Array.from(word, (sign) => MISREAD.get(sign) ?? sign).join('')
  return /^\d+$/.test(read) ? read : word
}
