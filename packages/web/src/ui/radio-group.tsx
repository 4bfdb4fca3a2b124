import { useId } from 'react'

interface Props<Id extends string> {
  readonly legend: string
  readonly choices: ReadonlyArray<{ readonly id: Id; readonly name: string }>
  readonly chosen: Id
  readonly onChoose: (id: Id) => void
}

export function RadioGroup<Id extends string>({ legend, choices, chosen, onChoose }: Props<Id>) {
  const name = useId()
  return (
    <fieldset className="radio-group">
      <legend>{legend}</legend>
      <div>
        {choices.map((choice) => (
          <label key={choice.id}>
            <input
              type="radio"
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
