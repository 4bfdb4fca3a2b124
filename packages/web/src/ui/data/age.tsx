import { locale } from '#lib/i18n/i18n.ts'
import { ageOf, exactTime } from '#lib/i18n/format.ts'

/** How long ago something began, as of the moment it was shown, with the exact time on hover. */
export function Age({ since }: { readonly since: string }) {
  const ms = Date.parse(since)
  return (
    <time dateTime={since} title={exactTime(ms, locale)}>
      {ageOf(ms, Date.now(), locale)}
    </time>
  )
}
