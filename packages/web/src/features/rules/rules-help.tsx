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
            What the event says. A star stands for anything, a question mark for one character; put what has
            spaces into quotation marks, and ! in front for the opposite.
          </Trans>
        </Term>
        <Term name="frame.file: frame.function: frame.module:">
          <Trans>One frame of the stack, by its source where there is a map.</Trans>
        </Term>
        <Term name="-> fingerprint …">
          <Trans>
            Events with the same words are one issue; the first rule that matches decides.{' '}
            <code className="code">{DEFAULT}</code> stands for what they would have been grouped by, and{' '}
            <code className="code">{OTHERS}</code> for what they say.
          </Trans>
        </Term>
        <Term name="-> in app · -> not in app · -> ignore frame">
          <Trans>Which frames take part in grouping; of two rules about a frame the later one decides.</Trans>
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
