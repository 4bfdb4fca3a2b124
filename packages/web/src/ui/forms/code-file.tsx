import type { ReactNode } from 'react'
import { CopyButton } from './copy-field.tsx'

interface Props {
  readonly name: string
  /** What to do with it, where its name alone does not say. */
  readonly hint?: ReactNode
  readonly text: string
}

/** A file to copy, or the lines to add to one. Long lines scroll inside. */
export function CodeFile({ name, hint, text }: Props) {
  return (
    <figure className="overflow-hidden rounded-control border border-line">
      <figcaption className="flex items-center gap-2 border-b border-line bg-sunken py-1 ps-2.5 pe-1">
        <span className="min-w-0 flex-1">
          <span className="code font-strong">{name}</span>
          {hint !== undefined && <span className="text-meta text-subtle"> {hint}</span>}
        </span>
        <CopyButton text={text} label={name} />
      </figcaption>
      <pre className="code overflow-x-auto bg-code px-2.5 py-2" tabIndex={0} aria-label={name}>
        {text.trimEnd()}
      </pre>
    </figure>
  )
}
