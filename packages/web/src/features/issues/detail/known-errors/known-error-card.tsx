import type { Recognised } from '@hindcast/contract/events/known-errors.ts'
import { Trans, useLingui } from '@lingui/react/macro'
import type { ReactNode } from 'react'
import { Badge, type Tone } from '#ui/data/badge.tsx'
import { Icon } from '#ui/base/icon.tsx'
import { LongText } from '#ui/data/long-text.tsx'
import { recognisedWords } from './known-error-words.ts'

const TONES: Readonly<Record<Recognised['severity'], Tone>> = {
  noise: 'plain',
  minor: 'info',
  serious: 'warning',
}

/** A problem that others had before: what it is, how to be sure, and what usually helps. */
export function KnownErrorCard({ recognised }: { readonly recognised: Recognised }) {
  const { t } = useLingui()
  const { severity, details } = recognised
  const { title, about, confirm, fix } = recognisedWords(recognised)
  const severityWords = { noise: t`Noise`, minor: t`Minor`, serious: t`Serious` }
  return (
    <section
      aria-labelledby="recognised-title"
      className="grid min-w-0 gap-2.5 rounded-panel border border-line border-s-2 border-s-accent bg-surface px-3 py-2.5"
    >
      <div className="flex flex-wrap items-center gap-x-2 gap-y-1">
        <span className="text-meta text-subtle">
          <Trans>Known problem</Trans>
        </span>
        <h2 id="recognised-title" className="text-form font-bold">
          {title}
        </h2>
        <Badge tone={TONES[severity]}>{severityWords[severity]}</Badge>
      </div>
      <p>
        <WithCode text={about} />
      </p>
      <Details details={details} />
      <dl className="grid gap-x-6 gap-y-2.5 pane:grid-cols-2">
        <Advice name={t`How to confirm it`}>
          <WithCode text={confirm} />
        </Advice>
        <Advice name={t`Usual fix`}>
          <WithCode text={fix} />
        </Advice>
      </dl>
    </section>
  )
}

function Advice({ name, children }: { readonly name: string; readonly children: ReactNode }) {
  return (
    <div className="grid min-w-0 content-start gap-0.5">
      <dt className="text-meta font-strong text-muted">{name}</dt>
      <dd className="break-words">{children}</dd>
    </div>
  )
}

function Details({ details }: Pick<Recognised, 'details'>) {
  const { reactCode, message, link, subject } = details
  if (message === null && subject === null) return null
  return (
    <div className="grid min-w-0 gap-1 rounded-control bg-code px-3 py-2">
      {message !== null && (
        <p className="min-w-0 break-words">
          {reactCode !== null && (
            <span className="text-muted">
              <Trans>React error {reactCode}: </Trans>
            </span>
          )}
          <LongText text={message} />
        </p>
      )}
      {subject !== null && <code className="code break-all">{subject}</code>}
      {link?.startsWith('https://') === true && (
        <a
          href={link}
          target="_blank"
          rel="noreferrer"
          className="inline-flex min-h-6 w-fit items-center gap-1 rounded-control text-accent hover:underline"
        >
          <Trans>More about it</Trans>
          <Icon name="external" size={12} />
        </a>
      )}
    </div>
  )
}

/** Backticks stand around what is typed as it is. */
function WithCode({ text }: { readonly text: string }) {
  return text.split('`').map((part, index) =>
    index % 2 === 0 ? (
      part
    ) : (
      <code key={index} className="code rounded-mark bg-code px-0.5 break-words">
        {part}
      </code>
    ),
  )
}
