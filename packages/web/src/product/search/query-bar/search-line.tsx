import type { Searched } from '@hindcast/contract/search/searching.ts'
import { Trans } from '@lingui/react/macro'
import { exactTime } from '#lib/i18n/format.ts'
import { locale } from '#lib/i18n/i18n.ts'
import { Button } from '#ui/base/button.tsx'

interface Props {
  readonly searched: NonNullable<Searched>
  readonly busy: boolean
  /** With as much as is to be looked through. */
  readonly onFurther: (reach: string) => void
}

const FURTHER = 5
const MOST = 20_000_000

/** Words are looked for newest first and not for ever: how far that came, and the way on. */
export function SearchLine({ searched, busy, onFurther }: Props) {
  const events = new Intl.NumberFormat(locale).format(searched.events)
  const back = searched.back === null ? '' : exactTime(Date.parse(searched.back), locale)
  return (
    <div
      role="status"
      className="flex flex-wrap items-center gap-x-3 gap-y-1 border-b border-line bg-canvas px-(--gutter) py-1.5 text-meta text-muted"
    >
      <span>
        {back === '' ? (
          <Trans>Searched {events} events.</Trans>
        ) : (
          <Trans>
            Searched {events} events, back to {back}.
          </Trans>
        )}
      </span>
      <Button busy={busy} onClick={() => onFurther(String(Math.min(searched.events * FURTHER, MOST)))}>
        <Trans>Search further back</Trans>
      </Button>
    </div>
  )
}
