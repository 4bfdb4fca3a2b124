import { Trans, useLingui } from '@lingui/react/macro'
import { locale } from '#lib/i18n/i18n.ts'
import { Count } from '#ui/data/count.tsx'
import { useMarkWords } from './mark-words.ts'
import type { Bar } from './timeline-bars.ts'

const time = new Intl.DateTimeFormat(locale, {
  weekday: 'short',
  day: 'numeric',
  month: 'short',
  hour: '2-digit',
  minute: '2-digit',
})

/** The chart in numbers, newest first as a reader expects a log. */
export function TimelineTable({ bars }: { readonly bars: readonly Bar[] }) {
  const { t } = useLingui()
  const wordsOf = useMarkWords()
  return (
    <div className="max-h-80 overflow-auto" tabIndex={0} role="region" aria-label={t`Errors, 14 days`}>
      <table className="mt-1 w-full">
        <thead className="text-meta text-subtle">
          <tr>
            <th scope="col" className="py-1 text-start font-strong">
              <Trans>From</Trans>
            </th>
            <th scope="col" className="py-1 ps-3 text-end font-strong">
              <Trans>Errors</Trans>
            </th>
            <th scope="col" className="py-1 ps-6 text-start font-strong">
              <Trans>Releases and deploys</Trans>
            </th>
          </tr>
        </thead>
        <tbody>
          {bars.toReversed().map(({ start, errors, marks }) => (
            <tr key={start} className="border-t border-line">
              <th scope="row" className="py-0.5 text-start font-normal whitespace-nowrap">
                {time.format(start)}
              </th>
              <td className="ps-3 text-end">
                <Count of={errors} />
              </td>
              <td className="ps-6 break-all">{marks.map(wordsOf).join(', ')}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  )
}
