/** What a `datetime-local` field shows for a moment, in the time zone of whoever looks: `2026-11-15T13:30`. */
export function toLocalField(iso: string | undefined): string {
  const ms = iso === undefined ? Number.NaN : Date.parse(iso)
  if (Number.isNaN(ms)) return ''
  const date = new Date(ms)
  const two = (number: number) => String(number).padStart(2, '0')
  const day = `${String(date.getFullYear()).padStart(4, '0')}-${two(date.getMonth() + 1)}-${two(date.getDate())}`
  return `${day}T${two(date.getHours())}:${two(date.getMinutes())}`
}

/** Undefined while the field is empty or half filled in. */
export function fromLocalField(value: string): string | undefined {
  return isoOf(value === '' ? undefined : value)
}

/** A time from the address in the one spelling that the server takes; undefined where it is none. */
export function isoOf(text: string | undefined): string | undefined {
  const ms = text === undefined ? Number.NaN : Date.parse(text)
  return Number.isNaN(ms) ? undefined : new Date(ms).toISOString()
}
