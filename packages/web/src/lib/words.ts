export function countOf(quantity: number, locale = 'en'): string {
  return new Intl.NumberFormat(locale).format(quantity)
}

/** Details in log style ("no project has this key") read as sentences between other sentences. */
export function asSentence(text: string): string {
  return text.charAt(0).toUpperCase() + text.slice(1) + (/[.!?…]$/.test(text) ? '' : '.')
}
