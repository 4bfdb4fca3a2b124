/** Counts per day: 20261115-0042. */
export function orderNumber(day: Date, count: number): string {
  const date = day.toISOString().slice(0, 10).replaceAll('-', '')
  return `${date}-${String(count).padStart(4, '0')}`
}
