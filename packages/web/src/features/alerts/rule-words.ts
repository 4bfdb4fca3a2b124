import type { AlertRule, AlertWhen } from '@hindcast/contract/alerts/alerts.ts'
import { msg, plural } from '@lingui/core/macro'
import { i18n, locale } from '#lib/i18n/i18n.ts'
import { isAboutIssues, type WhenKind } from './editor/draft.ts'

const whole = new Intl.NumberFormat(locale)

export function whenName(kind: WhenKind): string {
  const names = {
    new: msg`a new issue appears`,
    regressed: msg`a resolved issue comes back`,
    escalating: msg`an issue escalates`,
    seen: msg`an issue is seen often`,
    rate: msg`the error rate is high`,
    spike: msg`errors spike`,
  } as const
  return i18n._(names[kind])
}

/** `5 minutes`, `1 hour`, `6 hours`, `1 day`. */
export function duration(minutes: number): string {
  if (minutes % 1440 === 0) return i18n._(msg`${plural(minutes / 1440, { one: '# day', other: '# days' })}`)
  if (minutes % 60 === 0) return i18n._(msg`${plural(minutes / 60, { one: '# hour', other: '# hours' })}`)
  return i18n._(msg`${plural(minutes, { one: '# minute', other: '# minutes' })}`)
}

export function whenWords(when: AlertWhen): string {
  if (when.kind === 'seen') {
    const count = when.atLeast
    const by =
      when.by === 'users'
        ? i18n._(msg`an issue is seen by ${plural(count, { one: '# user', other: '# users' })}`)
        : i18n._(msg`an issue is seen ${plural(count, { one: '# time', other: '# times' })}`)
    if (when.within === null) return by
    const time = duration(when.within)
    return i18n._(msg`${by} within ${time}`)
  }
  if (when.kind === 'rate') {
    const [rate, time] = [whole.format(when.above), duration(when.within)]
    return when.per === 'minute'
      ? i18n._(msg`errors reach ${rate} per minute over ${time}`)
      : i18n._(msg`errors reach ${rate} per 1,000 sessions over ${time}`)
  }
  if (when.kind === 'spike') {
    const [times, time] = [whole.format(when.times), duration(when.within)]
    const least = whole.format(when.atLeast)
    return i18n._(msg`errors are ${times} times the usual over ${time}, at least ${least}`)
  }
  return whenName(when.kind)
}

export interface Names {
  project(id: string): string
  told(id: AlertRule['tell'][number]): string
}

export function forWords({ for: scope, when }: AlertRule, names: Names): string {
  const { projectIds, levels, environments, query } = scope
  const projects = projectIds.map((id) => names.project(id)).join(', ')
  const parts = [projectIds.length === 0 ? i18n._(msg`every project`) : projects]
  const list = new Intl.ListFormat(locale, { type: 'disjunction' })
  const level = list.format(levels)
  const environment = list.format(environments)
  if (levels.length > 0) parts.push(i18n._(msg`level ${level}`))
  if (environments.length > 0) parts.push(i18n._(msg`in ${environment}`))
  if (query !== '' && isAboutIssues(when)) parts.push(i18n._(msg`matching ${query}`))
  return parts.join(', ')
}

export function tellWords({ tell }: AlertRule, names: Names): string {
  if (tell.length === 0) return i18n._(msg`nobody`)
  return new Intl.ListFormat(locale, { type: 'conjunction' }).format(tell.map((one) => names.told(one)))
}
