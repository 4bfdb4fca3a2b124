import { useId, useRef, type KeyboardEvent, type ReactNode } from 'react'

export interface Tab<Id extends string> {
  readonly id: Id
  readonly name: string
}

interface Props<Id extends string> {
  readonly label: string
  readonly tabs: readonly Tab<Id>[]
  readonly chosen: Id
  readonly onChoose: (id: Id) => void
  readonly children: ReactNode
}

/** One tab stop; arrows, Home and End move the choice. */
export function Tabs<Id extends string>({ label, tabs, chosen, onChoose, children }: Props<Id>) {
  const base = useId()
  const list = useRef<HTMLDivElement>(null)
  const move = (event: KeyboardEvent) => {
    const at = tabs.findIndex((tab) => tab.id === chosen)
    const to = { ArrowRight: at + 1, ArrowLeft: at - 1, Home: 0, End: tabs.length - 1 }[event.key]
    if (to === undefined) return
    event.preventDefault()
    const index = (to + tabs.length) % tabs.length
    onChoose(tabs[index]!.id)
    list.current?.querySelectorAll('button')[index]?.focus()
  }
  return (
    <div>
      <div
        className="flex flex-wrap gap-x-1 border-b border-line"
        role="tablist"
        aria-label={label}
        ref={list}
        onKeyDown={move}
      >
        {tabs.map((tab) => (
          <button
            key={tab.id}
            type="button"
            role="tab"
            className="-mb-px min-h-8 border-b-2 border-transparent px-2.5 text-muted hover:text-fg aria-selected:border-accent aria-selected:font-strong aria-selected:text-fg"
            id={`${base}-${tab.id}`}
            aria-selected={tab.id === chosen}
            aria-controls={`${base}-panel`}
            tabIndex={tab.id === chosen ? 0 : -1}
            onClick={() => onChoose(tab.id)}
          >
            {tab.name}
          </button>
        ))}
      </div>
      <div role="tabpanel" id={`${base}-panel`} aria-labelledby={`${base}-${chosen}`}>
        {children}
      </div>
    </div>
  )
}
