import type { SharedFrame, SharedIssue } from '@hindcast/contract/issues/shares.ts'
import { Trans, useLingui } from '@lingui/react/macro'

/** What was thrown first, and of its stack the newest frame first: as everywhere in Hindcast. */
export function SharedStack({ exceptions }: Pick<SharedIssue, 'exceptions'>) {
  if (exceptions.length === 0) return null
  return (
    <section className="grid gap-4" aria-labelledby="stack-title">
      <h2 id="stack-title" className="text-section font-bold">
        <Trans>Stack trace</Trans>
      </h2>
      {exceptions.toReversed().map(({ type, value, frames }, index) => (
        // oxlint-disable-next-line react/no-array-index-key -- they have no name, and never change places
        <div key={index} className="overflow-hidden rounded-panel border border-line bg-surface">
          <p className="border-b border-line px-3 py-2 break-words">
            <b className="font-strong">{type}</b> {value}
          </p>
          <Frames frames={frames} />
        </div>
      ))}
    </section>
  )
}

function Frames({ frames }: { readonly frames: readonly SharedFrame[] }) {
  const { t } = useLingui()
  const newest = frames.toReversed()
  const opened = newest.findIndex(({ inApp, contextLine }) => inApp && contextLine !== null)
  return (
    <ol aria-label={t`Frames`} className="divide-y divide-line">
      {newest.map((frame, index) => (
        // oxlint-disable-next-line react/no-array-index-key -- a frame can be there twice
        <li key={index} className={frame.inApp ? '' : 'text-muted'}>
          <Frame frame={frame} isOpen={index === opened} />
        </li>
      ))}
    </ol>
  )
}

function Frame({ frame, isOpen }: { readonly frame: SharedFrame; readonly isOpen: boolean }) {
  const { filename, line, column } = frame
  const place = [filename ?? '?', line, column].filter((part) => part !== null).join(':')
  const head = (
    <>
      <span className="code min-w-0 font-strong break-all">{frame.function ?? '?'}</span>{' '}
      <span className="code min-w-0 break-all text-subtle">{place}</span>
    </>
  )
  if (frame.contextLine === null) return <div className="px-3 py-1.5">{head}</div>
  const first = (line ?? 1) - frame.preContext.length
  const lines = [...frame.preContext, frame.contextLine, ...frame.postContext]
  return (
    <details open={isOpen}>
      <summary className="cursor-pointer px-3 py-1.5 hover:bg-hover">{head}</summary>
      {/* oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- wider than the window, it is scrolled by keys */}
      <pre tabIndex={0} className="code overflow-x-auto border-t border-line bg-code py-1">
        {lines.map((text, index) => (
          <span
            key={first + index}
            className={`block px-3 ${index === frame.preContext.length ? 'bg-hit font-strong' : ''}`}
          >
            <span className="inline-block w-10 pe-3 text-end text-subtle select-none">{first + index}</span>
            {text}
          </span>
        ))}
      </pre>
    </details>
  )
}
