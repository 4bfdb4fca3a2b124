const BEGIN = '-----BEGIN '
const END = '-----END '
/** `-----BEGIN OPENSSH PRIVATE KEY-----`; of PGP the block too. */
const LABEL = /^[A-Z0-9 ]{0,30}PRIVATE KEY(?: BLOCK)?-----/
const LABEL_CHARS = 60

/** Private keys as they stand in files, also where the end was cut off. Every mark is looked at once. */
export function scrubPrivateKeys(text: string, note: (rule: string) => string): string {
  let out = ''
  let done = 0
  let at = text.indexOf(BEGIN)
  while (at !== -1) {
    const label = labelAt(text, at + BEGIN.length)
    if (label === 0) {
      at = text.indexOf(BEGIN, at + BEGIN.length)
      continue
    }
    out += text.slice(done, at) + note('private key')
    done = endOfKey(text, at + BEGIN.length + label)
    at = text.indexOf(BEGIN, done)
  }
  return done === 0 ? text : out + text.slice(done)
}

function endOfKey(text: string, from: number): number {
  for (let at = text.indexOf(END, from); at !== -1; at = text.indexOf(END, at + END.length)) {
    const label = labelAt(text, at + END.length)
    if (label > 0) return at + END.length + label
  }
  return text.length
}

function labelAt(text: string, at: number): number {
  return LABEL.exec(text.slice(at, at + LABEL_CHARS))?.[0].length ?? 0
}
