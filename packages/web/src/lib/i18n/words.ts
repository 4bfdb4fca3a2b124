export function countOf(quantity: number, locale = 'en'): string {
  return new Intl.NumberFormat(locale).format(quantity)
}
