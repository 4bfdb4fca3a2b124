import type { EventView } from '@hindcast/contract/event-view.ts'
import { frameRuns, placeOf, type Frame, type FrameRun } from './frame-runs.ts'

type Exception = EventView['exceptions'][number]

/** What was thrown first, then its causes, as a person would tell it. */
export function Exceptions({ event }: { readonly event: EventView }) {
  if (event.exceptions.length === 0) {
    return (
      <section className="panel">
        <header>
          <h2>Message</h2>
        </header>
        <pre className="message">{event.message?.formatted ?? event.title}</pre>
      </section>
    )
  }
  return event.exceptions.toReversed().map((exception, index) => (
    <section className="panel" key={index}>
      <header>
        <h2>
          {index > 0 && <span className="muted">Caused by </span>}
          {exception.type ?? 'Error'}
        </h2>
        {exception.mechanism?.handled === false && (
          <span className="chip" data-tone="error">
            unhandled
          </span>
        )}
        <p className="value">{exception.value ?? ''}</p>
      </header>
      <Stack exception={exception} />
    </section>
  ))
}

function Stack({ exception }: { readonly exception: Exception }) {
  if (exception.frames.length === 0)
    return <p className="no-stack subtle">The SDK sent no stack trace with it.</p>
  const runs = frameRuns(exception.frames)
  const foldable = runs.some((run) => run.inApp)
  return (
    <ol className="frames">
      {runs.map((run, index) => (
        <Run key={index} run={run} foldable={foldable} first={index === 0} />
      ))}
    </ol>
  )
}

function Run({
  run,
  foldable,
  first,
}: {
  readonly run: FrameRun
  readonly foldable: boolean
  readonly first: boolean
}) {
  if (!run.inApp && foldable) {
    return (
      <li>
        <details>
          <summary>
            {run.frames.length === 1 ? '1 library frame' : `${run.frames.length} library frames`}
          </summary>
          <ol>
            {run.frames.map((frame, index) => (
              <FrameView key={index} frame={frame} open={false} />
            ))}
          </ol>
        </details>
      </li>
    )
  }
  return run.frames.map((frame, index) => <FrameView key={index} frame={frame} open={first && index === 0} />)
}

function FrameView({ frame, open }: { readonly frame: Frame; readonly open: boolean }) {
  const head = (
    <>
      <b>{frame.function ?? '(anonymous)'}</b> <span className="mono muted">{placeOf(frame)}</span>
    </>
  )
  if (frame.contextLine === null) return <li className="frame-head">{head}</li>
  return (
    <li>
      <details open={open}>
        <summary>{head}</summary>
        <Source frame={frame} />
      </details>
    </li>
  )
}

function Source({ frame }: { readonly frame: Frame }) {
  const start = frame.line === null ? undefined : frame.line - frame.preContext.length
  const lines = [...frame.preContext, frame.contextLine ?? '', ...frame.postContext]
  return (
    <pre className="source" tabIndex={0} aria-label="Source">
      {lines.map((text, index) => (
        <span key={index} data-hit={index === frame.preContext.length}>
          <i>{start === undefined ? '' : start + index}</i>
          {text}
          {'\n'}
        </span>
      ))}
    </pre>
  )
}
