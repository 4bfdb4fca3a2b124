/** A clock that runs backwards. */
export function Brand({ name = true }: { readonly name?: boolean }) {
  return (
    <span className="inline-flex items-center gap-2 text-form font-bold text-fg">
      <svg
        className="text-accent"
        width="20"
        height="20"
        viewBox="0 0 20 20"
        fill="none"
        stroke="currentColor"
        strokeWidth="1.8"
        aria-hidden="true"
      >
        <path d="M17 10a7 7 0 1 1-2.2-5.1" />
        <path d="M17 2.5v3.4h-3.4" />
        <path d="M10 6v4.2l-2.8 1.6" />
      </svg>
      <span className={name ? undefined : 'sr-only'}>Hindcast</span>
    </span>
  )
}
