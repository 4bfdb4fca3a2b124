import type { EventView } from '@hindcast/contract/events/event-view.ts'
import { Trans } from '@lingui/react/macro'

/** By what two events were joined. */
export function SharedWord({ by }: Pick<NonNullable<EventView['serverSide']>, 'by'>) {
  return <span>{by === 'digest' ? <Trans>joined by digest</Trans> : <Trans>joined by trace</Trans>}</span>
}
