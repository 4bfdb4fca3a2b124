/** Postgres refuses NUL and SQLite's LIKE stops at it; half a surrogate pair is not text at all. */
export function storable(text: string): string {
  return text.toWellFormed().replaceAll('\0', '\u{FFFD}')
}

/** A LIKE pattern (escape character `\`) for texts that contain exactly these characters. */
export function containing(text: string): string {
  return `%${text.replace(/[\\%_]/g, '\\$&')}%`
}

/** What `lower` makes of a text in every engine, whatever its language settings. */
export function lowerAscii(text: string): string {
  return text.replace(/[A-Z]+/g, (letters) => letters.toLowerCase())
}
