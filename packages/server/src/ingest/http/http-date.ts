let text = ''
let until = 0

/** The time in the form of a `Date` header, made once a second. */
export function httpDate(): string {
  const now = Date.now()
  if (now >= until) {
    text = new Date(now).toUTCString()
    until = now - (now % 1000) + 1000
  }
  return text
}
