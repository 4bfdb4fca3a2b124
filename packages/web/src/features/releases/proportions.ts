/** 99.996 % must not become 100 %: a crash is what people read the number for. */
export function shareText(share: number, locale = 'en'): string {
  const rounded = share >= 1 ? 1 : Math.floor(share * 10_000 + 1e-6) / 10_000
  return new Intl.NumberFormat(locale, { style: 'percent', maximumFractionDigits: 2 }).format(rounded)
}

/** A percentage without decimals; small values are shown as <1 %. */
export function partText(part: number, locale = 'en'): string {
  const format = new Intl.NumberFormat(locale, { style: 'percent', maximumFractionDigits: 0 })
  return part > 0 && part < 0.01 ? `<\u00a0${format.format(0.01)}` : format.format(part)
}

/** `0.42`, `12.3`, `1,234`. */
export function rateText(rate: number, locale = 'en'): string {
  const maximumFractionDigits = rate >= 100 ? 0 : rate >= 10 ? 1 : 2
  return new Intl.NumberFormat(locale, { maximumFractionDigits }).format(rate)
}
