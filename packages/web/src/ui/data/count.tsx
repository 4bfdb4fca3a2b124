import { locale } from '#lib/i18n/i18n.ts'

const short = new Intl.NumberFormat(locale, { notation: 'compact', maximumFractionDigits: 1 })
const whole = new Intl.NumberFormat(locale)

/** `12.4K`, with the whole number on hover. */
export function Count({ of }: { readonly of: number }) {
  return (
    <span className="tabular-nums" title={of >= 10_000 ? whole.format(of) : undefined}>
      {of >= 10_000 ? short.format(of) : whole.format(of)}
    </span>
  )
}
