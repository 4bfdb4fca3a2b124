import { Trans } from '@lingui/react/macro'
import { locale } from '#lib/i18n/i18n.ts'
import { Badge } from '#ui/data/badge.tsx'

const day = new Intl.DateTimeFormat(locale, { dateStyle: 'medium' })

/** Expiry of a link; links without one are highlighted, because they are easily forgotten. */
export function LinkExpiry({ expiresAt }: { readonly expiresAt: string | null }) {
  if (expiresAt === null)
    return (
      <Badge tone="warning">
        <Trans>Never expires</Trans>
      </Badge>
    )
  const date = day.format(Date.parse(expiresAt))
  return (
    <Badge>
      <Trans>Until {date}</Trans>
    </Badge>
  )
}
