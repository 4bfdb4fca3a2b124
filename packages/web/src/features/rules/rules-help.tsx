import { Trans } from '@lingui/react/macro'
import type { ReactNode } from 'react'

const EXAMPLES = [
  'type:TypeError message:"*timeout*" -> fingerprint payment-timeout {{ default }}',
  'frame.file:**/vendor/** -> not in app',
  'frame.file:**/node_modules/@acme/** -> in app',
  'frame.function:wrap* -> ignore frame',
] as const

/** Braces mean something to messages too. */
const DEFAULT = '{{ default }}'
const OTHERS = '{{ type }} {{ message }} {{ transaction }} {{ level }}'

/** How rules are written, for who writes the first one. */
export function RulesHelp() {
  return (
    <section aria-labelledby="rules-help" className="grid gap-2 text-muted">
      <h2 id="rules-help" className="text-form font-bold text-fg">
        <Trans>Rule syntax</Trans>
      </h2>
      <p>
        <Trans>One rule per line: conditions, an arrow, and an action. Comments start with #.</Trans>
      </p>
      <pre className="code whitespace-pre-wrap break-words rounded-control border border-line bg-code p-3 text-fg">
        {EXAMPLES.join('\n')}
      </pre>
      <dl className="grid gap-1.5">
        <Term
          name={
            <>
              type: message: level: logger: transaction: release: environment: platform: tags.<i>name</i>:
            </>
          }
        >
          <Trans>
            Properties of the event. * matches anything, ? one character. Put values with spaces in quotation
            marks, and ! in front to negate.
          </Trans>
        </Term>
        <Term name="frame.file: frame.function: frame.module:">
          <Trans>One frame of the stack, by its original source if there is a source map.</Trans>
        </Term>
        <Term name="-> fingerprint …">
          <Trans>
            Events with the same fingerprint form one issue. The first matching rule wins.{' '}
            <code className="code">{DEFAULT}</code> stands for the default grouping,{' '}
            <code className="code">{OTHERS}</code> for values of the event.
          </Trans>
        </Term>
        <Term name="-> in app · -> not in app · -> ignore frame">
          <Trans>Which frames are used for grouping. If two rules match a frame, the later one wins.</Trans>
        </Term>
      </dl>
    </section>
  )
}

function Term({ name, children }: { readonly name: ReactNode; readonly children: ReactNode }) {
  return (
    <div className="grid gap-0.5">
      <dt className="code text-fg">{name}</dt>
      <dd>{children}</dd>
    </div>
  )
}
