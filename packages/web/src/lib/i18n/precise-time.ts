/** To the millisecond, with the time zone: two machines' logs are compared by it. */
export function preciseTime(at: number, locale = 'en', timeZone?: string): string {
  return new Intl.DateTimeFormat(locale, {
    year: 'numeric',
    month: 'short',
    day: 'numeric',
    hour: '2-digit',
    minute: '2-digit',
    second: '2-digit',
    fractionalSecondDigits: 3,
    hourCycle: 'h23',
    timeZoneName: 'short',
    ...(timeZone !== undefined && { timeZone }),
  }).format(at)
}
