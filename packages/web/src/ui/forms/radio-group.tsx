import { useId } from 'react'

interface Props<Id extends string> {
  readonly legend: string
  /** False: the legend is for screen readers only, because a heading beside it says the same. */
  readonly showLegend?: boolean
  readonly choices: ReadonlyArray<{ readonly id: Id; readonly name: string }>
  readonly chosen: Id
  readonly onChoose: (id: Id) => void
}

/** A few choices side by side; one tab stop, arrows move. */
export function RadioGroup<Id extends string>(props: Props<Id>) {
  const { legend, showLegend = true, choices, chosen, onChoose } = props
  const name = useId()
  return (
    <fieldset>
      <legend className={showLegend ? 'mb-1 font-strong' : 'sr-only'}>{legend}</legend>
      <div className="inline-flex flex-wrap overflow-hidden rounded-control border border-line-strong bg-surface">
        {choices.map((choice) => (
          <label
            key={choice.id}
            className="flex min-h-7 items-center gap-2 px-3 hover:bg-hover has-checked:bg-selected has-checked:font-strong has-focus-visible:outline-2 has-focus-visible:-outline-offset-2 has-focus-visible:outline-focus"
          >
            <input
              type="radio"
              className="accent-accent outline-none"
              name={name}
              value={choice.id}
              checked={choice.id === chosen}
              onChange={() => onChoose(choice.id)}
            />
            {choice.name}
          </label>
        ))}
      </div>
    </fieldset>
  )
}
