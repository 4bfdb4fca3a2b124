import { Trans, useLingui } from '@lingui/react/macro'
import { lazy, Suspense } from 'react'
import { grammarOf } from '#lib/browser/highlight.ts'
import { CodeFrame } from '#ui/data/code-frame.tsx'
import { KeyValues } from '#ui/data/key-values.tsx'
import { placeOf, type Frame } from './frame-runs.ts'
import { isMapped, isUnmapped } from './map-summary.ts'

const FrameDoctor = lazy(() =>
  import('./frame-map-help.tsx').then(({ FrameDoctor: component }) => ({ default: component })),
)

interface Props {
  /** As it is shown. */
  readonly frame: Frame
  readonly sent: Frame
  readonly built: boolean
  readonly platform: string
  readonly release: string | null
}

/** Whether there is more to a frame than its name and place. */
export function hasBody(frame: Frame, sent: Frame): boolean {
  return (
    frame.contextLine !== null ||
    isMapped(sent) ||
    isUnmapped(sent) ||
    (frame.vars !== null && Object.keys(frame.vars).length > 0)
  )
}

export function FrameBody({ frame, sent, built, platform, release }: Props) {
  const { t } = useLingui()
  const file = frame.filename ?? frame.absPath ?? ''
  const place = placeOf(frame)
  return (
    <>
      {frame.contextLine !== null && (
        <div className="border-t border-line">
          <CodeFrame
            lines={[...frame.preContext, frame.contextLine, ...frame.postContext]}
            from={frame.line === null ? undefined : frame.line - frame.preContext.length}
            hit={frame.preContext.length}
            grammar={grammarOf(file, platform)}
            label={t`Source around ${place}`}
          />
        </div>
      )}
      {frame.vars !== null && Object.keys(frame.vars).length > 0 && (
        <div className="grid gap-1 border-t border-line px-3 py-2 ps-8">
          <h4 className="text-meta font-strong text-muted">
            <Trans>Variables</Trans>
          </h4>
          <KeyValues entries={Object.entries(frame.vars)} />
        </div>
      )}
      {isMapped(sent) && <OtherPlace sent={sent} built={built} />}
      {isUnmapped(sent) && (
        <Suspense>
          <FrameDoctor map={sent.map!} release={release} />
        </Suspense>
      )}
    </>
  )
}

/** The position of the frame in the other code: built or original. */
function OtherPlace({ sent, built }: Pick<Props, 'sent' | 'built'>) {
  const original = sent.original!
  const sentPlace = [sent.absPath ?? sent.filename, sent.line, sent.column].filter(Boolean).join(':')
  const place = built ? `${original.filename}:${original.line}:${original.column}` : sentPlace
  const name = (built ? original.function : sent.function) ?? ''
  return (
    <p className="flex flex-wrap items-baseline gap-x-2 border-t border-line px-3 py-1.5 ps-8 text-meta text-subtle">
      <span className="shrink-0">{built ? <Trans>Original</Trans> : <Trans>Built</Trans>}</span>
      <span className="code min-w-0 break-all">{name === '' ? place : `${name} (${place})`}</span>
      {!built && original.contextLine === null && (
        <span>
          <Trans>The source map has the position, but not the source code.</Trans>
        </span>
      )}
    </p>
  )
}
