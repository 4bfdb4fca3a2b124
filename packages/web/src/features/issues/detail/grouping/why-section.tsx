import type { EventView } from '@hindcast/contract/events/event-view.ts'
import { Trans, useLingui } from '@lingui/react/macro'
import { lazy, Suspense } from 'react'
import { groupingWords } from './grouping-words.ts'
import { Section } from '#features/issues/detail/section.tsx'

const FingerprintList = lazy(() =>
  import('./fingerprint-list.tsx').then(({ FingerprintList: component }) => ({ default: component })),
)

export function WhySection({ event }: { readonly event: EventView }) {
  const { t } = useLingui()
  const { parts, version, fingerprint } = event.grouping
  return (
    <Section id="why" title={t`Grouping`}>
      <div className="grid gap-2 px-3 py-2">
        <p>{groupingWords(event.grouping)}</p>
        {parts.length > 1 && (
          <ol className="grid list-decimal gap-0.5 ps-5 marker:text-subtle">
            {parts.slice(1).map((part, index) => (
              <li key={index} className="code break-all">
                {part}
              </li>
            ))}
          </ol>
        )}
        <Suspense>
          <FingerprintList event={event} />
        </Suspense>
        <p className="text-meta text-subtle">
          <Trans>
            Events that share all of these are grouped into one issue. Grouping version {version}, fingerprint{' '}
            <code className="code">{fingerprint}</code>.
          </Trans>
        </p>
      </div>
    </Section>
  )
}
