import { useLingui } from '@lingui/react/macro'
import { Icon } from '#ui/base/icon.tsx'
import { Select } from '#ui/forms/select.tsx'

export interface Choice {
  readonly id: string
  readonly name: string
}

interface Props {
  /** What is chosen here. */
  readonly label: string
  readonly choices: ReadonlyArray<{ readonly name: string; readonly of: readonly Choice[] }>
  readonly chosen: readonly Choice[]
  /** What it means that nothing is chosen. */
  readonly none: string
  readonly add: string
  readonly onChange: (ids: string[]) => void
}

/** Any number of things in the middle of a sentence: those that are chosen, and a way to choose another. */
export function Chosen({ label, choices, chosen, none, add, onChange }: Props) {
  const { t } = useLingui()
  const ids = chosen.map(({ id }) => id)
  const left = choices.map(({ name, of }) => ({ name, of: of.filter(({ id }) => !ids.includes(id)) }))
  return (
    <span role="group" aria-label={label} className="inline-flex min-w-0 flex-wrap items-center gap-1.5">
      {chosen.map(({ id, name }) => (
        <span
          key={id}
          className="inline-flex min-h-7 max-w-full min-w-0 items-center rounded-control bg-selected ps-2 font-strong"
        >
          <span className="min-w-0 truncate">{name}</span>
          <button
            type="button"
            className="grid size-7 shrink-0 place-items-center rounded-control text-muted hover:text-fg"
            aria-label={t`Remove ${name}`}
            title={t`Remove ${name}`}
            onClick={() => onChange(ids.filter((other) => other !== id))}
          >
            <Icon name="close" size={12} />
          </button>
        </span>
      ))}
      <Select
        label={chosen.length === 0 ? label : add}
        value=""
        className={chosen.length === 0 ? 'font-strong' : 'text-muted'}
        onChange={({ target }) => onChange([...ids, target.value])}
      >
        <option value="">{chosen.length === 0 ? none : add}</option>
        {left
          .filter(({ of }) => of.length > 0)
          .map(({ name, of }) => (
            <optgroup key={name} label={name}>
              {of.map((choice) => (
                <option key={choice.id} value={choice.id}>
                  {choice.name}
                </option>
              ))}
            </optgroup>
          ))}
      </Select>
    </span>
  )
}
