import { createContext, useContext, type ReactNode } from 'react'

/** Every specimen is on show once per theme. */
export const ThemeOnShow = createContext<'light' | 'dark'>('light')

interface Props {
  readonly name: string
  /** What it is for, and what cannot be shown standing still. */
  readonly note?: ReactNode
  readonly children: ReactNode
}

/** One component, with its states in a row. */
export function Specimen({ name, note, children }: Props) {
  const theme = useContext(ThemeOnShow)
  return (
    <article
      aria-label={`${name}, ${theme}`}
      className="grid gap-3 border-b border-line py-4 last:border-b-0"
    >
      <header className="grid gap-0.5">
        <h3 className="font-strong">{name}</h3>
        {note !== undefined && <p className="max-w-prose text-meta text-subtle">{note}</p>}
      </header>
      <div className="flex flex-wrap items-start gap-x-6 gap-y-4">{children}</div>
    </article>
  )
}

interface StateProps {
  readonly name: string
  /** For parts that fill whatever they stand in. */
  readonly wide?: boolean
  readonly children: ReactNode
}

export function State({ name, wide = false, children }: StateProps) {
  return (
    <div className={`grid content-start justify-items-start gap-1 ${wide ? 'w-full' : 'max-w-full min-w-0'}`}>
      <span className="text-axis text-subtle">{name}</span>
      <div className={wide ? 'w-full min-w-0' : 'max-w-full min-w-0'}>{children}</div>
    </div>
  )
}

/** The ring that the keyboard brings, painted on. */
export const FOCUSED = 'outline-2 outline-offset-2 outline-focus'

export const LONG =
  'TypeError: Cannot read properties of undefined (reading ‘priceIncludingTaxesAndShippingForTheSelectedCountry’) in a message that nobody kept short'
