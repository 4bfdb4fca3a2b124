import type { SetupProblem } from '@hindcast/contract/overview/overview.ts'
import { Trans } from '@lingui/react/macro'
import type { ReactNode } from 'react'
import { DigestLines } from '#product/lookup/digest-lines.tsx'
import { CodeFile } from '#ui/forms/code-file.tsx'

const SERVER_FILE = 'instrumentation.js'
const FILES = {
  server: SERVER_FILE,
  browser: 'instrumentation-client.js',
  both: `${SERVER_FILE}, instrumentation-client.js`,
} as const

const HOOK = [
  `import * as Sentry from '@sentry/nextjs'`,
  ``,
  `export const onRequestError = Sentry.captureRequestError`,
  ``,
].join('\n')
const added = (option: string) => `Sentry.init({\n  // …\n  ${option},\n})\n`
const TRACES = added('tracesSampleRate: 0.1')

export function ServerErrorsFix({ whole }: { readonly whole: ReactNode }) {
  return (
    <Fix
      todo={
        <Trans>
          Export <span className="code">onRequestError</span>, and call{' '}
          <span className="code">Sentry.init</span> in <span className="code">register()</span>.
        </Trans>
      }
      whole={whole}
    >
      <CodeFile name={SERVER_FILE} text={HOOK} />
    </Fix>
  )
}

type Side = Extract<SetupProblem, { readonly kind: 'no_digests' }>['side']

export function DigestsFix({ side }: { readonly side: Side }) {
  return (
    <Fix
      todo={
        <Trans>
          Add the integration of <span className="code">@hindcast/next</span> to{' '}
          <span className="code">Sentry.init</span>.
        </Trans>
      }
    >
      <DigestLines file={FILES[side]} />
    </Fix>
  )
}

export function TracesFix() {
  return (
    <Fix
      todo={
        <Trans>
          Set <span className="code">tracesSampleRate</span>, the share of page loads and requests that are
          traced.
        </Trans>
      }
    >
      <CodeFile name={FILES.both} text={TRACES} />
    </Fix>
  )
}

interface FixProps {
  readonly todo: ReactNode
  /** The way to more than these lines. */
  readonly whole?: ReactNode
  readonly children: ReactNode
}

/** The lines are folded: three problems with theirs would be longer than the rest of the page. */
function Fix({ todo, whole, children }: FixProps) {
  return (
    <div className="grid w-full max-w-160 min-w-0 gap-0.5">
      <p className="text-muted">{todo}</p>
      {whole}
      <details>
        <summary className="w-fit rounded-control py-1 text-meta text-muted hover:text-fg">
          <Trans>Show the lines to add</Trans>
        </summary>
        <div className="grid min-w-0 gap-2 pt-1 pb-1">{children}</div>
      </details>
    </div>
  )
}
