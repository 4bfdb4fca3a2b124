import { Trans, useLingui } from '@lingui/react/macro'
import type { ReactNode } from 'react'

/** What a person may have in hand when they come here, and what it looks like. */
export function LookupHelp() {
  const { t } = useLingui()
  return (
    <section className="grid gap-3">
      <h2 className="text-form font-bold">
        <Trans>What you can paste</Trans>
      </h2>
      <dl className="grid gap-3">
        <Example
          name={t`A digest`}
          sample={'Application error: a server-side exception has occurred\nDigest: 1234567'}
        >
          <Trans>
            Next.js shows it to users instead of the error. Paste the number or the whole sentence; newer
            versions write “ERROR 1234567”.
          </Trans>
        </Example>
        <Example name={t`An event ID`} sample="fc6d8c0c43fc4630ad850ee518f1b9d0">
          <Trans>Returned by every SDK and shown in crash dialogs. Dashes and case don’t matter.</Trans>
        </Example>
        <Example name={t`A trace ID`} sample="0af7651916cd43dd8448eb211c80319c">
          <Trans>Sent to your servers with every request and often in their logs.</Trans>
        </Example>
        <Example name={t`A replay ID`} sample="b5d1c0a77e8f4c2f9d3e6a1b2c3d4e5f">
          <Trans>Finds the errors that happened while the session was recorded.</Trans>
        </Example>
        <Example name={t`A short ID`} sample="WEB-1A">
          <Trans>The name of an issue in chats, commits and branches. The number alone also works.</Trans>
        </Example>
        <Example name={t`A DSN or a public key`} sample="https://7d3f…@errors.example.com/4">
          <Trans>Identifies the project an app sends to.</Trans>
        </Example>
        <Example name={t`A link`} sample="https://main.sentry.io/issues/WEB-1A/">
          <Trans>A Hindcast or Sentry URL.</Trans>
        </Example>
      </dl>
    </section>
  )
}

function Example(props: { readonly name: string; readonly sample: string; readonly children: ReactNode }) {
  return (
    <div className="grid gap-x-6 gap-y-1 pane:grid-cols-[160px_minmax(0,1fr)]">
      <dt className="font-strong">{props.name}</dt>
      <dd className="grid min-w-0 justify-items-start gap-1">
        <code className="code rounded-control bg-code px-2 py-1 break-words whitespace-pre-wrap ring-1 ring-line">
          {props.sample}
        </code>
        <span className="max-w-prose text-muted">{props.children}</span>
      </dd>
    </div>
  )
}
