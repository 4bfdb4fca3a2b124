import type { PairEnd, RoutePair } from '@hindcast/contract/navigations/navigations.ts'
import { useLingui } from '@lingui/react/macro'

/** The page that was left above the one that was opened: both can be long. */
export function PairName({ pair: { from, to } }: { readonly pair: Pick<RoutePair, 'from' | 'to'> }) {
  const { t } = useLingui()
  return (
    <>
      <span className="block break-all text-muted">
        {from === null ? t`Unknown page` : <End end={from} />}
      </span>
      <span className="block break-all">
        <span className="text-muted">→ </span>
        <span className="font-strong">
          <End end={to} />
        </span>
      </span>
    </>
  )
}

function End({ end }: { readonly end: PairEnd }) {
  const { t } = useLingui()
  if (end.isPattern) return <>{end.key}</>
  return <span title={t`A path, because no route pattern is known for it`}>{end.key}</span>
}
