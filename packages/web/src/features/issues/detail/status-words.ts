import type { IssueSummary } from '@hindcast/contract/issues/issues.ts'
import { plural, t } from '@lingui/core/macro'
import { locale } from '#lib/i18n/i18n.ts'
import { exactTime } from '#lib/i18n/format.ts'

/** When a resolved issue regresses or an ignored one is reopened; empty if the status is enough. */
export function statusWords({ resolution, snooze }: Pick<IssueSummary, 'resolution' | 'snooze'>): string {
  return resolutionWords(resolution) || snoozeWords(snooze)
}

function resolutionWords(resolution: IssueSummary['resolution']): string {
  const release = resolution?.release ?? ''
  const commit = resolution?.commit ?? ''
  if (resolution?.kind === 'next_release') {
    return release === '' ? t`in the next release` : t`in the release after ${release}`
  }
  if (resolution?.kind === 'release') return t`in ${release}`
  return resolution?.kind === 'commit' ? t`by commit ${commit}, not in a release yet` : ''
}

export function snoozeWords(snooze: IssueSummary['snooze']): string {
  if (snooze?.kind === 'escalating') return t`until it escalates`
  if (snooze?.kind === 'until') {
    const moment = exactTime(Date.parse(snooze.until ?? ''), locale)
    return t`until ${moment}`
  }
  if (snooze?.kind !== 'events' && snooze?.kind !== 'users') return ''
  const { counted, withinMinutes } = snooze
  const count = snooze.count ?? 0
  const goal =
    snooze.kind === 'events'
      ? plural(count, { one: '# more event occurs', other: '# more events occur' })
      : plural(count, { one: '# user is affected', other: '# users are affected' })
  const minutes = withinMinutes ?? 0
  const within = plural(minutes, { one: '# minute', other: '# minutes' })
  const words = minutes === 0 ? t`until ${goal}` : t`until ${goal} within ${within}`
  return counted === null ? words : t`${words}, ${counted} so far`
}
