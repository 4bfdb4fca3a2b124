import { Trans, useLingui } from '@lingui/react/macro'
import type { ReactNode } from 'react'
import { Badge } from '#ui/data/badge.tsx'
import { cx } from '#ui/base/class-names.ts'
import { LongText } from '#ui/data/long-text.tsx'
import type { ChainLink } from './exception-chain.ts'
import { FrameList } from './frame-list.tsx'
import { FramesToggle } from './frames-toggle.tsx'
import { MapNote } from './map-note.tsx'
import { looksMinified, type Exception } from './frame-runs.ts'
import { mapSummary } from './map-summary.ts'
import { useOpen } from '#features/issues/detail/open-state.ts'
import { i18n, type MessageDescriptor } from '@lingui/core'
import { msg } from '@lingui/core/macro'

/** What is the same for every stack of an event. */
export interface FramesShown {
  readonly platform: string
  readonly release: string | null
  readonly mode: 'app' | 'full'
  readonly newestFirst: boolean
  readonly built: boolean
}

interface Props {
  readonly link: ChainLink
  readonly alone: boolean
  /** Already shown above, so not repeated here. */
  readonly title: string
  readonly how: FramesShown
  readonly openAtFirst: boolean
}

/** One error of the chain: how it belongs to the one above it, what it says, and its frames. */
export function ExceptionBlock({ link, alone, title, how, openAtFirst }: Props) {
  const { t } = useLingui()
  const { exception, index, depth, relation } = link
  const [open, setOpen] = useOpen(`exception ${index}`, openAtFirst)
  const shown = alone || open
  const name = exception.type ?? (exception.mechanism?.synthetic === true ? t`Message` : t`Error`)
  return (
    <div
      className={cx('min-w-0 border-t border-line first:border-t-0', depth > 0 && 'border-s-2 border-s-line')}
      style={{ marginInlineStart: `${Math.min(depth, 4) * 16}px` }}
    >
      <div className="grid gap-0.5 px-3 py-2">
        <div className="flex flex-wrap items-center gap-x-2 gap-y-1">
          {relation !== 'thrown' && <Relation link={link} />}
          <h3 className="min-w-0 font-bold break-words">{name}</h3>
          <Handling link={link} />
          <span className="flex-1" />
          {!alone && <FramesToggle name={name} open={open} onToggle={setOpen} />}
        </div>
        <Value value={exception.value ?? ''} said={alone && title === `${name}: ${exception.value}`} />
      </div>
      {shown && (
        <div className="border-t border-line">
          <Frames link={link} how={how} />
        </div>
      )}
    </div>
  )
}

function Value({ value, said }: { readonly value: string; readonly said: boolean }) {
  return value === '' || said ? null : <LongText text={value} className="text-muted" />
}

function Relation({ link }: { readonly link: ChainLink }) {
  const { number, of, relation } = link
  return (
    <span className="text-meta text-subtle">
      {relation === 'cause' ? <Trans>Caused by</Trans> : <Trans>{`${number} of ${of} in the group`}</Trans>}
    </span>
  )
}

/** Only what reached the reporter says how; its causes came along. */
function Handling({ link: { exception, relation } }: { readonly link: ChainLink }) {
  if (relation !== 'thrown' || exception.mechanism === null) return null
  const { handled } = exception.mechanism
  const words = mechanismWords(exception.mechanism)
  return (
    <>
      {handled === false && (
        <Badge tone="error">
          <Trans>Unhandled</Trans>
        </Badge>
      )}
      {handled === true && (
        <Badge>
          <Trans>Handled</Trans>
        </Badge>
      )}
      {words !== undefined && (
        <span className="text-meta text-subtle" title={exception.mechanism.type}>
          {words}
        </span>
      )}
    </>
  )
}

function Frames({ link, how }: Pick<Props, 'link' | 'how'>) {
  const { exception, index, relation } = link
  const { frames } = exception
  if (frames.length === 0) {
    return (
      <p className="px-3 py-2 text-subtle">
        <Trans>No stack trace was sent with it.</Trans>
      </p>
    )
  }
  const minified = mapSummary(frames) === undefined && frames.some((one) => one.inApp && looksMinified(one))
  return (
    <>
      <MapNote frames={frames} />
      <FrameList {...how} frames={frames} name={String(index)} readAtFirst={relation === 'thrown'} />
      {exception.mechanism?.synthetic === true && (
        <FramesNote>
          <Trans>The stack shows where it was reported, not where it was thrown.</Trans>
        </FramesNote>
      )}
      {minified && (
        <FramesNote>
          <Trans>No source map. Names and lines are from the built files.</Trans>
        </FramesNote>
      )}
    </>
  )
}

function FramesNote({ children }: { readonly children: ReactNode }) {
  return <p className="border-t border-line px-3 py-1.5 text-meta text-subtle">{children}</p>
}

/** The mechanisms SDKs name, old and new spelling, first match wins. */
const WORDS: ReadonlyArray<readonly [RegExp, MessageDescriptor]> = [
  [/unhandledrejection/i, msg`Unhandled promise rejection.`],
  [/uncaughtexception/i, msg`Uncaught exception that ended the process.`],
  [/error_?boundary|componentdidcatch|captureReactException/i, msg`Caught by a React error boundary.`],
  [/react/i, msg`Caught by React while rendering.`],
  [/(?:^|\.)onerror$/i, msg`Uncaught exception.`],
  [/console/i, msg`Logged to the console.`],
  [
    /browserapierrors|instrument|setTimeout|addEventListener|requestAnimationFrame/i,
    msg`Thrown in a browser callback.`,
  ],
  [/https?_?client|http\.client/i, msg`A request returned an error.`],
  [/middleware|express|fastify|koa|hono|http|route|request/i, msg`Thrown while handling a request.`],
]

/** How the error came to be reported, in a sentence; undefined where the sender says nothing. */
export function mechanismWords(mechanism: Exception['mechanism']): string | undefined {
  if (mechanism === null || mechanism.type === 'chained') return undefined
  const known = WORDS.find(([pattern]) => pattern.test(mechanism.type))
  if (known !== undefined) return i18n._(known[1])
  if (mechanism.handled === true) return i18n._(msg`Caught and reported by the app.`)
  return mechanism.handled === false ? i18n._(msg`Not caught.`) : undefined
}
