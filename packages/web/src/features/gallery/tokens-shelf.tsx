import { Specimen, State } from './specimen.tsx'

const SURFACES = [
  'bg-canvas',
  'bg-surface',
  'bg-sunken',
  'bg-hover',
  'bg-selected',
  'bg-code',
  'bg-hit',
] as const
const TEXTS = ['text-fg', 'text-muted', 'text-subtle', 'text-accent'] as const
const LEVELS = [
  ['fatal', 'text-fatal bg-tint-fatal', 'bg-mark-fatal'],
  ['error', 'text-error bg-tint-error', 'bg-mark-error'],
  ['warning', 'text-warning bg-tint-warning', 'bg-mark-warning'],
  ['info', 'text-info bg-tint-info', 'bg-mark-info'],
  ['debug', 'text-debug bg-tint-debug', 'bg-mark-debug'],
  ['success', 'text-success bg-tint-success', 'bg-mark-success'],
] as const
const SIZES = [
  ['text-axis', '11 / 16, axes and key caps only'],
  ['text-meta', '12 / 16, what stands beside the thing itself'],
  ['text-body', '13 / 18, almost everything'],
  ['text-form', '14 / 20, fields and panel titles'],
  ['text-section', '16 / 22, the title of a screen'],
  ['text-page', '20 / 28, a page that stands alone'],
  ['text-headline', '28 / 34, a number to be seen from afar'],
] as const

/** Colours, sizes, weights and corners: everything else is made of these. */
export function TokensShelf() {
  return (
    <>
      <Specimen name="Surfaces" note="Quiet and neutral; lines instead of shadows.">
        {SURFACES.map((name) => (
          <State key={name} name={name.slice(3)}>
            <span className={`block h-10 w-16 rounded-control border border-line ${name}`} />
          </State>
        ))}
      </Specimen>
      <Specimen name="Text" note="All of them readable on every surface above.">
        {TEXTS.map((name) => (
          <State key={name} name={name.slice(5)}>
            <span className={name}>Regressed in 4.2.1</span>
          </State>
        ))}
        <State name="code">
          <span className="code">priceOf(src/cart/price.ts:31)</span>
        </State>
      </Specimen>
      <Specimen name="Levels" note="Text on its tint; beside it the mark, which never carries text.">
        {LEVELS.map(([name, text, mark]) => (
          <State key={name} name={name}>
            <span className="flex items-center gap-2">
              <span className={`rounded-mark px-1.5 font-strong ${text}`}>{name}</span>
              <span className={`size-4 rounded-mark ${mark}`} />
            </span>
          </State>
        ))}
      </Specimen>
      <Specimen name="Type">
        {SIZES.map(([name, about]) => (
          <State key={name} name={`${name.slice(5)} · ${about}`} wide>
            <p className={name}>An error is a letter from the user who could not write one. 0123456789</p>
          </State>
        ))}
        <State name="weights" wide>
          <p>
            <span className="font-normal">Normal 400</span> · <span className="font-strong">strong 550</span>{' '}
            · <span className="font-bold">bold 650</span>
          </p>
        </State>
      </Specimen>
      <Specimen name="Corners">
        {(
          ['rounded-mark', 'rounded-control', 'rounded-panel', 'rounded-dialog', 'rounded-full'] as const
        ).map((name) => (
          <State key={name} name={name.slice(8)}>
            <span className={`block size-10 border border-line-strong ${name}`} />
          </State>
        ))}
      </Specimen>
    </>
  )
}
