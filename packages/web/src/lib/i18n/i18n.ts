import { i18n, type Messages } from '@lingui/core'
import { catalogues } from 'virtual:messages'
import { localeOf, type Locale } from './locale.ts'

export { i18n }

/** The language of this page, fixed while it is open: choosing another one is a new address. */
export const locale: Locale = localeOf(globalThis.location?.pathname ?? '/')

let all: Messages = {}
const arrivals = new Map<string, Promise<void>>()

/** A screen is loaded together with its messages; `shell` has the shared ones. */
export function loadMessages(area: string): Promise<void> {
  const known = arrivals.get(area)
  if (known !== undefined) return known
  const arrival = fetchMessages(area)
  arrivals.set(area, arrival)
  // What did not come is asked for again by the next who needs it.
  arrival.catch(() => arrivals.delete(area))
  return arrival
}

async function fetchMessages(area: string): Promise<void> {
  const arrived = await catalogues[`${locale}/${area}`]?.()
  all = { ...all, ...arrived?.messages }
  i18n.loadAndActivate({ locale, messages: all })
}
