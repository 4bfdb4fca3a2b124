import { Trans, useLingui } from '@lingui/react/macro'
import type { ReactNode } from 'react'
import { fixWords, nearestWords } from '#product/source-maps/map-advice.ts'
import { fetchWords } from './fetch-words.ts'
import type { Frame } from './frame-runs.ts'

type FrameMap = NonNullable<Frame['map']>
type Looked = FrameMap['looked'][number]

interface Props {
  readonly map: FrameMap
  readonly release: string | null
}

/** Why a frame has no map: what was looked for, what was found, what almost fits, and what to do. */
export function FrameDoctor({ map, release }: Props) {
  const { t } = useLingui()
  const { looked, nearest, fix } = map
  return (
    <section
      className="grid gap-1.5 border-t border-line bg-sunken px-3 py-2 ps-8"
      aria-label={t`Source map of this frame`}
    >
      <p className="font-strong">
        <Verdict state={map.state} />
      </p>
      <dl className="grid min-w-0 grid-cols-[5.5rem_minmax(0,1fr)] gap-x-3 gap-y-1 max-phone:grid-cols-1 max-phone:gap-y-0">
        <Entry name={t`Looked for`}>
          <ol className="grid gap-0.5">
            {!looked.some(({ by }) => by === 'debug_id') && (
              <li className="text-muted">
                <Trans>Debug ID: the script has none.</Trans>
              </li>
            )}
            {looked.map((step, index) => (
              <LookedStep key={index} step={step} release={release} />
            ))}
            {release === null && (
              <li className="text-muted">
                <Trans>Release: the event has none, so files can’t be found by URL.</Trans>
              </li>
            )}
          </ol>
        </Entry>
        {nearest !== null && <Entry name={t`Closest match`}>{nearestWords(map)}</Entry>}
        {map.fetch !== null && <Entry name={t`From your site`}>{fetchWords(map.fetch)}</Entry>}
        {fix !== null && (
          <Entry name={t`Fix`}>
            <span className="font-strong">{fixWords(map)}</span>
          </Entry>
        )}
      </dl>
    </section>
  )
}

function Verdict({ state }: Pick<FrameMap, 'state'>) {
  if (state === 'no_debug_id') return <Trans>No debug ID or release to find the source map by.</Trans>
  if (state === 'no_position') return <Trans>The source map has no entry for this position.</Trans>
  if (state === 'broken_map') return <Trans>The source map can’t be read.</Trans>
  return <Trans>Source map not found.</Trans>
}

function Entry({ name, children }: { readonly name: string; readonly children: ReactNode }) {
  return (
    <div className="contents">
      <dt className="text-subtle max-phone:mt-1">{name}</dt>
      <dd className="min-w-0 break-words">{children}</dd>
    </div>
  )
}

function LookedStep({ step, release }: { readonly step: Looked; readonly release: string | null }) {
  const { by, value, dist } = step
  return (
    <li>
      <span className="text-muted">
        {by === 'debug_id' && <Trans>Debug ID</Trans>}
        {by === 'url' && <Trans>Address</Trans>}
        {by === 'fetch' && <Trans>Fetched from</Trans>}
      </span>{' '}
      <code className="code break-all">{value}</code>{' '}
      {by === 'url' && (
        <span className="text-muted">
          {dist === null ? (
            <Trans>in release {release}, without dist</Trans>
          ) : (
            <Trans>
              in release {release}, dist {dist}
            </Trans>
          )}
        </span>
      )}{' '}
      <Found found={step.found} />
    </li>
  )
}

function Found({ found }: Pick<Looked, 'found'>) {
  if (found === 'nothing')
    return (
      <span className="whitespace-nowrap text-error">
        <Trans>✕ nothing found</Trans>
      </span>
    )
  if (found === 'script')
    return (
      <span className="whitespace-nowrap text-warning">
        <Trans>◐ script without source map</Trans>
      </span>
    )
  return (
    <span className="whitespace-nowrap text-success">
      <Trans>✓ source map found</Trans>
    </span>
  )
}
