interface Props<Id extends string> {
  readonly label: string
  readonly choices: ReadonlyArray<{ readonly id: Id; readonly name: string }>
  readonly chosen: Id
  readonly onChoose: (id: Id) => void
}

/** A few ways to look at the same thing, side by side, for tool lines where a legend has no room. */
export function Segmented<Id extends string>({ label, choices, chosen, onChoose }: Props<Id>) {
  return (
    <div
      className="inline-flex overflow-hidden rounded-control border border-line-strong"
      role="group"
      aria-label={label}
    >
      {choices.map(({ id, name }) => (
        <button
          key={id}
          type="button"
          className="min-h-6.5 border-s border-line px-2 whitespace-nowrap text-muted first:border-s-0 hover:bg-hover hover:text-fg focus-visible:-outline-offset-2 aria-pressed:bg-selected aria-pressed:font-strong aria-pressed:text-fg"
          aria-pressed={id === chosen}
          onClick={() => onChoose(id)}
        >
          {name}
        </button>
      ))}
    </div>
  )
}
