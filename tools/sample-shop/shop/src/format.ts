const DAY = new Intl.DateTimeFormat(undefined, { dateStyle: 'medium' })

/** The day of an order, as people of the market write it. */
export function formatDay(text: string): string {
  return DAY.format(new Date(text))
}

export interface Market {
  readonly locale: string
  readonly currency: string
}

/** The currency is that of the market. */
export function formatPrice(price: number, market: Market): string {
  const style = { style: 'currency', currency: market.currency } as const
  return new Intl.NumberFormat(market.locale, style).format(price)
}
