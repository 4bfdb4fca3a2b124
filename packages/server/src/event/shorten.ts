/** Never in the middle of a surrogate pair: half a character cannot be stored as UTF-8. */
export function shorten(value: string, limit: number): string {
  if (value.length <= limit) return value
  const end = limit - 3
  const unit = value.charCodeAt(end - 1)
  return `${value.slice(0, unit >= 0xd800 && unit <= 0xdbff ? end - 1 : end)}...`
}
