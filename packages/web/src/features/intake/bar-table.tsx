import { Trans } from '@lingui/react/macro'
import { Count } from '#ui/data/count.tsx'
import { barTime } from './bar-times.ts'
import type { IntakeBars } from './intake-bars.ts'
import { useOutcomeWords } from './outcome-words.ts'

/** The chart in numbers, newest first as a reader expects a log. */
export function BarTable({ span, starts, stacks, outcomes }: IntakeBars) {
  const words = useOutcomeWords()
  const bars = starts.map((start, bar) => ({ start, stack: stacks[bar] })).toReversed()
  return (
    <div className="overflow-x-auto">
      <table className="mt-1 w-full">
        <thead className="text-meta text-subtle">
          <tr>
            <th scope="col" className="py-1 text-start font-strong">
              <Trans>From</Trans>
            </th>
            {outcomes.map((outcome) => (
              <th key={outcome} scope="col" className="py-1 ps-3 text-end font-strong">
                {words[outcome].name}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {bars.map(({ start, stack }) => (
            <tr key={start} className="border-t border-line">
              <th scope="row" className="py-0.5 text-start font-normal">
                {barTime(span, start)}
              </th>
              {outcomes.map((outcome) => (
                <td key={outcome} className="ps-3 text-end">
                  <Count of={stack?.[outcome] ?? 0} />
                </td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  )
}
