import type { EventView } from '@hindcast/contract/events/event-view.ts'
import { useLingui } from '@lingui/react/macro'

/** By what two events were joined. */
export function SharedWord({ by }: Pick<NonNullable<EventView['serverSide']>, 'by'>) {
  const { t } = useLingui()
  const words = {
    digest: t`joined by digest`,
    trace: t`joined by trace`,
    place: t`likely: same route, release and time`,
  }
  return <span>{words[by]}</span>
}
