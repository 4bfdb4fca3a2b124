import type { AlertRule } from '@hindcast/contract/alerts/alerts.ts'
import { Trans } from '@lingui/react/macro'
import { duration, forWords, tellWords, whenWords, type Names } from '#features/alerts/rule-words.ts'

/** The alert in one sentence; what was chosen stands out. */
export function Sentence({ rule, names }: { readonly rule: AlertRule; readonly names: Names }) {
  const when = whenWords(rule.when)
  const where = forWords(rule, names)
  const whom = tellWords(rule, names)
  const every = duration(rule.every)
  return (
    <Trans>
      When <b className="font-strong text-fg">{when}</b> in <b className="font-strong text-fg">{where}</b>,
      notify <b className="font-strong text-fg">{whom}</b>, at most once every {every}.
    </Trans>
  )
}
