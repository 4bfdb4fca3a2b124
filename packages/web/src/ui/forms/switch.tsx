import { useId, type InputHTMLAttributes, type ReactNode } from 'react'

interface Props extends Omit<InputHTMLAttributes<HTMLInputElement>, 'type' | 'role' | 'children'> {
  readonly label: ReactNode
  readonly hint?: ReactNode
}

/** On or off. The knob's place says which, so the colour does not have to. */
export function Switch({ label, hint, className, ...rest }: Props) {
  const id = useId()
  return (
    <div className={className}>
      <label className="inline-flex min-h-7 items-start gap-2.5 py-1 has-disabled:text-subtle">
        <input
          {...rest}
          type="checkbox"
          role="switch"
          className="relative h-4.5 w-8 shrink-0 appearance-none rounded-full border border-line-strong bg-sunken transition-colors duration-80 before:absolute before:start-0.5 before:top-0.5 before:size-3 before:rounded-full before:bg-line-strong before:transition-transform before:duration-80 before:content-[''] checked:border-accent checked:bg-accent checked:before:translate-x-3.5 checked:before:bg-on-accent disabled:opacity-60 rtl:checked:before:-translate-x-3.5 forced-colors:before:bg-[ButtonText]"
          aria-describedby={hint === undefined ? undefined : id}
        />
        <span className="min-w-0">{label}</span>
      </label>
      {hint !== undefined && (
        <p className="-mt-0.5 ps-10.5 text-meta text-subtle" id={id}>
          {hint}
        </p>
      )}
    </div>
  )
}
