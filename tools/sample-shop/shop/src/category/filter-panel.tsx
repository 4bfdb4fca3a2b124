import { optionsOf, type Facet } from './options'

interface Props {
  readonly facet: Facet
  readonly chosen: ReadonlySet<string>
}

export function FilterPanel({ facet, chosen }: Props) {
  const options = optionsOf(facet)
  return (
    <fieldset>
      <legend>{facet.name}</legend>
      {options.map(({ value, label }) => (
        <input key={value} type="checkbox" aria-label={label} defaultChecked={chosen.has(value)} />
      ))}
    </fieldset>
  )
}
