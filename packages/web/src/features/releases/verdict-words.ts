import type { Compared, ReleaseVerdict } from '@hindcast/contract/releases/releases.ts'
import { msg, plural } from '@lingui/core/macro'
import { i18n, locale } from '#lib/i18n/i18n.ts'
import { rateText, shareText } from './proportions.ts'

export type Call = ReleaseVerdict['call']

/** The verdict in one line of the reader's language. */
export function verdictWords(verdict: ReleaseVerdict): string {
  if (verdict.call === 'too_little') return i18n._(msg`Not enough data yet`)
  return [issueWords(verdict), shareWords(verdict.crashFreeSessions), rateWords(verdict)]
    .filter((part) => part !== undefined)
    .join('; ')
}

function issueWords({ appeared, cameBack, worse, better, resolved }: ReleaseVerdict): string {
  const parts = [
    appeared.length > 0 &&
      i18n._(msg`${plural(appeared.length, { one: '# new issue', other: '# new issues' })}`),
    cameBack.length > 0 &&
      i18n._(msg`${plural(cameBack.length, { one: '# regressed', other: '# regressed' })}`),
    worse.length > 0 && i18n._(msg`${plural(worse.length, { one: '# got worse', other: '# got worse' })}`),
    better.length > 0 &&
      i18n._(msg`${plural(better.length, { one: '# got better', other: '# got better' })}`),
    resolved.length > 0 &&
      i18n._(msg`${plural(resolved.length, { one: '# resolved', other: '# resolved' })}`),
  ].filter((part) => part !== false)
  return parts.length === 0 ? i18n._(msg`No new issues`) : parts.join(', ')
}

function shareWords({ before, now }: Compared): string | undefined {
  if (now === null) return undefined
  const after = shareText(now, locale)
  if (before === null) return i18n._(msg`crash-free sessions ${after}`)
  return i18n._(msg`crash-free sessions ${shareText(before, locale)} → ${after}`)
}

function rateWords({ errors: { before, now }, per }: ReleaseVerdict): string | undefined {
  if (now === null) return undefined
  const rate =
    before === null ? rateText(now, locale) : `${rateText(before, locale)} → ${rateText(now, locale)}`
  return per === 'sessions'
    ? i18n._(msg`${rate} errors per 1,000 sessions`)
    : i18n._(msg`${rate} errors per hour`)
}
